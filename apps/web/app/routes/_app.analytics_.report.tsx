import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { allow, prefetch, prefetchInBrowser, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { ReportScreen } from '../features/reports/report-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Analytics' };

export const meta: MetaFunction = () => pageMeta('Report', 'The figures of a week or a month, by mail.');

/** A plan without reports gets a locked card. */
const screenQueries: ScreenQueries = ({ queries, trpc }) => [
  queries.fetchQuery(trpc.reports.settings.queryOptions()).catch(allow('reports_plan')),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export const shouldRevalidate = whenPathChanges;

export default ReportScreen;
