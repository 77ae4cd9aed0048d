import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { Bar } from '../../ui/bar/bar.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowLink } from '../../ui/data-table/table-row.tsx';
import { Note } from '../../ui/note/note.tsx';
import { TableFoot } from '../../ui/pager/table-foot.tsx';
import { forwardPages, type TableSize, tableSizes } from '../../ui/pager/use-pages.ts';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { StatusLine } from '../../ui/status-line/status-line.tsx';
import css from './analytics.module.css';
import { ExportButton } from './export-button.tsx';
import { scoreOrderHref, scoreOrderOf } from './score-order.ts';
import type { SslScore } from './types.ts';

/** Spec 2 section 9: bands of an SSL score. */
const toneOf = (score: number) => (score >= 90 ? 'valid' : score >= 80 ? 'warning' : score >= 70 ? 'critical' : 'expired');

const columns: readonly Column<SslScore>[] = [
  {
    id: 'domain',
    header: 'Domain',
    enableSorting: true,
    cell: ({ row }) => <RowLink to={`/certificates/${row.original.id}`}>{row.original.domain}</RowLink>,
    meta: { look: 'name', rowHeader: true, card: 'wide' },
  },
  {
    id: 'score',
    header: 'Score',
    enableSorting: true,
    cell: ({ row }) => <Score {...row.original} />,
    meta: { width: 170, card: 'start' },
  },
  {
    id: 'protocol',
    header: 'Protocol',
    enableSorting: true,
    cell: ({ row }) => row.original.protocol ?? '–',
    meta: { width: 110, card: 'hidden' },
  },
  {
    id: 'cipher',
    header: 'Cipher',
    enableSorting: true,
    cell: ({ row }) => row.original.cipher ?? '–',
    meta: { look: 'code', width: '26%', card: 'hidden' },
  },
  {
    id: 'keyBits',
    header: 'Key bits',
    enableSorting: true,
    cell: ({ row }) => row.original.keyBits ?? '–',
    meta: { align: 'end', width: 100, card: 'hidden' },
  },
  {
    id: 'chainValid',
    header: 'Chain',
    enableSorting: true,
    cell: ({ row }) => <Chain {...row.original} />,
    meta: { width: 130, card: 'end' },
  },
];

function Score({ score, reasons }: SslScore) {
  if (score === null) return <Note span>Unreachable</Note>;
  return (
    <span className={css.score} data-tone={toneOf(score)} title={reasons.join('\n')}>
      {score}
      <Bar percent={score} thin />
    </span>
  );
}

function Chain({ chainValid }: SslScore) {
  if (chainValid === null) return <>–</>;
  return (
    <StatusLine tone={chainValid ? 'valid' : 'expired'} plain>
      {chainValid ? 'Valid' : 'Not valid'}
    </StatusLine>
  );
}

/** Rows before somebody chooses another number; the route asks for as many. */
export const FIRST_PAGE = tableSizes[0];

/** Protocol, cipher and key of the last handshake with each endpoint, and their score. */
export function SslScoresPanel() {
  const trpc = useTRPC();
  const [search] = useSearchParams();
  const order = scoreOrderOf(search);
  const [size, setSize] = useState<TableSize>(FIRST_PAGE);
  /** The cursors of the pages up to this one; none for the first. They belong to one order. */
  const [paged, setPaged] = useState<{ readonly of: string; readonly cursors: readonly string[] }>({ of: '', cursors: [] });
  const shownOrder = `${order.sort} ${order.order}`;
  const cursors = paged.of === shownOrder ? paged.cursors : [];
  const cursor = cursors.at(-1);
  const query = useQuery({
    ...trpc.certificates.sslScores.queryOptions({ ...order, limit: size, ...(cursor === undefined ? {} : { cursor }) }),
    placeholderData: (shown) => shown,
  });
  return (
    <Panel title="SSL Configuration Details" aside={<ExportButton href="/v1/certificates/ssl-scores/export?format=csv" />}>
      <QueryPanel
        query={query}
        failed="The scores did not load"
        isEmpty={({ total }) => total === 0}
        empty={<EmptyState plain title="No endpoints yet" text="The first check of an endpoint fills this table." />}
      >
        {({ sslScores, total, nextCursor }) => (
          <DataTable
            label="SSL Configuration Details"
            columns={columns}
            rows={sslScores}
            rowKey={({ id }) => id}
            stale={query.isPlaceholderData}
            sort={{ column: order.sort, order: order.order, to: (column) => scoreOrderHref(search, column) }}
            foot={
              <TableFoot
                pages={forwardPages({ total, nextCursor }, sslScores.length, { size, cursors }, (place) => {
                  setSize(place.size);
                  setPaged({ of: shownOrder, cursors: place.cursors });
                })}
              />
            }
          />
        )}
      </QueryPanel>
    </Panel>
  );
}
