import { problemOfCall } from '../../api/problem.ts';

/** Spec 2 section 8: what was tried, followed by the server's text. It stays in the dialog. */
export const failedWith =
  (attempt: string) =>
  (error: unknown): { readonly form: string } => {
    const { message, details } = problemOfCall(error);
    return { form: `${attempt}: ${details[0]?.message ?? message}` };
  };
