import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { environmentFailure } from './environment-texts.ts';
import type { Environment } from './types.ts';

export interface EnvironmentFields {
  readonly name: string;
  readonly description: string;
}

/** The organization's environments and what can be done with them. Each action answers whether it did it. */
export function useEnvironments() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = useQuery(trpc.environments.list.queryOptions());
  const [failure, setFailure] = useState<string | null>(null);
  const add = useMutation(trpc.environments.add.mutationOptions());
  const update = useMutation(trpc.environments.update.mutationOptions());
  const remove = useMutation(trpc.environments.remove.mutationOptions());

  /** Rows and facts name their environment, and the filter lists them. */
  const refresh = async (): Promise<void> => {
    const { environments, certificates } = trpc;
    const changed = [environments.list, certificates.list, certificates.get, certificates.facets];
    await Promise.all(changed.map((procedure) => queries.invalidateQueries(procedure.pathFilter())));
  };
  const attempt = async (action: Promise<unknown>, documented: string): Promise<boolean> => {
    setFailure(null);
    try {
      await action;
    } catch (error) {
      setFailure(environmentFailure(error, documented));
      return false;
    }
    await refresh();
    return true;
  };

  return {
    list,
    /** Failure of the last action. */
    failure,
    clearFailure: () => setFailure(null),
    busy: add.isPending || update.isPending || remove.isPending,
    save: ({ name, description }: EnvironmentFields, edited: Environment | null) => {
      const fields = { name: name.trim(), description: description.trim() };
      const call = edited === null ? add.mutateAsync(fields) : update.mutateAsync({ id: edited.id, ...fields });
      return attempt(call, 'Failed to save environment');
    },
    /** Rejects with what it failed with. */
    sendRemoval: async ({ id }: Environment): Promise<void> => {
      await remove.mutateAsync({ id });
      await refresh();
    },
    remove: ({ id }: Environment) => attempt(remove.mutateAsync({ id }), 'Failed to delete environment'),
  };
}
