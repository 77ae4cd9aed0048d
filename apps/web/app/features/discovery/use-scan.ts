import type { DiscoveryJobId } from '@notafter/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { showError } from '../../ui/toasts/show-toast.ts';
import { failureText } from '../certificates/failure-text.ts';
import { startFailureText } from './discovery-texts.ts';
import { toRunInput } from './run-address.ts';
import { begunRun } from './use-run.ts';

/** Starts runs and ends them early. */
export function useScan(onStarted: (jobId: DiscoveryJobId) => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const cancelled = useRef<string | null>(null);
  const refreshRuns = () => queries.invalidateQueries(trpc.discovery.list.pathFilter());

  const start = useMutation(
    trpc.discovery.start.mutationOptions({
      onSuccess: ({ jobId, domain }) => {
        const first = trpc.discovery.get.queryKey(toRunInput(jobId, { list: 'all', search: '', page: 1 }));
        queries.setQueryData(first, begunRun(jobId, domain, new Date()));
        void refreshRuns();
        onStarted(jobId);
      },
      onError: (error) => {
        showError(`Failed to start discovery: ${startFailureText(error)}`);
        // The one that runs already is found in the list.
        if (problemOfCall(error).code === 'discovery_running') void refreshRuns();
      },
    }),
  );
  const cancel = useMutation(
    trpc.discovery.cancel.mutationOptions({
      onMutate: ({ id }) => {
        cancelled.current = id;
      },
      onSuccess: async () => {
        await Promise.all([queries.invalidateQueries(trpc.discovery.get.pathFilter()), refreshRuns()]);
      },
      onError: (error) => {
        cancelled.current = null;
        showError(failureText(error, 'Failed to cancel discovery'));
      },
    }),
  );
  return { start, cancel, isOwnCancel: useCallback((id: DiscoveryJobId) => cancelled.current === id, []) };
}
