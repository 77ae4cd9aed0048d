import { daysLeft, statusOf } from '@notafter/domain';
import { type ReactNode, useMemo } from 'react';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { lifeColumns } from '../../../ui/data-table/life-columns.tsx';
import { RowLink } from '../../../ui/data-table/table-row.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { useNow } from '../../../ui/time/now.tsx';
import { StateChips } from '../state-chips.tsx';
import { issuerText } from '../transparency-texts.ts';
import type { Issuance } from '../types.ts';

const columnsAt = (now: Date): readonly Column<Issuance>[] => [
  {
    id: 'names',
    header: 'Names',
    cell: ({ row: { original } }) => (
      <>
        <RowLink to={`/transparency/${original.id}`}>{original.names[0] ?? 'No name'}</RowLink>
        {original.names.length < 2 ? null : <Note small>and {original.names.length - 1} more</Note>}
      </>
    ),
    meta: { width: '28%', look: 'name', wrap: true, rowHeader: true, card: 'wide', line: 1 },
  },
  { id: 'issuer', header: 'Issuer', cell: ({ row }) => issuerText(row.original), meta: { width: '14%', look: 'small' } },
  ...lifeColumns<Issuance>({
    lifeOf: ({ notBefore, notAfter }) => ({
      daysLeft: notAfter === null ? null : daysLeft(notAfter, now),
      notBefore,
      notAfter,
      tone: notAfter === null ? 'unreachable' : statusOf(notAfter, now),
    }),
    folds: true,
  }),
  {
    id: 'issued',
    header: 'Issued',
    cell: ({ row: { original } }) => (original.notBefore === null ? '\u2013' : <AbsoluteTime value={original.notBefore} />),
    meta: { width: 96, look: 'small' },
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ row }) => <StateChips issuance={row.original} />,
    meta: { width: 196, wrap: true, card: 'wide' },
  },
];

interface IssuancesTableProps {
  /** Undefined until the first answer arrives. */
  readonly issuances: readonly Issuance[] | undefined;
  readonly stale?: boolean;
  readonly empty?: ReactNode;
  readonly foot?: ReactNode;
}

export function IssuancesTable({ issuances, ...table }: IssuancesTableProps) {
  const now = useNow();
  const columns = useMemo(() => columnsAt(now), [now]);
  return <DataTable label="Issued certificates" columns={columns} rows={issuances} rowKey={({ id }) => id} cardsBelow={900} {...table} />;
}
