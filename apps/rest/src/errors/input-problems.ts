import { DomainError, type ErrorCode, invalidInput } from '@notafter/domain';
import type { ValidationTargets } from 'hono';
import type { ZodError } from 'zod';

type Validated = { readonly success: true } | { readonly success: false; readonly error: ZodError };
type InputHook = (result: Validated & { readonly target: keyof ValidationTargets }) => undefined;

/** For routes without a path parameter: every failed schema is a bad request. */
export const refuseBadInput: InputHook = (result) => {
  if (!result.success) throw invalidInput(result.error);
};

/** For routes with an id or token in the path: one of the wrong form can be nobody's, so it answers like a missing one. */
export const refuseBadInputOr =
  (codeOfBadPath: ErrorCode): InputHook =>
  (result) => {
    if (!result.success && result.target === 'param') throw new DomainError(codeOfBadPath);
    refuseBadInput(result);
  };
