import { type ErrorCode, errorCatalogue, type FieldProblem } from '@notafter/domain';

/** The whole body of an error answer with the catalogue's text. */
export const errorBody = (code: ErrorCode, details?: readonly FieldProblem[]) => ({
  error: errorCatalogue[code].message,
  message: errorCatalogue[code].message,
  code,
  ...(details === undefined ? {} : { details }),
});
