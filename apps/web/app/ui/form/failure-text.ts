import { problemOfCall } from '../../api/problem.ts';

/** Returns the server's text for a failed call, or the action's documented text when the server did not say why. */
export function failureText(error: unknown, documented: string): string {
  const { code, message, details } = problemOfCall(error);
  return code === 'network' || code === 'internal' ? documented : (details[0]?.message ?? message);
}
