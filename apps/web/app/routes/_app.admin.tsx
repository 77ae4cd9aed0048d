import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { allow, prefetch, prefetchInBrowser, type ScreenQueries } from '../api/screen-queries.ts';
import { activityInput, firstOrganizations } from '../features/admin/admin-queries.ts';
import { AdminScreen } from '../features/admin/admin-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Administration' };

export const meta: MetaFunction = () => pageMeta('Administration', 'Organizations, figures and health of this installation.');

/** People without the right get the screen, which says so, and no figure. */
const screenQueries: ScreenQueries = ({ queries, trpc }) => [
  queries.fetchQuery(trpc.admin.dashboard.queryOptions()).catch(allow('platform_admin_required')),
  queries.prefetchQuery(trpc.admin.health.queryOptions()),
  queries.prefetchQuery(trpc.admin.charts.queryOptions()),
  queries.prefetchQuery(trpc.admin.organizations.queryOptions(firstOrganizations)),
  queries.prefetchQuery(trpc.admin.activity.queryOptions(activityInput)),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

export default AdminScreen;
