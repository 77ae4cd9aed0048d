import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { FIRST_PAGE } from '../features/transparency/issuances/issuances-panel.tsx';
import { issuancesInput, parseAddress } from '../features/transparency/transparency-address.ts';
import { TransparencyScreen } from '../features/transparency/transparency-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Transparency' };

export const meta: MetaFunction = () => pageMeta('Transparency', 'Every certificate that CAs issued below your domains.');

const screenQueries: ScreenQueries = ({ queries, trpc: { transparency }, search }) => {
  const address = parseAddress(search);
  if (address.tab === 'sources') return [queries.prefetchQuery(transparency.sources.queryOptions())];
  const domains = queries.prefetchQuery(transparency.domains.queryOptions());
  if (address.tab === 'domains') return [domains];
  return [domains, queries.prefetchQuery(transparency.issuances.queryOptions(issuancesInput(address, FIRST_PAGE)))];
};

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

/** Tabs and filters are addresses of the one screen. */
export const shouldRevalidate = whenPathChanges;

export default TransparencyScreen;
