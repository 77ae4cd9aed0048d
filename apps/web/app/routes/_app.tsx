import type { LoaderFunctionArgs } from '@remix-run/node';
import { redirect, type ShouldRevalidateFunctionArgs, useLoaderData, useLocation, useRouteLoaderData } from '@remix-run/react';
import { AppShell, loadShell } from '../shell/app-shell.tsx';
import { currentLabel } from '../shell/navigation.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { Shell } from '../shell/shell.tsx';
import { WatchedScreen } from '../ui/errors/navigation-watch.tsx';
import { RouteError } from '../ui/errors/route-error.tsx';
import { NowProvider } from '../ui/time/now.tsx';

export async function loader(args: LoaderFunctionArgs) {
  if (args.context.actor === null) throw redirect('/');
  return loadShell(args);
}

/** Moving between screens keeps the shell; Retry and an explicit revalidation load it again. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean => currentUrl.href === nextUrl.href;

export default function AppLayout() {
  return (
    <AppShell shell={useLoaderData<typeof loader>()} title={usePageTitle()}>
      <WatchedScreen heading="h2" />
    </AppShell>
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
