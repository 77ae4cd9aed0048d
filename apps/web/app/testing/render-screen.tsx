import { createRemixStub } from '@remix-run/testing';
import { type RenderResult, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createPageApi } from '../api/page-api.ts';
import { Providers } from '../theme/providers.tsx';

interface Options {
  /** The address the screen is opened at. */
  readonly at?: string;
  /** Route pattern of the screen, where it reads parameters. */
  readonly path?: string;
}

/** A screen with everything around it in the program; every other address shows itself as text. */
export function renderScreen(screen: ReactNode, { at = '/', path = '/' }: Options = {}): RenderResult {
  const api = createPageApi();
  const Stub = createRemixStub([
    {
      path,
      Component: () => (
        <Providers api={api} scope="public">
          {screen}
        </Providers>
      ),
    },
    { path: '*', Component: () => <p>elsewhere</p> },
  ]);
  return render(<Stub initialEntries={[at]} />);
}
