import { VisuallyHidden } from '@mantine/core';
import { countText } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { ChartCells } from '../../ui/line-chart/chart-cells.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { useNow } from '../../ui/time/now.tsx';
import { type IssuerSeries, issuerSeries } from './issuer-trend.ts';
import { daysUntil, shortDay, trendOf } from './trend-days.ts';
import type { DayOfTrends } from './types.ts';

const COLORS = [1, 2, 3, 4, 5, 6].map((index) => `var(--na-chart-${index})`);

const columnsOf = (series: readonly IssuerSeries[]): readonly Column<DayOfTrends>[] => [
  { id: 'day', header: 'Day', cell: ({ row }) => row.original.day, meta: { rowHeader: true } },
  ...series.map((one, index) => ({
    id: `issuer-${index}`,
    header: one.name,
    cell: ({ row }: { readonly row: { readonly original: DayOfTrends } }) => {
      const count = one.countOf(row.original);
      return count === null ? 'Not known' : countText(count);
    },
  })),
];

/** How the most frequent issuers changed, in the window of the trends. Absent before the first recorded day. */
export function IssuerTrendPanel() {
  const [search] = useSearchParams();
  const now = useNow();
  const window = trendOf(search);
  const { data } = useQuery({ ...useTRPC().analytics.trends.queryOptions({ days: window }), placeholderData: (shown) => shown });
  const trends = data?.trends ?? [];
  const last = trends.at(-1);
  if (last === undefined || last.issuers.length === 0) return null;
  const days = daysUntil(now, window, trends);
  const series = issuerSeries(last);
  const cells = series.map((one, index) => ({
    ...{ title: one.name, figure: one.countOf(last), color: COLORS[index] ?? '' },
    values: days.map(({ row }) => (row === null ? null : one.countOf(row))),
  }));
  const max = Math.max(1, ...cells.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const label = `Issuers over ${window} days`;
  return (
    <Panel title={label} foot={<Note small>The most frequent issuers of the last recorded day, all on one scale.</Note>}>
      <ChartCells labels={days.map(({ day }) => shortDay(day))} cells={cells.map((cell) => ({ ...cell, max }))} />
      <VisuallyHidden>
        <DataTable label={label} columns={columnsOf(series)} rows={trends} rowKey={({ day }) => day} cardsBelow="never" />
      </VisuallyHidden>
    </Panel>
  );
}
