import latinFont from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
import './theme/base.css';
import './theme/mantine.css';
import '@fontsource-variable/atkinson-hyperlegible-next/wght.css';
import '@fontsource-variable/atkinson-hyperlegible-mono/wght.css';
import './theme/tokens.css';
import type { LinksFunction } from '@remix-run/node';
import { Links, Meta, type MetaFunction, Outlet, Scripts, ScrollRestoration, useLocation, useMatches } from '@remix-run/react';
import { HydrationBoundary } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useDehydrated } from './api/dehydrated.ts';
import { pageApi } from './api/page-api.ts';
import { bootScript } from './theme/boot-script.ts';
import type { SchemeScope } from './theme/color-scheme.ts';
import { useHydrated } from './theme/hydrated.ts';
import { useNonce } from './theme/nonce.ts';
import { Providers } from './theme/providers.tsx';
import { NavigationWatch } from './ui/errors/navigation-watch.tsx';
import { RouteError } from './ui/errors/route-error.tsx';
import { replayTyped } from './ui/forms/replay-typed.ts';
import { pageMeta } from './ui/page-meta.ts';

export const links: LinksFunction = () => [
  { rel: 'preload', href: latinFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export const meta: MetaFunction = () => pageMeta('Certificates');

/** Screens behind sign-in, and the 404 page for people who are signed in, have the app's scheme; all others the public one. */
function useSchemeScope(): SchemeScope {
  return useMatches().some(({ id, data }) => id.startsWith('routes/_app') || isSignedIn(data)) ? 'app' : 'public';
}

const isSignedIn = (data: unknown): boolean => typeof data === 'object' && data !== null && 'signedIn' in data && data.signedIn === true;

export function Layout({ children }: { readonly children: ReactNode }) {
  const nonce = useNonce();
  const scope = useSchemeScope();
  const [api] = useState(pageApi);
  const { pathname, search } = useLocation();
  useEffect(() => {
    replayTyped(document);
    document.documentElement.setAttribute('data-hydrated', '');
  }, []);
  return (
    <html lang="en" data-mantine-color-scheme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: bootScript(scope) }} />
        <Meta />
        <Links />
      </head>
      <body>
        {useHydrated() ? null : (
          <div className="na-chunk-failed" role="alert">
            <strong>Loading chunk failed</strong>
            <a href={pathname + search}>Reload</a>
          </div>
        )}
        <Providers api={api} scope={scope}>
          {children}
        </Providers>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  return (
    <HydrationBoundary state={useDehydrated()}>
      <NavigationWatch>
        <Outlet />
      </NavigationWatch>
    </HydrationBoundary>
  );
}

export function ErrorBoundary() {
  return (
    <main>
      <RouteError heading="h1" />
    </main>
  );
}
