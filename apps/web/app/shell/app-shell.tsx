import type { AppLoadContext } from '@remix-run/node';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { remember } from '../api/browser-store.ts';
import { load } from '../api/load.ts';
import { useTRPC } from '../api/trpc.ts';
import { NowProvider } from '../ui/time/now.tsx';
import { SessionGuard } from './session-guard.tsx';
import { Shell } from './shell.tsx';
import { useShownSession } from './shown-session.ts';

/** Loads what the shell around every screen shows. */
export async function loadShell({ caller }: Pick<AppLoadContext, 'caller'>) {
  const [session, stats] = await Promise.all([
    load(() => caller.accounts.session()),
    // The bell goes without its number rather than the page without the shell; the router has logged the failure.
    caller.certificates.stats().catch(() => null),
  ]);
  return { session, stats, now: new Date() };
}

export type LoadedShell = Awaited<ReturnType<typeof loadShell>>;

interface AppShellProps {
  readonly shell: LoadedShell;
  readonly title: string;
  readonly children: ReactNode;
}

/** The sidebar and top bar of a signed-in person around a screen. */
export function AppShell({ shell: { session, stats, now }, title, children }: AppShellProps) {
  const queries = useQueryClient();
  const trpc = useTRPC();
  useState(() => {
    if (stats !== null) queries.setQueryData(trpc.certificates.stats.queryKey(), stats);
  });
  useEffect(() => {
    remember('plan', session.plan);
    remember('orgId', session.orgId);
  }, [session.plan, session.orgId]);
  return (
    <NowProvider initial={now}>
      <SessionGuard>
        <Shell session={useShownSession(session)} title={title}>
          {children}
        </Shell>
      </SessionGuard>
    </NowProvider>
  );
}
