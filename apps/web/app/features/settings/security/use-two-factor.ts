import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC, useTRPCClient } from '../../../api/trpc.ts';
import { showSuccess } from '../../../ui/toasts/show-toast.ts';
import { makePasskey } from '../../accounts/ask-for-passkey.ts';
import type { Proof, TotpSetUp } from './types.ts';

/** How a person signs in, and what can be changed about it. Every change rejects with its call's error. */
export function useTwoFactor() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const view = useQuery(trpc.signIn.twoFactor.queryOptions());
  const add = useMutation({
    mutationFn: async ({ name, proof }: { readonly name: string; readonly proof: Proof }) => {
      const question = await client.signIn.beginPasskey.mutate(proof);
      const answer = await makePasskey(question);
      await client.signIn.addPasskey.mutate({ challengeId: question.challengeId, name, answer });
    },
  });
  const rename = useMutation(trpc.signIn.renamePasskey.mutationOptions());
  const remove = useMutation(trpc.signIn.removePasskey.mutationOptions());
  const begin = useMutation(trpc.signIn.beginTotp.mutationOptions());
  const confirm = useMutation(trpc.signIn.confirmTotp.mutationOptions());
  const turnOff = useMutation(trpc.signIn.removeTotp.mutationOptions());
  const renew = useMutation(trpc.signIn.renewRecoveryCodes.mutationOptions());
  /** Whether a linked account can be removed depends on the other sign-in methods. */
  const shown = async (): Promise<void> => {
    await Promise.all([
      queries.invalidateQueries(trpc.signIn.twoFactor.queryFilter()),
      queries.invalidateQueries(trpc.identities.list.queryFilter()),
    ]);
  };
  return {
    view,
    addPasskey: async (name: string, proof: Proof): Promise<void> => {
      await add.mutateAsync({ name, proof });
      showSuccess('Passkey added');
      await shown();
    },
    renamePasskey: async (id: string, name: string): Promise<void> => {
      await rename.mutateAsync({ id, name });
      await shown();
    },
    removePasskey: async (id: string, proof: Proof): Promise<void> => {
      await remove.mutateAsync({ id, ...proof });
      showSuccess('Passkey removed');
      await shown();
    },
    beginApp: (proof: Proof): Promise<TotpSetUp> => begin.mutateAsync(proof),
    confirmApp: async (code: string): Promise<readonly string[]> => {
      const { recoveryCodes } = await confirm.mutateAsync({ code });
      void shown();
      return recoveryCodes;
    },
    turnAppOff: async (proof: Proof): Promise<void> => {
      await turnOff.mutateAsync(proof);
      showSuccess('Authenticator app turned off');
      await shown();
    },
    renewCodes: async (proof: Proof): Promise<readonly string[]> => {
      const { recoveryCodes } = await renew.mutateAsync(proof);
      void shown();
      return recoveryCodes;
    },
  };
}

export type TwoFactorActions = Omit<ReturnType<typeof useTwoFactor>, 'view'>;
