import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import { texts } from '../notification-texts.ts';

/** Spec 1 section 6: the log is loaded again after this time. */
const REFRESH_AFTER_MS = 2000;

/** Sends a test to every configured channel and shows which ones failed. */
export function useTestAll() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const testAll = useAction(trpc.notifications.testAll.mutationOptions(), { failed: texts.allFailed });
  const run = async (): Promise<void> => {
    const answer = await testAll.run();
    const failed = answer?.results.filter(({ result }) => result === 'failed') ?? [];
    if (failed.length > 0) showError(`${texts.allFailed}. ${failed.map(({ name, reason }) => `${name}: ${reason}`).join(' ')}`);
    else if (answer !== null) showSuccess(texts.allSent);
    setTimeout(() => void queries.invalidateQueries(trpc.notifications.log.pathFilter()), REFRESH_AFTER_MS);
  };
  return { busy: testAll.pending, run: () => void run() };
}
