import { plural } from '@notafter/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { failureText } from '../../../ui/form/failure-text.ts';
import { showError, showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { SessionEntry, SessionList } from './types.ts';

const SIGN_OUT_FAILED = 'Failed to sign out';

/** Where the person is signed in. What is signed out leaves the list at once, and comes back where the server refuses. */
export function useSessions() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { listSessions } = trpc.accounts;
  const list = useQuery(listSessions.queryOptions());
  const end = useMutation(trpc.accounts.endSession.mutationOptions());
  const endOthers = useMutation(trpc.accounts.endOtherSessions.mutationOptions());

  const without = async (gone: (entry: SessionEntry) => boolean, call: () => Promise<string>): Promise<void> => {
    await queries.cancelQueries(listSessions.queryFilter());
    queries.setQueryData<SessionList>(listSessions.queryKey(), (known) =>
      known === undefined ? known : { sessions: known.sessions.filter((entry) => !gone(entry)) },
    );
    try {
      showSuccess(await call());
    } catch (error) {
      showError(failureText(error, SIGN_OUT_FAILED));
    }
    await queries.invalidateQueries(listSessions.queryFilter());
  };

  return {
    list,
    busy: end.isPending || endOthers.isPending,
    end: ({ handle }: SessionEntry) =>
      void without(
        (entry) => entry.handle === handle,
        async () => {
          await end.mutateAsync({ handle });
          return 'Signed out there';
        },
      ),
    endOthers: () =>
      void without(
        ({ current }) => !current,
        async () => {
          const { ended } = await endOthers.mutateAsync();
          return `Signed out of ${plural(ended, 'other browser')}`;
        },
      ),
  };
}
