import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, redirect, type ShouldRevalidateFunctionArgs, useLoaderData } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../api/load.ts';
import { problemOf } from '../api/problem.ts';
import { useTRPC } from '../api/trpc.ts';
import { DiscoveryScreen, RUNS_LISTED } from '../features/discovery/discovery-screen.tsx';
import { parseRunAddress, runHref, toRunInput } from '../features/discovery/run-address.ts';
import type { PastRuns, RunInput, RunView } from '../features/discovery/types.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Discovery' };

export const meta: MetaFunction = () =>
  pageMeta(
    'Discovery',
    'Find every certificate of a domain: from its hosts, DNS, certificate transparency logs and the certificates themselves.',
  );

interface Loaded {
  readonly runs: PastRuns;
  /** Null where none is chosen, and for one that is not there: the screen asks again and says so. */
  readonly run: { readonly input: RunInput; readonly view: RunView } | null;
}

export async function loader({ context, request }: LoaderFunctionArgs): Promise<Loaded> {
  const address = parseRunAddress(new URL(request.url).searchParams);
  const runs = await load(() => context.caller.discovery.list({ limit: RUNS_LISTED }));
  if (address.run === null) {
    const running = runs.discoveries.find(({ status }) => status === 'running');
    if (running !== undefined) throw redirect(runHref({ ...address, run: running.jobId }));
    return { runs, run: null };
  }
  const input = toRunInput(address.run, address);
  const view = await load(async () => {
    try {
      return await context.caller.discovery.get(input);
    } catch (error) {
      if (problemOf(error)?.code === 'discovery_not_found') return null;
      throw error;
    }
  });
  return { runs, run: view === null ? null : { input, view } };
}

/** Inside the app the screen asks by itself. */
export const clientLoader = (): Loaded | null => null;

/** Runs, lists and pages are addresses of the one screen. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

export default function DiscoveryRoute() {
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const queries = useQueryClient();
  const trpc = useTRPC();
  useState(() => {
    if (loaded === null) return;
    queries.setQueryData(trpc.discovery.list.queryKey({ limit: RUNS_LISTED }), loaded.runs);
    if (loaded.run !== null) queries.setQueryData(trpc.discovery.get.queryKey(loaded.run.input), loaded.run.view);
  });
  return <DiscoveryScreen />;
}
