import type { JobId } from '@notafter/domain';
import { useMutation } from '@tanstack/react-query';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { showError } from '../../ui/toasts/show-toast.ts';
import { failureText } from './failure-text.ts';

export interface JobCancel {
  readonly start: (id: JobId) => void;
  /** Until the screen has read how the job ended. */
  readonly busy: boolean;
}

/** Ends a check run or an import early. `failed` is what a toast says if it could not; `refresh` reads how it ended. */
export function useCancelJob(failed: string, refresh: () => Promise<unknown>): JobCancel {
  const trpc = useTRPC();
  const { mutate, isPending } = useMutation(
    trpc.jobs.cancel.mutationOptions({
      onSuccess: refresh,
      onError: async (error) => {
        // The job ended in the meantime: its own answer says how.
        if (problemOfCall(error).code === 'job_finished') await refresh();
        else showError(failureText(error, failed));
      },
    }),
  );
  return { start: (id) => mutate({ id }), busy: isPending };
}
