import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { allow, prefetch, prefetchInBrowser, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { AnalyticsScreen } from '../features/analytics/analytics-screen.tsx';
import { scoreOrderOf } from '../features/analytics/score-order.ts';
import { FIRST_PAGE } from '../features/analytics/ssl-scores-panel.tsx';
import { windowOf } from '../features/analytics/timeline-window.ts';
import { trendOf } from '../features/analytics/trend-days.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Analytics' };

export const meta: MetaFunction = () => pageMeta('Analytics', 'Risk and health of the certificates, their issuers, lifetimes and cost.');

/** A plan without a part gets a locked card in its place. */
const screenQueries: ScreenQueries = ({ queries, trpc, search }) => [
  queries.prefetchQuery(trpc.analytics.get.queryOptions()),
  queries.prefetchQuery(trpc.analytics.trends.queryOptions({ days: trendOf(search) })),
  queries.prefetchQuery(trpc.certificates.sslScores.queryOptions({ ...scoreOrderOf(search), limit: FIRST_PAGE })),
  queries.fetchQuery(trpc.analytics.team.queryOptions()).catch(allow('team_analytics_plan')),
  queries.fetchQuery(trpc.analytics.timeline.queryOptions({ days: windowOf(search) })).catch(allow('enterprise_analytics_plan')),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

/** The windows of the timeline are addresses of the one screen. */
export const shouldRevalidate = whenPathChanges;

export default AnalyticsScreen;
