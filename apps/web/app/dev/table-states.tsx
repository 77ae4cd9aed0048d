import { statusOf } from '@notafter/domain';
import { useState } from 'react';
import { Badge } from '../ui/badge/badge.tsx';
import type { Column } from '../ui/data-table/column.ts';
import { DataTable } from '../ui/data-table/data-table.tsx';
import { CellButton, RowLink } from '../ui/data-table/table-row.tsx';
import { Horizon, HorizonAxis } from '../ui/lifeline/horizon.tsx';
import { TableFoot } from '../ui/pager/table-foot.tsx';
import { usePages } from '../ui/pager/use-pages.ts';
import { Panel } from '../ui/panel/panel.tsx';
import { EmptyState, ErrorState } from '../ui/states/states.tsx';
import { AbsoluteTime } from '../ui/time/absolute-time.tsx';
import { KIT_NOW, type Sample, samples } from './kit-samples.ts';

const ignore = (): void => undefined;
const toneOf = ({ notAfter }: Sample) => statusOf(notAfter, KIT_NOW);

const columns: readonly Column<Sample>[] = [
  {
    id: 'domain',
    header: 'Domain',
    enableSorting: true,
    cell: ({ row }) => (
      <RowLink to="#row" title={row.original.domain}>
        {row.original.domain}
      </RowLink>
    ),
    meta: { width: '30%', look: 'name', card: 'wide', line: 1 },
  },
  { id: 'issuer', header: 'Issuer', cell: ({ row }) => row.original.issuer, meta: { width: 150, from: 850, card: 'hidden' } },
  {
    id: 'days',
    header: 'Expires',
    enableSorting: true,
    cell: ({ row }) => (
      <>
        {row.original.days}
        <small> d</small>
      </>
    ),
    meta: { width: 76, align: 'end', card: 'corner' },
  },
  {
    id: 'horizon',
    header: () => <HorizonAxis />,
    cell: ({ row }) => <Horizon life={{ ...row.original, now: KIT_NOW }} tone={toneOf(row.original)} />,
    meta: { card: 'wide', axis: true, awaited: <Horizon life={null} tone="unreachable" /> },
  },
  {
    id: 'date',
    header: '',
    cell: ({ row }) => <AbsoluteTime value={row.original.notAfter} />,
    meta: { width: 100, look: 'small', card: 'start' },
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ row }) => <Badge tone={toneOf(row.original)}>{toneOf(row.original)}</Badge>,
    meta: { width: 124, card: 'end' },
  },
];

const plainColumns: readonly Column<Sample>[] = [
  { id: 'name', header: 'Name', cell: ({ row }) => row.original.domain, meta: { look: 'name', card: 'wide', wrap: true } },
  { id: 'issuer', header: 'Issuer', cell: ({ row }) => row.original.issuer, meta: { width: 200 } },
  { id: 'ends', header: 'Ends', cell: ({ row }) => <AbsoluteTime value={row.original.notAfter} />, meta: { width: 110, look: 'small' } },
  { id: 'actions', header: '', cell: () => <CellButton onClick={ignore}>Details</CellButton>, meta: { width: 90, card: 'tail' } },
];

const keyOf = ({ domain }: Sample): string => domain;
const toggled = (set: ReadonlySet<string>, domain: string): ReadonlySet<string> =>
  set.has(domain) ? new Set([...set].filter((one) => one !== domain)) : new Set([...set, domain]);
const sort = { column: 'days', order: 'asc', to: (column: string) => `#sort-${column}` } as const;

const many = Array.from({ length: 6 }, (_, round) =>
  samples.map((one, at) => ({ ...one, domain: `host-${4 * round + at}.example` })),
).flat();

const states = {
  loading: { rows: undefined, skeletonRows: 4 },
  stale: { rows: samples, stale: true },
  empty: {
    rows: [],
    empty: <EmptyState plain title="No matches" text="No certificate matches the filters." />,
    foot: <TableFoot pages={null}>Rows are kept for 400 days.</TableFoot>,
  },
  failed: {
    rows: undefined,
    error: <ErrorState title="Certificates did not load" text="The server did not answer. Monitoring continues." onRetry={ignore} />,
  },
};

/** `DataTable` in each of its states. */
export function TableStates() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['mail.harborline.example']));
  const pages = usePages(many);
  const shared = { columns, rowKey: keyOf, sort, cardsBelow: 760 };
  return (
    <>
      <Panel title="DataTable: sorted, selectable, rows link, one row open">
        <DataTable
          {...shared}
          label="Certificates with checkboxes"
          rows={samples}
          rowLook={(row) => ({ urgency: toneOf(row) })}
          detail={({ days }) => (days === 19 ? 'The row below which it is open continues here, across all columns.' : null)}
          selection={{
            allLabel: 'Select all',
            share: selected.size === 0 ? 'none' : selected.size === samples.length ? 'all' : 'some',
            onToggleAll: () => setSelected(new Set(selected.size === 0 ? samples.map(keyOf) : [])),
            labelOf: ({ domain, days }) => (days > 60 ? null : `Select ${domain}`),
            isSelected: ({ domain }) => selected.has(domain),
            onToggle: ({ domain }) => setSelected(toggled(selected, domain)),
          }}
        />
      </Panel>
      <Panel title="DataTable: plain, with pages, one row current and one muted">
        <DataTable
          label="Plain"
          columns={plainColumns}
          rows={pages.shown}
          rowKey={keyOf}
          rowLook={({ domain }) => ({ current: domain === 'host-1.example', muted: domain === 'host-2.example' })}
          foot={<TableFoot pages={pages}>Rows are kept for 400 days.</TableFoot>}
        />
      </Panel>
      {Object.entries(states).map(([state, shown]) => (
        <Panel key={state} title={`DataTable: ${state}`}>
          <DataTable {...shared} label={state} {...shown} />
        </Panel>
      ))}
    </>
  );
}
