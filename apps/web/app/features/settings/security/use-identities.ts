import type { IdentityProviderName } from '@notafter/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { failureText } from '../credentials/failure-text.ts';

/** The accounts elsewhere that a person signs in with, and what can be done with them. */
export function useIdentities() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = useQuery(trpc.identities.list.queryOptions());
  const begin = useMutation(trpc.identities.link.mutationOptions());
  const end = useMutation(trpc.identities.remove.mutationOptions());
  const [failure, setFailure] = useState<string | null>(null);
  return {
    list,
    /** What the last action failed with. */
    failure,
    /** The provider that a way is asked for to. */
    linking: begin.isPending ? begin.variables.provider : null,
    removing: end.isPending,
    link: async (provider: IdentityProviderName): Promise<void> => {
      setFailure(null);
      try {
        const { url } = await begin.mutateAsync({ provider });
        globalThis.location.assign(url);
      } catch (error) {
        setFailure(failureText(error, 'Failed to link the account.'));
      }
    },
    remove: async (provider: IdentityProviderName): Promise<void> => {
      setFailure(null);
      try {
        await end.mutateAsync({ provider });
      } catch (error) {
        setFailure(failureText(error, 'Failed to remove the account.'));
      }
      await queries.invalidateQueries(trpc.identities.list.pathFilter());
    },
  };
}
