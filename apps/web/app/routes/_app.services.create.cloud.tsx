import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries } from '../api/screen-queries.ts';
import { CloudScreen } from '../features/services/create/cloud-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Create service' };

export const meta: MetaFunction = () =>
  pageMeta('Create service', 'Deploy a database, a dashboard or a message broker on any cloud provider.');

const screenQueries: ScreenQueries = ({ queries, trpc }) => [queries.prefetchQuery(trpc.services.catalog.queryOptions())];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export default CloudScreen;
