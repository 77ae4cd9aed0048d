import type { LoaderFunctionArgs } from '@remix-run/node';
import { type ReactNode, useEffect } from 'react';
import { remember } from '../api/browser-store.ts';
import { load } from '../api/load.ts';
import { type Prefetched, prefetch, type ScreenQueries } from '../api/screen-queries.ts';
import { NowProvider } from '../ui/time/now.tsx';
import type { SessionView } from './session.ts';
import { SessionGuard } from './session-guard.tsx';
import { Shell } from './shell.tsx';
import { useShownSession } from './shown-session.ts';

/** The bell goes without its number rather than the page without the shell. */
const shellQueries: ScreenQueries = ({ queries, trpc }) => [queries.prefetchQuery(trpc.certificates.stats.queryOptions())];

/** Loads what the shell around every screen shows. */
export async function loadShell(args: LoaderFunctionArgs): Promise<LoadedShell & Prefetched> {
  const { caller, publicUrl } = args.context;
  const [session, prefetched] = await Promise.all([load(() => caller.accounts.session()), prefetch(shellQueries, args)]);
  return { ...prefetched, session, now: new Date(), publicUrl: publicUrl.replace(/\/$/, '') };
}

export interface LoadedShell {
  readonly session: SessionView;
  readonly now: Date;
  readonly publicUrl: string;
}

interface AppShellProps {
  readonly shell: LoadedShell;
  readonly title: string;
  readonly children: ReactNode;
}

/** The sidebar and top bar of a signed-in person around a screen. */
export function AppShell({ shell: { session, now }, title, children }: AppShellProps) {
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
