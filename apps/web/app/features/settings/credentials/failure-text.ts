import { problemOfCall } from '../../../api/problem.ts';

/** Spec 2 section 8: the server's message, else the documented text. */
export function failureText(error: unknown, documented: string): string {
  const { code, message, details } = problemOfCall(error);
  return code === 'network' || code === 'internal' ? documented : (details[0]?.message ?? message);
}
