import { Link, Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { dehydrate, HydrationBoundary, QueryClient, QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { clearScreen } from '../testing/render-app-screen.tsx';
import { useDehydrated } from './dehydrated.ts';

afterEach(clearScreen);

const queryKey = ['checked'];
const HOUR_MS = 3_600_000;

/** The answer of a loader on a server whose clock is ahead of the browser's by so much. */
function answered(checked: Date, aheadMs: number) {
  const queries = new QueryClient();
  queries.setQueryData(queryKey, { checked }, { updatedAt: Date.now() + aheadMs });
  return { dehydrated: dehydrate(queries) };
}

function App() {
  return (
    <HydrationBoundary state={useDehydrated()}>
      <Outlet />
    </HydrationBoundary>
  );
}

function Screen({ title }: { readonly title: string }) {
  const { data } = useQuery<{ checked: Date }>({ queryKey, queryFn: skipToken });
  return (
    <>
      <h1>{title}</h1>
      <p>checked {data?.checked.toISOString() ?? 'never'}</p>
      <Link to="/other">Other</Link>
    </>
  );
}

const open = (loaded: unknown): QueryClient => {
  const queries = new QueryClient();
  const Stub = createRemixStub([
    {
      id: 'root',
      path: '/',
      Component: () => (
        <QueryClientProvider client={queries}>
          <App />
        </QueryClientProvider>
      ),
      children: [
        {
          id: 'layout',
          Component: Outlet,
          children: [
            { id: 'first', index: true, Component: () => <Screen title="First" /> },
            { id: 'other', path: 'other', Component: () => <Screen title="Second" /> },
          ],
        },
      ],
    },
  ]);
  render(<Stub hydrationData={{ loaderData: { layout: loaded, first: null } }} />);
  return queries;
};

const loaded = new Date('2026-11-20T09:36:00.123Z');

it('shows what a loader answered, with its dates, in the first render', () => {
  open(answered(loaded, 0));
  expect(screen.getByText('checked 2026-11-20T09:36:00.123Z')).toBeTruthy();
});

it.each([
  ['ahead', HOUR_MS],
  ['behind', -HOUR_MS],
])('keeps a newer answer of the browser when the clock of the server is an hour %s', async (_where, aheadMs) => {
  const queries = open(answered(loaded, aheadMs));
  await act(async () => queries.setQueryData(queryKey, { checked: new Date('2026-11-20T10:00:00Z') }));
  fireEvent.click(screen.getByRole('link', { name: 'Other' }));
  await screen.findByRole('heading', { name: 'Second' });
  expect(screen.getByText('checked 2026-11-20T10:00:00.000Z')).toBeTruthy();
});

it('counts the age of an answer by the clock of the browser', () => {
  const before = Date.now();
  const queries = open(answered(loaded, HOUR_MS));
  const updatedAt = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
  expect(updatedAt).toBeGreaterThanOrEqual(before);
  expect(updatedAt).toBeLessThanOrEqual(Date.now());
});
