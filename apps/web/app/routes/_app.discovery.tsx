import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/react';
import { allow, prefetch, prefetchInBrowser, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { DiscoveryScreen, RUNS_LISTED } from '../features/discovery/discovery-screen.tsx';
import { parseRunAddress, runHref, toRunInput } from '../features/discovery/run-address.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Discovery' };

export const meta: MetaFunction = () =>
  pageMeta(
    'Discovery',
    'Find every certificate of a domain: from its hosts, DNS, certificate transparency logs and the certificates themselves.',
  );

/** Without a run in the address, the server redirects to the one under way. The screen reports a run that was not found. */
const screenQueries: ScreenQueries = ({ queries, trpc, search }) => {
  const address = parseRunAddress(search);
  const runs = queries.fetchQuery(trpc.discovery.list.queryOptions({ limit: RUNS_LISTED }));
  if (address.run !== null) {
    const run = queries.fetchQuery(trpc.discovery.get.queryOptions(toRunInput(address.run, address)));
    return [runs, run.catch(allow('discovery_not_found'))];
  }
  const redirected = runs.then(({ discoveries }) => {
    const running = discoveries.find(({ status }) => status === 'running');
    if (running !== undefined) throw redirect(runHref({ ...address, run: running.jobId }));
  });
  return [redirected];
};

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

/** Runs, lists and pages are addresses of the one screen. */
export const shouldRevalidate = whenPathChanges;

export default function DiscoveryRoute() {
  return <DiscoveryScreen />;
}
