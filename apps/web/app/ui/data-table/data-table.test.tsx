import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { CellButton, RowLink } from './table-row.tsx';

afterEach(cleanup);

interface Ship {
  readonly id: string;
  readonly name: string;
  readonly crew: number;
}

const ships: readonly Ship[] = [
  { id: '1', name: 'Aurora', crew: 12 },
  { id: '2', name: 'Borealis', crew: 7 },
];
const columns: readonly Column<Ship>[] = [
  { id: 'name', header: 'Name', enableSorting: true, cell: ({ row }) => <RowLink to={`/ships/${row.id}`}>{row.original.name}</RowLink> },
  { id: 'crew', header: 'Crew', cell: ({ row }) => row.original.crew },
  { id: 'actions', header: '', cell: () => <CellButton onClick={() => undefined}>Open</CellButton> },
];

const show = (props: Partial<ComponentProps<typeof DataTable<Ship>>> = {}) => {
  const Stub = createRemixStub([
    { path: '/', Component: () => <DataTable label="Ships" columns={columns} rows={ships} rowKey={({ id }) => id} {...props} /> },
  ]);
  return render(<Stub />);
};
const table = () => within(screen.getByRole('table', { name: 'Ships' }));

it('shows a row for each item, with a header for each column that has a name', () => {
  show();
  expect(
    table()
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Name', 'Crew']);
  expect(
    table()
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['NameCrew', 'Aurora12Open', 'Borealis7Open']);
  expect(table().getByRole('link', { name: 'Aurora' }).getAttribute('href')).toBe('/ships/1');
});

it('repeats the header as the label of a cell, for the cards of a narrow screen', () => {
  show();
  expect(table().getByText('12').getAttribute('data-label')).toBe('Crew');
});

it('names its rows to screen readers by the column that says so', () => {
  const [name, ...others] = columns;
  if (name === undefined) throw new Error('no column');
  show({ columns: [{ ...name, meta: { rowHeader: true } }, ...others] });
  expect(
    table()
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Aurora', 'Borealis']);
});

it('sorts by an address, and says which column is sorted', () => {
  show({ sort: { column: 'name', order: 'desc', to: (column) => `/?sort=${column}` } });
  expect(table().getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('descending');
  expect(table().getByRole('link', { name: 'Name' }).getAttribute('href')).toBe('/?sort=name');
  expect(table().queryByRole('link', { name: 'Crew' })).toBeNull();
});

describe('the checkboxes', () => {
  const onToggle = vi.fn();
  const onToggleAll = vi.fn();
  const selection = {
    allLabel: 'Select all',
    share: 'some',
    onToggleAll,
    labelOf: ({ id, name }: Ship) => (id === '2' ? null : `Select ${name}`),
    isSelected: ({ id }: Ship) => id === '1',
    onToggle,
  } as const;

  it('report what was toggled, and are absent from a row that cannot be selected', () => {
    show({ selection });
    const [all, first, ...others] = table().getAllByRole<HTMLInputElement>('checkbox');
    expect([all?.indeterminate, first?.checked, others.length]).toEqual([true, true, 0]);
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Aurora' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
    expect(onToggle).toHaveBeenCalledExactlyOnceWith(ships[0]);
    expect(onToggleAll).toHaveBeenCalledOnce();
  });
});

describe('the states', () => {
  it('are a skeleton in the layout of the rows until they arrive', () => {
    show({ rows: undefined, skeletonRows: 4 });
    expect(screen.getByRole('table', { name: 'Ships' }).getAttribute('aria-busy')).toBe('true');
    expect(table().getAllByRole('row')).toHaveLength(5);
  });

  it('are the empty state with the foot below it', () => {
    show({ rows: [], empty: <p>No ships yet</p>, foot: <p>Kept for a year</p> });
    expect(screen.queryByRole('table')).toBeNull();
    expect([screen.getByText('No ships yet'), screen.getByText('Kept for a year')]).toHaveLength(2);
  });

  it('are the error in place of the table', () => {
    show({ rows: undefined, error: <p role="alert">Ships did not load</p> });
    expect(screen.queryByRole('table')).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe('Ships did not load');
  });

  it('say that rows are about to be replaced', () => {
    show({ stale: true });
    expect(screen.getByRole('table', { name: 'Ships' }).getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('Aurora')).toBeTruthy();
  });
});

it('shows the detail of an open row below it, across all columns', () => {
  show({ detail: ({ id }) => (id === '1' ? <p>Built 1998</p> : null) });
  expect(screen.getByText('Built 1998').closest('td')?.colSpan).toBe(3);
  expect(table().getAllByRole('row')).toHaveLength(4);
});

function Recolumned() {
  const [word, setWord] = useState('new');
  const changing: readonly Column<Ship>[] = [
    { id: 'name', header: 'Name', cell: ({ row }) => `${word} ${row.original.name}` },
    { id: 'note', header: 'Note', cell: ({ row }) => <input aria-label={`Note on ${row.original.name}`} /> },
  ];
  return (
    <>
      <button type="button" onClick={() => setWord('changed')}>
        Change
      </button>
      <DataTable label="Ships" columns={changing} rows={ships} rowKey={({ id }) => id} />
    </>
  );
}

it('keeps what is inside a cell when its columns change', () => {
  const Stub = createRemixStub([{ path: '/', Component: Recolumned }]);
  render(<Stub />);
  const field = screen.getByRole('textbox', { name: 'Note on Aurora' });
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(screen.getByText('changed Aurora')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Note on Aurora' })).toBe(field);
});
