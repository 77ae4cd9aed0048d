import type { AppRouter } from '@notafter/trpc';
import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ShouldRevalidateFunction } from '@remix-run/react';
import { type DehydratedState, dehydrate, QueryClient } from '@tanstack/react-query';
import { createTRPCOptionsProxy, type TRPCOptionsProxy } from '@trpc/tanstack-react-query';
import { load } from './load.ts';
import { pageApi } from './page-api.ts';
import { problemOf } from './problem.ts';

/** The router's queries as TanStack options, in process or over HTTP. */
export type Trpc = TRPCOptionsProxy<AppRouter>;

interface ScreenContext {
  readonly queries: QueryClient;
  readonly trpc: Trpc;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly search: URLSearchParams;
}

/**
 * Starts the queries that a screen shows first, on the server and in the browser alike. A screen that cannot be shown without a
 * query uses `fetchQuery`, which rejects; `prefetchQuery` leaves a failure to the screen.
 */
export type ScreenQueries = (context: ScreenContext) => readonly Promise<unknown>[];

/** The answer of a loader; `HydrationBoundary` in `root.tsx` puts the queries into the cache. */
export interface Prefetched {
  readonly dehydrated: DehydratedState;
}

type LoaderArgs = Pick<LoaderFunctionArgs, 'context' | 'params' | 'request'>;

/** Runs a screen's queries in process. Throws what `load` throws. */
export async function prefetch(start: ScreenQueries, { context, params, request }: LoaderArgs): Promise<Prefetched> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const trpc = createTRPCOptionsProxy<AppRouter>({ ...context.api, queryClient: queries });
  const search = new URL(request.url).searchParams;
  await load(async () => Promise.all(start({ queries, trpc, params, search })));
  return { dehydrated: dehydrate(queries) };
}

type BrowserArgs = Omit<LoaderArgs, 'context'>;

const startInBrowser = async (start: ScreenQueries, { params, request }: BrowserArgs): Promise<unknown> => {
  const { queries, client } = pageApi();
  const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient: queries });
  return Promise.all(start({ queries, trpc, params, search: new URL(request.url).searchParams }));
};

/** Starts a screen's queries without waiting: the screen appears at once, and shows what fails. */
export function prefetchInBrowser(start: ScreenQueries, args: BrowserArgs): null {
  startInBrowser(start, args).catch(() => undefined);
  return null;
}

/** Waits for a screen's queries, for a screen that has its own page for what is not found. Throws what `load` throws. */
export async function fetchInBrowser(start: ScreenQueries, args: BrowserArgs): Promise<null> {
  await load(() => startInBrowser(start, args));
  return null;
}

/** For `catch`: lets errors with one of these codes pass as an answer. */
export const allow =
  (...codes: readonly string[]) =>
  (error: unknown): void => {
    if (!codes.includes(problemOf(error)?.code ?? '')) throw error;
  };

/** `shouldRevalidate` of a screen whose tabs, filters or pages are addresses. */
export const whenPathChanges: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname;
