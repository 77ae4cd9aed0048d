import { planGates, SECOND_MS } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { useSessionView } from '../../shell/session.ts';
import { useAction } from '../../ui/action/use-action.ts';
import type { Collector } from './types.ts';

/** While a person waits for a program to enroll, or for bundles to be recorded. */
const POLL_MS = 5 * SECOND_MS;

export const isFollowed = ({ state, waitingBundles }: Collector): boolean => state === 'waiting' || waitingBundles > 0;

/** Whether the plan includes collectors. */
export function useIsInPlan(): boolean {
  const session = useSessionView();
  return session !== null && planGates.collectors.includedIn(session.entitlements);
}

/** The collectors of the organization, by name. */
export function useCollectors() {
  return useQuery({
    ...useTRPC().collectors.list.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.collectors.some(isFollowed) ? POLL_MS : false),
  });
}

/** A collector with its latest bundles. */
export function useCollector(id: Collector['id']) {
  return useQuery({
    ...useTRPC().collectors.get.queryOptions({ id }),
    refetchInterval: ({ state }) => (state.data !== undefined && isFollowed(state.data.collector) ? POLL_MS : false),
  });
}

/** Changes of collectors, and the queries that show them. */
export function useCollectorActions() {
  const { collectors, certificates } = useTRPC();
  const refresh = [collectors.list.pathFilter(), collectors.get.pathFilter()];
  return {
    add: useAction(collectors.add.mutationOptions({ gcTime: 0 }), { failed: 'Failed to add the collector', refresh }),
    renewToken: useAction(collectors.renewToken.mutationOptions({ gcTime: 0 }), { failed: 'Failed to create a token', refresh }),
    update: useAction(collectors.update.mutationOptions(), {
      done: 'Collector saved',
      failed: 'Failed to save the collector',
      refresh,
    }),
    ask: useAction(collectors.ask.mutationOptions(), {
      done: ({ domain }) => `The collector checks ${domain} after its next report.`,
      failed: 'Failed to ask the collector',
      refresh: [...refresh, certificates.pathFilter()],
    }),
    revoke: useAction(collectors.revoke.mutationOptions(), {
      done: 'Collector revoked',
      failed: 'Failed to revoke the collector',
      refresh,
    }),
    remove: useAction(collectors.remove.mutationOptions(), {
      done: 'Collector deleted',
      failed: 'Failed to delete the collector',
      refresh: [collectors.list.pathFilter(), certificates.pathFilter()],
    }),
  };
}

export type CollectorActions = ReturnType<typeof useCollectorActions>;
