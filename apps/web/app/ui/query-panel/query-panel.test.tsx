import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { QueryPanel } from './query-panel.tsx';

afterEach(cleanup);

const refetch = vi.fn();
const query = { data: undefined, error: null, isError: false, isFetching: false, refetch };

const show = (state: Partial<Omit<typeof query, 'data' | 'error'>> & { data?: readonly string[]; error?: Error }) =>
  render(
    <MantineProvider>
      <QueryPanel
        query={{ ...query, ...state }}
        failed="Ships did not load"
        unaffected="They still sail."
        skeleton={<p>Loading</p>}
        isEmpty={(ships) => ships.length === 0}
        empty={<p>No ships yet</p>}
      >
        {(ships) => <p>{ships.join(', ')}</p>}
      </QueryPanel>
    </MantineProvider>,
  );

it.each([
  ['the skeleton while it loads', {}, 'Loading'],
  ['the empty state', { data: [] }, 'No ships yet'],
  ['the data', { data: ['Aurora', 'Borealis'] }, 'Aurora, Borealis'],
  ['the data it has after a failed refetch', { data: ['Aurora'], isError: true, error: new Error('down') }, 'Aurora'],
])('shows %s', (_state, state, text) => {
  show(state);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('says what failed, why, and what still works, and loads again on Retry', () => {
  show({ isError: true, error: new Error('down') });
  expect(screen.getByRole('alert').textContent).toMatch(/^Ships did not load.*did not answer.* They still sail\.Retry$/);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(refetch).toHaveBeenCalledOnce();
});
