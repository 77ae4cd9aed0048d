import type { IdentityProviderName } from '@notafter/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import type { Proof } from './types.ts';

/** The accounts elsewhere that a person signs in with, and what can be done with them. Every change rejects with its call's error. */
export function useIdentities() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = useQuery(trpc.identities.list.queryOptions());
  /** The proof required before a change. */
  const twoFactor = useQuery(trpc.signIn.twoFactor.queryOptions());
  const begin = useMutation(trpc.identities.link.mutationOptions());
  const end = useMutation(trpc.identities.remove.mutationOptions());
  return {
    list,
    twoFactor: twoFactor.data,
    /** Leaves for the provider's page. */
    link: async (provider: IdentityProviderName, proof: Proof): Promise<void> => {
      const { url } = await begin.mutateAsync({ provider, ...proof });
      globalThis.location.assign(url);
    },
    remove: async (provider: IdentityProviderName, proof: Proof): Promise<void> => {
      await end.mutateAsync({ provider, ...proof });
      showSuccess('Account removed');
      await queries.invalidateQueries(trpc.identities.list.pathFilter());
    },
  };
}
