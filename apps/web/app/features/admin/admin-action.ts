import { useQueryClient } from '@tanstack/react-query';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { showSuccess } from '../../ui/toasts/show-toast.ts';

/** Spec 2 section 8: what was tried, followed by the server's text. It stays in the dialog. */
export const failedWith =
  (attempt: string) =>
  (error: unknown): { readonly form: string } => {
    const { message, details } = problemOfCall(error);
    return { form: `${attempt}: ${details[0]?.message ?? message}` };
  };

/** Runs a change, says that it succeeded, and loads the whole screen again. */
export function useAdminAction() {
  const queries = useQueryClient();
  const { admin } = useTRPC();
  return async (change: () => Promise<unknown>, done: string): Promise<void> => {
    await change();
    showSuccess(done);
    await queries.invalidateQueries(admin.pathFilter());
  };
}
