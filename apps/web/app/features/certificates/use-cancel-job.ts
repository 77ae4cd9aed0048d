import type { JobId } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { showError } from '../../ui/toasts/show-toast.ts';
import { failureText } from './failure-text.ts';

/**
 * Cancels a check run or an import, if there is one. `failed` is the toast of a failure; `refresh` loads how the job ended, and
 * the cancel is busy until then.
 */
export function useCancelJob(id: JobId | undefined, failed: string, refresh: () => Promise<unknown>) {
  const trpc = useTRPC();
  const { mutate, isPending } = useMutation(
    trpc.jobs.cancel.mutationOptions({
      onSuccess: refresh,
      onError: async (error) => {
        // The job has ended: its own response says how.
        if (problemOfCall(error).code === 'job_finished') await refresh();
        else showError(failureText(error, failed));
      },
    }),
  );
  return {
    busy: isPending,
    start: () => {
      if (id !== undefined) mutate({ id });
    },
  };
}
