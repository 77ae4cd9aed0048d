import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { setCorner } from './corner-state.ts';
import { showError, showSuccess } from './show-toast.ts';

const code = vi.hoisted(() => ({ arrives: true, asked: 0 }));
vi.mock('./load-corner.ts', () => ({
  loadCorner: async () => {
    code.asked += 1;
    if (!code.arrives) throw new TypeError('Failed to fetch dynamically imported module');
    return await import('./push-toast.tsx');
  },
}));

afterEach(() => {
  clearScreen();
  act(() => setCorner({ Corner: null, plain: null }));
  vi.useRealTimers();
});

it('a failure is told although the code of toasts does not arrive, and the screen stays', async () => {
  code.arrives = false;
  renderAppScreen(<p>The screen</p>);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  showError('Failed to check certificate');
  await act(async () => undefined);
  expect(screen.getByRole('alert').textContent).toBe('Failed to check certificate');
  expect(screen.getByText('The screen')).toBeTruthy();
  act(() => vi.advanceTimersByTime(5000));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('stands in the corner once its code is there', async () => {
  code.arrives = true;
  renderAppScreen(<p>The screen</p>);
  showSuccess('Certificate checked successfully!');
  expect(await screen.findByText('Certificate checked successfully!')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
});

it('is loaded with the first touch and not before', async () => {
  code.asked = 0;
  renderAppScreen(<p>The screen</p>);
  expect(code.asked).toBe(0);
  fireEvent.keyDown(window, { key: 'Tab' });
  fireEvent.keyDown(window, { key: 'Tab' });
  await waitFor(() => expect(code.asked).toBe(1));
});
