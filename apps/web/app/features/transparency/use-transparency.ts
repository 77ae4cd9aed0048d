import { useTRPC } from '../../api/trpc.ts';
import { useAction } from '../../ui/action/use-action.ts';

/** Changes of watched domains and verdicts, and the queries that show them. */
export function useTransparencyActions() {
  const { transparency } = useTRPC();
  const refresh = [transparency.domains.pathFilter(), transparency.issuances.pathFilter()];
  return {
    watch: useAction(transparency.watch.mutationOptions(), {
      done: ({ domain }) => `Watching ${domain.domain}`,
      failed: 'Failed to watch the domain',
      refresh,
    }),
    verify: useAction(transparency.verify.mutationOptions(), {
      done: ({ domain }) => `${domain.domain} is verified`,
      failed: 'Failed to verify the domain',
      refresh,
    }),
    update: useAction(transparency.updateDomain.mutationOptions(), {
      done: 'Allowed issuers saved',
      failed: 'Failed to save the allowed issuers',
      refresh,
    }),
    unwatch: useAction(transparency.unwatch.mutationOptions(), {
      done: 'Domain removed',
      failed: 'Failed to remove the domain',
      refresh,
    }),
    acknowledge: useAction(transparency.acknowledge.mutationOptions(), {
      done: 'Alert acknowledged',
      failed: 'Failed to acknowledge the alert',
      refresh: [transparency.issuance.pathFilter()],
    }),
    judge: useAction(transparency.judge.mutationOptions(), {
      failed: 'Failed to save the verdict',
      refresh: [...refresh, transparency.issuance.pathFilter()],
    }),
  };
}

export type TransparencyActions = ReturnType<typeof useTransparencyActions>;
