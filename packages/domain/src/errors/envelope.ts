import type { ErrorCode } from './catalogue.ts';
import type { DomainError, FieldProblem } from './domain-error.ts';

/** The body of every error answer on `/v1`, and what tRPC carries beside its own shape. */
export interface ErrorEnvelope {
  readonly error: string;
  readonly message: string;
  readonly code: ErrorCode;
  readonly details?: readonly FieldProblem[];
}

export const toErrorEnvelope = (error: DomainError): ErrorEnvelope => ({
  error: error.message,
  message: error.message,
  code: error.code,
  ...(error.details.length > 0 ? { details: error.details } : {}),
});
