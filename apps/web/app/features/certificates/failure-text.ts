import { problemOfCall } from '../../api/problem.ts';

/**
 * Returns the toast of a failed action: the server's text if it says what to do, else the action's documented text.
 */
export function failureText(error: unknown, documented: string): string {
  const { code, message, details } = problemOfCall(error);
  switch (code) {
    case 'forbidden':
    case 'organization_disabled':
    case 'rate_limited':
    case 'certificate_not_found':
      return message;
    case 'invalid_input':
      return details[0] === undefined ? documented : `${documented}: ${details[0].message}`;
    default:
      return documented;
  }
}
