import type { LoaderFunctionArgs } from '@remix-run/node';
import type { ClientLoaderFunctionArgs, MetaFunction } from '@remix-run/react';
import { prefetch, prefetchInBrowser, type ScreenQueries, whenPathChanges } from '../api/screen-queries.ts';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { parseTab, type SettingsTab } from '../features/settings/tabs.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { usePublicUrl } from '../shell/session.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Settings' };

export const meta: MetaFunction = () => pageMeta('Settings', 'Your profile and how you sign in, and the tokens and keys of scripts.');

/** The queries of the opened tab; another tab asks when it is opened. Each tab shows what fails. */
const tabQueries: Readonly<Record<SettingsTab, ScreenQueries>> = {
  Profile: ({ queries, trpc }) => [
    queries.prefetchQuery(trpc.profile.get.queryOptions()),
    queries.prefetchQuery(trpc.accounts.listSessions.queryOptions()),
  ],
  Tokens: ({ queries, trpc }) => [queries.fetchQuery(trpc.settings.tokens.queryOptions())],
  'API Keys': ({ queries, trpc }) => [queries.prefetchQuery(trpc.settings.apiKeys.queryOptions())],
  'API Documentation': () => [],
};

const screenQueries: ScreenQueries = (context) => tabQueries[parseTab(context.search, true)](context);

export const loader = (args: LoaderFunctionArgs) => prefetch(screenQueries, args);
export const clientLoader = (args: ClientLoaderFunctionArgs) => prefetchInBrowser(screenQueries, args);

/** The tabs are addresses of the one screen. */
export const shouldRevalidate = whenPathChanges;

export default function SettingsRoute() {
  return <SettingsScreen publicUrl={usePublicUrl()} />;
}
