import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useRedirectHomeAfter } from './account-parts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Page({ when }: { readonly when: boolean }) {
  useRedirectHomeAfter(3000, when);
  return <p>here</p>;
}

const open = async (when: boolean) => {
  const Stub = createRemixStub([
    { path: '/done', Component: () => <Page when={when} /> },
    { path: '/', Component: () => <p>home</p> },
  ]);
  const { unmount } = render(<Stub initialEntries={['/done']} />);
  await act(() => vi.advanceTimersByTimeAsync(2999));
  expect(screen.getByText('here')).toBeTruthy();
  return unmount;
};

it('leads home at the very end of the delay, not before', async () => {
  await open(true);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(screen.getByText('home')).toBeTruthy();
});

it('stays if there is nowhere to go', async () => {
  await open(false);
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('here')).toBeTruthy();
});

it('leads nowhere once the person has left', async () => {
  const leave = await open(true);
  leave();
  expect(vi.getTimerCount()).toBe(0);
});
