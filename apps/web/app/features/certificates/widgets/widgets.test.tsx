import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useApiServer } from '../../../testing/api-server.ts';
import { clearScreen, renderAppScreen } from '../../../testing/render-app-screen.tsx';
import { Widgets } from './widgets.tsx';

const api = useApiServer();
afterEach(() => {
  clearScreen();
  vi.unstubAllGlobals();
});

/** A window in which everything is near, and a browser that is idle when the test says so. */
const stubBrowser = () => {
  const waiting: (() => void)[] = [];
  class Near {
    readonly #notify: (entries: readonly { readonly isIntersecting: boolean }[]) => void;
    constructor(notify: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
      this.#notify = notify;
    }
    observe(): void {
      this.#notify([{ isIntersecting: true }]);
    }
    disconnect(): void {}
  }
  const cancelled: number[] = [];
  vi.stubGlobal('IntersectionObserver', Near);
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => waiting.push(callback));
  vi.stubGlobal('cancelIdleCallback', (request: number) => cancelled.push(request));
  return { waiting, cancelled };
};

it('waits for an idle browser although it is near from the start', async () => {
  api.answer('certificates.widgets', { error: 'internal', message: 'Something went wrong on our side.' });
  const { waiting } = stubBrowser();
  renderAppScreen(<Widgets />);
  expect([waiting.length, screen.queryByRole('region')]).toEqual([1, null]);
  waiting[0]?.();
  expect(await screen.findByRole('region', { name: 'Compliance Dashboard' })).toBeTruthy();
});

it('asks for nothing once its screen was left', () => {
  const { cancelled } = stubBrowser();
  renderAppScreen(<Widgets />);
  clearScreen();
  expect(cancelled).toEqual([1]);
  expect(api.calls).toEqual([]);
});
