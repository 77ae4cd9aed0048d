import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { allow, prefetch, prefetchInBrowser, type ScreenQueries } from '../api/screen-queries.ts';
import { OperationScreen } from '../features/admin/operation-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Administration' };

export const meta: MetaFunction = () => pageMeta('Operation', 'Queues, checks, channels, services and database of this installation.');

/** People without the right get the screen, which says so, and no figure. */
const screenQueries: ScreenQueries = ({ queries, trpc }) => [
  queries.fetchQuery(trpc.admin.operatorView.queryOptions()).catch(allow('platform_admin_required')),
  queries.prefetchQuery(trpc.admin.failingChannels.queryOptions()),
  queries.prefetchQuery(trpc.admin.database.queryOptions()),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export default OperationScreen;
