import { type DiscoveryJobId, discoverySources, isCancelled } from '@notafter/domain';
import { type QueryClient, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { problemOf, problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { showError, showSuccess } from '../../ui/toasts/show-toast.ts';
import { failureText } from '../certificates/failure-text.ts';
import { endText, startFailureText, texts } from './discovery-texts.ts';
import { RESULTS_PER_PAGE, type RunAddress, toRunInput } from './run-address.ts';
import type { RunView } from './types.ts';

/** Spec 1 section 9: the first poll after 1 s, then every 2 s. */
const FIRST_POLL_MS = 1000;
const POLL_MS = 2000;

/** A run as it begins, so that the screen stands before the first poll. */
const begunRun = (jobId: DiscoveryJobId, domain: string, startedAt: Date): RunView => ({
  jobId,
  domain,
  status: 'running',
  error: null,
  startedAt,
  finishedAt: null,
  found: 0,
  progress: 0,
  sources: discoverySources.map((source) => ({
    source,
    state: 'waiting',
    reason: null,
    note: null,
    fetchedAt: null,
    reused: false,
    count: 0,
  })),
  monitored: 0,
  notLookedAt: 0,
  wildcards: [],
  comparison: null,
  results: [],
  total: 0,
  offset: 0,
  limit: RESULTS_PER_PAGE,
});

/** The last page that was seen of a run, while another of it is awaited. */
const sameRun =
  (run: DiscoveryJobId | null) =>
  (last: RunView | undefined): RunView | undefined =>
    last?.jobId === run ? last : undefined;

/** Whether this page cancelled a run. */
type IsOwnCancel = (id: DiscoveryJobId) => boolean;

/** The end of a run that was seen running is said once, and the list of runs is asked for again. */
function useEnding(view: RunView | undefined, queries: QueryClient, isOwnCancel: IsOwnCancel): void {
  const trpc = useTRPC();
  const seenRunning = useRef<DiscoveryJobId | null>(null);
  useEffect(() => {
    if (view === undefined) return;
    if (view.status === 'running') {
      seenRunning.current = view.jobId;
      return;
    }
    if (seenRunning.current !== view.jobId) return;
    seenRunning.current = null;
    void queries.invalidateQueries(trpc.discovery.list.pathFilter());
    // The person who pressed Cancel sees the outcome.
    if (isCancelled(view) && isOwnCancel(view.jobId)) return;
    const { text, isGood } = endText(view);
    if (isGood) showSuccess(text);
    else showError(text);
  }, [view, queries, trpc, isOwnCancel]);
}

/** The chosen run with one page of its results, followed to its end. */
export function useRun({ run, list, search, page }: RunAddress, isOwnCancel: IsOwnCancel) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const query = useQuery({
    ...trpc.discovery.get.queryOptions(run === null ? skipToken : toRunInput(run, { list, search, page })),
    placeholderData: sameRun(run),
    refetchInterval: ({ state }) => {
      if (state.data?.status !== 'running') return false;
      return state.dataUpdateCount + state.errorUpdateCount <= 1 ? FIRST_POLL_MS : POLL_MS;
    },
  });
  useEnding(run === null ? undefined : query.data, queries, isOwnCancel);
  // Once until an answer comes again: the polls go on.
  const isPollFailing = query.isError && query.data !== undefined;
  useEffect(() => {
    if (isPollFailing) showError(texts.checkFailed);
  }, [isPollFailing]);
  return { query, isGone: problemOf(query.error)?.code === 'discovery_not_found', isPollFailing };
}

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
