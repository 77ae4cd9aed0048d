import { problemOfCall } from '../../api/problem.ts';

/** Returns the server's message for one of the fields. */
export const fieldProblem = (error: unknown, path: string): string | undefined =>
  error === null ? undefined : problemOfCall(error).details.find((detail) => detail.path === path)?.message;
