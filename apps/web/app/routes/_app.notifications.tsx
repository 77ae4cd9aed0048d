import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, type ShouldRevalidateFunctionArgs, useLoaderData } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../api/load.ts';
import { useTRPC } from '../api/trpc.ts';
import { logInput } from '../features/notifications/alerts/use-log.ts';
import { NotificationsScreen } from '../features/notifications/notifications-screen.tsx';
import type { AlertLog, ChannelList } from '../features/notifications/types.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Notifications' };

export const meta: MetaFunction = () =>
  pageMeta('Notifications', 'Who is told before a certificate expires, over which channels, and every alert with its way to you.');

interface Loaded {
  readonly log: AlertLog;
  readonly channels: ChannelList;
}

export async function loader({ context }: LoaderFunctionArgs): Promise<Loaded> {
  const { notifications } = context.caller;
  const [log, channels] = await Promise.all([load(() => notifications.log(logInput)), load(() => notifications.listChannels())]);
  return { log, channels };
}

/** Inside the app the screen asks by itself. */
export const clientLoader = (): Loaded | null => null;

/** The tabs are addresses of the one screen. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

export default function NotificationsRoute() {
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const queries = useQueryClient();
  const trpc = useTRPC();
  useState(() => {
    if (loaded === null) return;
    queries.setQueryData(trpc.notifications.log.infiniteQueryKey(logInput), { pages: [loaded.log], pageParams: [null] });
    queries.setQueryData(trpc.notifications.listChannels.queryKey(), loaded.channels);
  });
  return <NotificationsScreen />;
}
