import { problemOfCall } from '../../../api/problem.ts';

/** Spec 1 section 8: the limit has its own text, the server's words say what to change, and silence has a general one. */
export function addFailureText(error: unknown): string {
  const { code, message, details } = problemOfCall(error);
  switch (code) {
    case 'network':
    case 'internal':
      return 'Failed to add certificate';
    case 'invalid_input':
      return details[0]?.message ?? message;
    default:
      return message;
  }
}
