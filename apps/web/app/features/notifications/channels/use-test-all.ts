import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import { failureText } from '../failure-text.ts';
import { texts } from '../notification-texts.ts';

/** Spec 1 section 6: the log is read again this long after. */
const REFRESH_AFTER_MS = 2000;

/** Sends a test over every configured channel and says which of them failed. */
export function useTestAll() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useMutation(trpc.notifications.testAll.mutationOptions());
  const run = async (): Promise<void> => {
    try {
      const failed = (await mutateAsync()).results.filter(({ result }) => result === 'failed');
      if (failed.length === 0) showSuccess(texts.allSent);
      else showError(`${texts.allFailed}. ${failed.map(({ name, reason }) => `${name}: ${reason}`).join(' ')}`);
    } catch (error) {
      showError(failureText(error, texts.allFailed));
    }
    setTimeout(() => void queries.invalidateQueries(trpc.notifications.log.pathFilter()), REFRESH_AFTER_MS);
  };
  return { busy: isPending, run: () => void run() };
}
