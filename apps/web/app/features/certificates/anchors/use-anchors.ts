import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { useAction } from '../../../ui/action/use-action.ts';

/** The sets of the organization. */
export function useAnchorSets() {
  return useQuery(useTRPC().anchors.list.queryOptions());
}

/** Changes of sets and assignments, which everything that shows anchors or verdicts follows. */
export function useAnchorActions() {
  const { anchors, certificates } = useTRPC();
  const refresh = [anchors.pathFilter(), certificates.get.pathFilter()];
  return {
    add: useAction(anchors.add.mutationOptions(), { done: 'Trust anchors added', failed: 'Failed to add trust anchors', refresh }),
    update: useAction(anchors.update.mutationOptions(), { done: 'Trust anchors saved', failed: 'Failed to save trust anchors', refresh }),
    remove: useAction(anchors.remove.mutationOptions(), {
      done: 'Trust anchors deleted',
      failed: 'Failed to delete trust anchors',
      refresh,
    }),
    assign: useAction(anchors.assign.mutationOptions(), {
      done: 'Assignment saved. Affected certificates are checked again now.',
      failed: 'Failed to assign trust anchors',
      refresh,
    }),
  };
}

export type AnchorActions = ReturnType<typeof useAnchorActions>;
