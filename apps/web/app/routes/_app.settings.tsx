import type { LoaderFunctionArgs } from '@remix-run/node';
import { type MetaFunction, type ShouldRevalidateFunctionArgs, useLoaderData } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { load } from '../api/load.ts';
import { useTRPC } from '../api/trpc.ts';
import { SettingsScreen } from '../features/settings/settings-screen.tsx';
import { parseTab } from '../features/settings/tabs.ts';
import type { ScreenHandle } from '../shell/page-title.ts';
import { pageMeta } from '../ui/page-meta.ts';

export const handle: ScreenHandle = { title: 'Settings' };

export const meta: MetaFunction = () => pageMeta('Settings', 'Your profile and how you sign in, and the tokens and keys of scripts.');

/** What the opened tab shows; another tab asks by itself. */
export async function loader({ context: { caller, publicUrl }, request }: LoaderFunctionArgs) {
  const tab = parseTab(new URL(request.url).searchParams, true);
  return {
    publicUrl: publicUrl.replace(/\/$/, ''),
    // A profile that does not load shows so itself, with Retry.
    profile: tab === 'Profile' ? await caller.profile.get().catch(() => null) : null,
    sessions: tab === 'Profile' ? await caller.accounts.listSessions().catch(() => null) : null,
    tokens: tab === 'Tokens' ? await load(() => caller.settings.tokens()) : null,
    // Without the plan or the role there are none: the tab says which.
    apiKeys: tab === 'API Keys' ? await caller.settings.apiKeys().catch(() => null) : null,
  };
}

/** The tabs are addresses of the one screen. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

export default function SettingsRoute() {
  const { publicUrl, profile, sessions, tokens, apiKeys } = useLoaderData<typeof loader>();
  const queries = useQueryClient();
  const trpc = useTRPC();
  useState(() => {
    if (profile !== null) queries.setQueryData(trpc.profile.get.queryKey(), profile);
    if (sessions !== null) queries.setQueryData(trpc.accounts.listSessions.queryKey(), sessions);
    if (tokens !== null) queries.setQueryData(trpc.settings.tokens.queryKey(), tokens);
    if (apiKeys !== null) queries.setQueryData(trpc.settings.apiKeys.queryKey(), apiKeys);
  });
  return <SettingsScreen publicUrl={publicUrl} />;
}
