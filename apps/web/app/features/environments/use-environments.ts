import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { useAction } from '../../ui/action/use-action.ts';
import { REMOVAL_FAILED, SAVE_FAILED } from './environment-texts.ts';
import type { Environment } from './types.ts';

export interface EnvironmentFields {
  readonly name: string;
  readonly description: string;
}

/** The organization's environments and the actions on them. Each action rejects with what it failed with. */
export function useEnvironments() {
  const { environments, certificates } = useTRPC();
  // Rows and facts name their environment, and the filter lists them.
  const changed = [environments.list, certificates.list, certificates.get, certificates.facets];
  const refresh = changed.map((procedure) => procedure.pathFilter());
  const add = useAction(environments.add.mutationOptions(), { failed: SAVE_FAILED, refresh });
  const update = useAction(environments.update.mutationOptions(), { failed: SAVE_FAILED, refresh });
  const remove = useAction(environments.remove.mutationOptions(), { failed: REMOVAL_FAILED, refresh });
  return {
    list: useQuery(environments.list.queryOptions()),
    busy: add.pending || update.pending || remove.pending,
    save: ({ name, description }: EnvironmentFields, edited: Environment | null): Promise<unknown> => {
      const fields = { name: name.trim(), description: description.trim() };
      return edited === null ? add.send(fields) : update.send({ id: edited.id, ...fields });
    },
    remove: ({ id }: Environment): Promise<unknown> => remove.send({ id }),
  };
}

export type Environments = ReturnType<typeof useEnvironments>;
