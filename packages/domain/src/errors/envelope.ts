import type { ErrorCode } from './catalogue.ts';
import type { Conflict, DomainError, FieldProblem } from './domain-error.ts';

/** The body of every error answer on `/v1`, and what tRPC carries beside its own shape. */
export interface ErrorEnvelope {
  readonly error: string;
  readonly message: string;
  readonly code: ErrorCode;
  readonly details?: readonly FieldProblem[];
  readonly request_id?: string;
  readonly conflict?: Conflict;
}

/** `requestId` is what the operator finds the request by in the log. */
export const toErrorEnvelope = (error: DomainError, requestId?: string): ErrorEnvelope => ({
  error: error.message,
  message: error.message,
  code: error.code,
  ...(error.details.length > 0 ? { details: error.details } : {}),
  ...(requestId === undefined ? {} : { request_id: requestId }),
  ...(error.conflict === null ? {} : { conflict: error.conflict }),
});
