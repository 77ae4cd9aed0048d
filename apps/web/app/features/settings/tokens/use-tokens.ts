import type { CredentialLifetime } from '@notafter/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { failureText } from '../credentials/failure-text.ts';
import type { AddedToken, Token } from '../types.ts';

/** The person's own tokens and what can be done with them. */
export function useTokens() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = useQuery(trpc.settings.tokens.queryOptions());
  const add = useMutation(trpc.settings.addToken.mutationOptions());
  const revoke = useMutation(trpc.settings.revokeToken.mutationOptions());
  const [failure, setFailure] = useState<string | null>(null);
  const reload = (): Promise<void> => queries.invalidateQueries(trpc.settings.tokens.pathFilter());
  return {
    list,
    /** What the last revocation failed with. */
    failure,
    busy: add.isPending || revoke.isPending,
    /** Throws what it failed with, for the form to show. */
    add: async (name: string, expiresIn: CredentialLifetime): Promise<AddedToken> => {
      const added = await add.mutateAsync({ name, expiresIn });
      void reload();
      return added;
    },
    revoke: async ({ id }: Token): Promise<void> => {
      setFailure(null);
      try {
        await revoke.mutateAsync({ id });
      } catch (error) {
        setFailure(failureText(error, 'Failed to revoke token'));
      }
      await reload();
    },
  };
}
