import type { JobId } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { showError } from '../../ui/toasts/show-toast.ts';
import { failureText } from './failure-text.ts';

export interface JobCancel {
  readonly start: (id: JobId) => void;
  /** True until the screen knows how the job ended. */
  readonly busy: boolean;
}

/** Cancels a check run or an import. `failed` is the toast of a failure; `refresh` loads how the job ended. */
export function useCancelJob(failed: string, refresh: () => Promise<unknown>): JobCancel {
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
  return { start: (id) => mutate({ id }), busy: isPending };
}
