import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { logQuery } from '../features/notifications/alerts/use-log.ts';
import { NotificationsScreen } from '../features/notifications/notifications-screen.tsx';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Notifications' };

export const meta: MetaFunction = () =>
  pageMeta('Notifications', 'Who is alerted before a certificate expires, over which channels, and every alert with its way to you.');

const screenQueries: ScreenQueries = ({ queries, trpc }) => [
  queries.fetchInfiniteQuery(logQuery(trpc)),
  queries.fetchQuery(trpc.notifications.channels.queryOptions()),
];

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

/** The tabs are addresses of the one screen. */
export const shouldRevalidate = whenPathChanges;

export default NotificationsScreen;
