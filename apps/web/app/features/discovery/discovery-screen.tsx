import { Box } from '@mantine/core';
import type { DiscoveryJobId } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { problemOfCall } from '../../api/problem.ts';
import { useTRPC } from '../../api/trpc.ts';
import { useMay } from '../../shell/session.ts';
import { Banner } from '../../ui/banner/banner.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { EmptyState, ErrorState } from '../../ui/states/states.tsx';
import { WildcardNotice } from './add-button.tsx';
import { startFailureText } from './discovery-texts.ts';
import { PastRuns } from './past-runs.tsx';
import { ResultsPanel } from './results-panel.tsx';
import { RESULTS_PER_PAGE, useRunAddress } from './run-address.ts';
import { RunHead, RunHeadSkeleton } from './run-head.tsx';
import { ScanForm } from './scan-form.tsx';
import type { RunView } from './types.ts';
import { useAdding } from './use-adding.ts';
import { useRun, useScan } from './use-run.ts';

/** As many as the server lists. */
export const RUNS_LISTED = 100;
const RUNS_POLL_MS = 4000;

/** Finds names of a domain, and shows the chosen run and the past runs. */
export function DiscoveryScreen() {
  const trpc = useTRPC();
  const mayStart = useMay('discovery/start-discovery');
  const [address, change] = useRunAddress();
  const runs = useQuery({
    ...trpc.discovery.list.queryOptions({ limit: RUNS_LISTED }),
    // Another person's run ends here too.
    refetchInterval: ({ state }) => (state.data?.discoveries.some(({ status }) => status === 'running') ? RUNS_POLL_MS : false),
  });
  const { start, cancel, isOwnCancel } = useScan(useCallback((run: DiscoveryJobId) => change({ run }), [change]));
  const { query, isGone, isPollFailing } = useRun(address, isOwnCancel);
  const run = address.run === null ? undefined : query.data;

  // A new tab, or a return to this screen, opens the current run.
  const running = runs.data?.discoveries.find(({ status }) => status === 'running')?.jobId;
  useEffect(() => {
    if (address.run === null && running !== undefined) change({ run: running }, { replace: true });
  }, [address.run, running, change]);

  const scanning = start.isPending || run?.status === 'running';
  const begin = (domain: string): void => start.mutate({ domain });
  const beginFresh = (domain: string): void => start.mutate({ domain, fresh: true });
  const refusal = start.isError && problemOfCall(start.error).code === 'discovery_domain_invalid' ? startFailureText(start.error) : null;
  return (
    <>
      <Panel label="Discover certificates">
        {mayStart ? (
          <Box p="md">
            <ScanForm
              domain={run?.domain ?? null}
              scanning={scanning}
              refusal={refusal}
              onStart={begin}
              onEdit={() => (start.isError ? start.reset() : undefined)}
              onCancel={run?.status === 'running' ? () => cancel.mutate({ id: run.jobId }) : null}
              cancelling={cancel.isPending}
            />
          </Box>
        ) : null}
        {address.run === null ? null : run !== undefined ? (
          <RunHead
            run={run}
            isPollFailing={isPollFailing}
            rerun={mayStart && !scanning ? { start: () => begin(run.domain), startFresh: () => beginFresh(run.domain) } : null}
          />
        ) : query.isError ? (
          <ErrorState
            title={isGone ? 'Discovery not found' : 'Failed to check discovery status'}
            text={
              isGone
                ? 'Runs are kept for 30 days. Choose another run below.'
                : `${problemOfCall(query.error).message} A run continues without this page.`
            }
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : (
          <RunHeadSkeleton />
        )}
      </Panel>
      {mayStart ? null : (
        <Banner tone="info">Your role does not allow starting a discovery. You see the results of your organization's admins.</Banner>
      )}
      {run === undefined ? null : <RunResults key={run.jobId} run={run} stale={query.isPlaceholderData} />}
      {address.run === null && runs.data?.discoveries.length === 0 ? <NothingYet mayStart={mayStart} /> : null}
      <PastRuns runs={runs} shown={address.run} onRerun={mayStart && !scanning ? begin : null} />
    </>
  );
}

function NothingYet({ mayStart }: { readonly mayStart: boolean }) {
  return (
    <Panel label="Results">
      <EmptyState
        title="Nothing discovered yet"
        text={
          mayStart
            ? 'Enter a domain to find names to monitor in its hosts, DNS, certificate logs, and certificates.'
            : 'An admin of your organization can start the first discovery.'
        }
      />
    </Panel>
  );
}

/** Results of a run, with actions to monitor them. `stale` ones are those of the previous page. */
function RunResults({ run, stale }: { readonly run: RunView; readonly stale: boolean }) {
  const mayAdd = useMay('certificates/add-certificate');
  const [{ page }, change] = useRunAddress();
  const adding = useAdding();
  // A list gets shorter, as when its rows were added: beyond its end stands its last page.
  const last = Math.max(1, Math.ceil(run.total / RESULTS_PER_PAGE));
  const isBeyond = !stale && run.results.length === 0 && page > last;
  useEffect(() => {
    if (isBeyond) change({ page: last }, { replace: true });
  }, [isBeyond, last, change]);
  return (
    <>
      <WildcardNotice hints={run.wildcards} adding={mayAdd ? adding : null} />
      <ResultsPanel run={run} stale={stale} adding={adding} />
    </>
  );
}
