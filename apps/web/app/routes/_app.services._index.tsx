import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries } from '../api/screen-queries.ts';
import { ServicesScreen } from '../features/services/list/services-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Services' };

export const meta: MetaFunction = () => pageMeta('Services', 'The databases, dashboards and message brokers of your organization.');

const screenQueries: ScreenQueries = ({ queries, trpc }) => [queries.fetchQuery(trpc.services.list.queryOptions({}))];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export default ServicesScreen;
