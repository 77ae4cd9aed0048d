import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, redirect, type ShouldRevalidateFunctionArgs, useLoaderData, useLocation, useRouteLoaderData } from '@remix-run/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { remember } from '../api/browser-store.ts';
import { load } from '../api/load.ts';
import { useTRPC } from '../api/trpc.ts';
import { currentLabel } from '../shell/navigation.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { SessionGuard } from '../shell/session-guard.tsx';
import { Shell } from '../shell/shell.tsx';
import { useShownSession } from '../shell/shown-session.ts';
import { RouteError } from '../ui/errors/route-error.tsx';
import { NowProvider } from '../ui/time/now.tsx';

export async function loader({ context }: LoaderFunctionArgs) {
  if (context.actor === null) throw redirect('/');
  const [session, stats] = await Promise.all([
    load(() => context.caller.accounts.session()),
    // The bell goes without its number rather than the page without the shell; the router has logged the failure.
    context.caller.certificates.stats().catch(() => null),
  ]);
  return { session, stats, now: new Date() };
}

/** Moving between screens keeps the shell; Retry and an explicit revalidation load it anew. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean => currentUrl.href === nextUrl.href;

export default function AppLayout() {
  const { session, stats, now } = useLoaderData<typeof loader>();
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
        <Shell session={useShownSession(session)} title={usePageTitle()}>
          <Outlet />
        </Shell>
      </SessionGuard>
    </NowProvider>
  );
}

/** A screen that fails keeps the shell around it, unless the shell itself is what did not load. */
export function ErrorBoundary() {
  const shell = useRouteLoaderData<typeof loader>('routes/_app');
  const { pathname } = useLocation();
  if (shell === undefined) {
    return (
      <main>
        <RouteError heading="h1" />
      </main>
    );
  }
  return (
    <NowProvider initial={shell.now}>
      <Shell session={shell.session} title={currentLabel(pathname)}>
        <RouteError />
      </Shell>
    </NowProvider>
  );
}
