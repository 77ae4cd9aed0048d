import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearScreen, renderAppScreen } from '../../testing/render-app-screen.tsx';
import { showError, showSuccess } from './show-toast.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  renderAppScreen(<p>The screen</p>);
});
afterEach(() => {
  clearScreen();
  vi.useRealTimers();
});

const after = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));

it('shows a success for 5 seconds', () => {
  act(() => showSuccess('Certificate checked successfully!'));
  expect(screen.getByRole('status').textContent).toBe('Certificate checked successfully!');
  after(4999);
  expect(screen.queryByRole('status')).toBeTruthy();
  after(1);
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.getByText('The screen')).toBeTruthy();
});

it('announces a failure at once, and closes it on request', () => {
  act(() => showError('Failed to check certificate'));
  expect(screen.getByRole('alert').textContent).toBe('Failed to check certificate');
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('stays under the pointer and with the focus on it, and 5 seconds longer', () => {
  act(() => showSuccess('Saved'));
  const toast = screen.getByRole('status');
  fireEvent.pointerEnter(toast);
  after(60_000);
  fireEvent.pointerLeave(toast);
  after(4999);
  fireEvent.focus(screen.getByRole('button', { name: 'Close' }));
  after(60_000);
  fireEvent.blur(screen.getByRole('button', { name: 'Close' }));
  after(4999);
  expect(screen.queryByRole('status')).toBeTruthy();
  after(1);
  expect(screen.queryByRole('status')).toBeNull();
});

it('shows four at once and the next one when one is gone', () => {
  act(() => {
    for (const n of [1, 2, 3, 4, 5]) showSuccess(`Toast ${n}`);
  });
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['Toast 1', 'Toast 2', 'Toast 3', 'Toast 4']);
  after(5000);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual(['Toast 5']);
});
