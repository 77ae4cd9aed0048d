import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { FIRST_ENDPOINTS } from '../features/analytics/readiness-by-endpoint.tsx';
import { ReadinessScreen } from '../features/analytics/readiness-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Analytics' };

export const meta: MetaFunction = () =>
  pageMeta('Readiness', 'How certificates are renewed, and what becomes of that under shorter lifetimes.');

const screenQueries: ScreenQueries = ({ queries, trpc }) => [
  queries.prefetchQuery(trpc.analytics.readiness.queryOptions()),
  queries.prefetchQuery(trpc.analytics.readinessByEndpoint.queryOptions({ limit: FIRST_ENDPOINTS })),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export const shouldRevalidate = whenPathChanges;

export default ReadinessScreen;
