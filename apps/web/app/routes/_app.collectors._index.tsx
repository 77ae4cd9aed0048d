import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries } from '../api/screen-queries.ts';
import { CollectorsScreen } from '../features/collectors/list/collectors-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Collectors' };

export const meta: MetaFunction = () => pageMeta('Collectors', 'Programs that watch certificates inside closed networks.');

const screenQueries: ScreenQueries = ({ queries, trpc }) => [queries.prefetchQuery(trpc.collectors.list.queryOptions())];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export default CollectorsScreen;
