import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../api/trpc.ts';
import { failureText } from '../credentials/failure-text.ts';
import type { AddedApiKey, ApiKey, NewApiKey } from '../types.ts';

/** The organisation's API keys and what can be done with them. */
export function useApiKeys() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = useQuery(trpc.settings.apiKeys.queryOptions());
  const add = useMutation(trpc.settings.addApiKey.mutationOptions());
  const rotate = useMutation(trpc.settings.rotateApiKey.mutationOptions());
  const revoke = useMutation(trpc.settings.revokeApiKey.mutationOptions());
  const [failure, setFailure] = useState<string | null>(null);
  const reload = (): Promise<void> => queries.invalidateQueries(trpc.settings.apiKeys.pathFilter());
  return {
    list,
    /** What the last revocation failed with. */
    failure,
    busy: add.isPending || rotate.isPending || revoke.isPending,
    /** Throws what it failed with, for the form to show. */
    add: async (key: NewApiKey): Promise<AddedApiKey> => {
      const added = await add.mutateAsync(key);
      void reload();
      return added;
    },
    /** Throws what it failed with. */
    rotate: async ({ id }: ApiKey, overlapHours: number): Promise<AddedApiKey> => {
      const added = await rotate.mutateAsync({ id, overlapHours });
      void reload();
      return added;
    },
    revoke: async ({ id }: ApiKey): Promise<void> => {
      setFailure(null);
      try {
        await revoke.mutateAsync({ id });
      } catch (error) {
        setFailure(failureText(error, 'Failed to revoke API key'));
      }
      await reload();
    },
  };
}
