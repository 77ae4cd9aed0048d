import { DomainError, type ErrorCode, type FieldProblem } from '@notafter/domain';
import type { ValidationTargets } from 'hono';
import type { ZodError } from 'zod';

export const DETAILS_MAX = 50;
const PATH_MAX_LENGTH = 100;

type Issue = ZodError['issues'][number];

/** Names come from the caller, so they are cut to a readable length. */
export const fieldName = (parts: readonly PropertyKey[]): string => parts.map(String).join('.').slice(0, PATH_MAX_LENGTH);

const problemsOf = (issue: Issue): FieldProblem[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: fieldName([...issue.path, key]), message: 'is not a known field' }))
    : [{ path: fieldName(issue.path), message: issue.message }];

/** What a failed schema becomes: 400 with one entry per field, its first problem, in the wire's own names. */
const invalidInput = (error: ZodError): DomainError => {
  const firstOfField = new Map<string, FieldProblem>();
  for (const problem of error.issues.flatMap(problemsOf)) {
    if (!firstOfField.has(problem.path)) firstOfField.set(problem.path, problem);
  }
  return new DomainError('invalid_input', { details: [...firstOfField.values()].slice(0, DETAILS_MAX) });
};

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
