import { problemOfCall } from '../../api/problem.ts';

/** The action's documented text, followed by the server's text if it says what to do. */
export function failureText(error: unknown, documented: string): string {
  const { code, message, details } = problemOfCall(error);
  if (code === 'network' || code === 'internal') return documented;
  if (code === 'forbidden' || code === 'rate_limited' || message.startsWith(documented)) return message;
  return `${documented}. ${details[0]?.message ?? message}`;
}

/** A refused form's message for one of its fields. */
export const fieldProblem = (error: unknown, path: string): string | undefined =>
  error === null ? undefined : problemOfCall(error).details.find((detail) => detail.path === path)?.message;
