import { entitlementsOf, type PlanName, type Role } from '@notafter/domain';
import { Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { cleanup, type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createPageApi } from '../api/page-api.ts';
import { Providers } from '../theme/providers.tsx';
import { NowProvider } from '../ui/time/now.tsx';
import { closeAllToasts } from '../ui/toasts/show-toast.ts';
import { NOW } from './now.ts';

interface Options {
  readonly at?: string;
  /** Pattern of the screen's address. */
  readonly path?: string;
  readonly role?: Role;
  readonly plan?: PlanName;
  readonly platformAdmin?: boolean;
}

/** A screen inside the shell's route as a person of this role; every other address shows itself. */
export function renderAppScreen(
  screen: ReactNode,
  { at = '/certificates', path = '/certificates', role = 'admin', plan = 'Team', platformAdmin = false }: Options = {},
): RenderResult {
  const shell = {
    session: {
      orgId: '0198b5a0-0000-7000-8000-0000000000aa',
      plan,
      entitlements: entitlementsOf(plan),
      user: { id: 'person-1', role },
      platformAdmin,
    },
  };
  const api = createPageApi();
  const Stub = createRemixStub([
    {
      id: 'routes/_app',
      path: '/',
      loader: () => shell,
      Component: () => (
        <Providers api={api} scope="app">
          <NowProvider initial={NOW}>
            <Outlet />
          </NowProvider>
        </Providers>
      ),
      children: [
        { path, Component: () => screen },
        { path: '*', Component: () => <p>elsewhere</p> },
      ],
    },
  ]);
  return render(<Stub initialEntries={[at]} hydrationData={{ loaderData: { 'routes/_app': shell } }} />);
}

/** After each test. */
export function clearScreen(): void {
  closeAllToasts();
  cleanup();
}
