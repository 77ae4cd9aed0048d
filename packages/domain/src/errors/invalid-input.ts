import { DomainError, type FieldProblem } from './domain-error.ts';

export const DETAILS_MAX = 50;
const PATH_MAX_LENGTH = 100;

/** The dotted name of a field. Names come from the caller, so they are cut to a readable length. */
export const fieldName = (parts: readonly PropertyKey[]): string => parts.map(String).join('.').slice(0, PATH_MAX_LENGTH);

/** An issue of zod, which stays out of the browser; `keys` are the unknown ones. */
interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

const problemsOf = (issue: Issue): FieldProblem[] =>
  issue.code === 'unrecognized_keys'
    ? (issue.keys ?? []).map((key) => ({ path: fieldName([...issue.path, key]), message: 'is not a known field' }))
    : [{ path: fieldName(issue.path), message: issue.message }];

/**
 * The 400 for an input that its schema refused: the first problem of each field, at most `DETAILS_MAX`. `nameOf` translates a
 * path into the caller's own field name.
 */
export const invalidInput = (
  error: { readonly issues: readonly Issue[] },
  nameOf: (path: string) => string = (path) => path,
): DomainError => {
  const firstOfField = new Map<string, FieldProblem>();
  for (const { path, message } of error.issues.flatMap(problemsOf)) {
    if (!firstOfField.has(path)) firstOfField.set(path, { path: nameOf(path), message });
  }
  return new DomainError('invalid_input', { details: [...firstOfField.values()].slice(0, DETAILS_MAX) });
};
