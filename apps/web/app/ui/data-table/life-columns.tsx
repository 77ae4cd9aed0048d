import { dateText } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { Horizon, HorizonAxis } from '../lifeline/horizon.tsx';
import type { LifeTone } from '../lifeline/tone.ts';
import { AbsoluteTime } from '../time/absolute-time.tsx';
import { signed } from '../time/format.ts';
import { useNow } from '../time/now.tsx';
import type { Column } from './column.ts';
import css from './data-table.module.css';
import { Folded } from './table-row.tsx';

interface RowLife {
  readonly daysLeft: number | null;
  /** Null if the certificate was never seen. */
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  readonly tone: LifeTone;
}

interface LifeColumnsOptions<Row> {
  readonly lifeOf: (row: Row) => RowLife;
  /** The address of a row that opens; its date leads there too. */
  readonly to?: (row: Row) => string;
  /** A table with more columns folds the date under the days. */
  readonly folds?: boolean;
}

/** The columns of every table of certificates: days left, the horizon that all rows share, and the date. */
export function lifeColumns<Row>({ lifeOf, to, folds = false }: LifeColumnsOptions<Row>): readonly Column<Row>[] {
  return [
    {
      id: 'days',
      header: 'Expires',
      enableSorting: to !== undefined,
      cell: ({ row }) => <Days life={lifeOf(row.original)} folds={folds} />,
      meta: { width: 58, align: 'end', card: 'corner' },
    },
    {
      id: 'horizon',
      header: () => <HorizonAxis />,
      cell: ({ row }) => <RowHorizon life={lifeOf(row.original)} />,
      meta: { card: 'wide', axis: true, awaited: <Horizon life={null} tone="unreachable" /> },
    },
    {
      id: 'date',
      header: '',
      cell: ({ row }) => <RowDate life={lifeOf(row.original)} to={to?.(row.original)} />,
      meta: { width: 88, look: 'small', card: folds ? 'hidden' : 'start', ...(folds ? { from: 850 } : {}) },
    },
  ];
}

function Days({ life: { daysLeft, notAfter }, folds }: { readonly life: RowLife; readonly folds: boolean }) {
  if (daysLeft === null) return '\u2013';
  return (
    <>
      {signed(daysLeft)}
      <small> d</small>
      {folds && notAfter !== null ? <Folded below={850}>{dateText(notAfter)}</Folded> : null}
    </>
  );
}

/** A line whose start is unknown begins now, or where the certificate ended. */
function RowHorizon({ life: { notBefore, notAfter, tone } }: { readonly life: RowLife }) {
  const now = useNow();
  const start = notBefore ?? (notAfter !== null && notAfter < now ? notAfter : now);
  return <Horizon life={notAfter === null ? null : { notBefore: start, notAfter, now }} tone={tone} />;
}

/** Above the row's link, for the time on hover. It leads to the same place, so the keyboard skips it. */
function RowDate({ life: { notAfter }, to }: { readonly life: RowLife; readonly to: string | undefined }) {
  if (notAfter === null) return null;
  if (to === undefined) return <AbsoluteTime value={notAfter} />;
  return (
    <Link to={to} className={css.quiet} tabIndex={-1}>
      <AbsoluteTime value={notAfter} />
    </Link>
  );
}
