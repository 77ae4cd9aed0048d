import { VisuallyHidden } from '@mantine/core';
import { countText } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { ChartCells } from '../../ui/line-chart/chart-cells.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { UntilLoaded } from '../../ui/query-panel/query-panel.tsx';
import type { AdminCharts } from './types.ts';

const series = [
  { title: 'Certificates Added', color: 'var(--na-chart-1)', of: (charts: AdminCharts) => charts.certificatesAdded },
  { title: 'New Users', color: 'var(--na-chart-3)', of: (charts: AdminCharts) => charts.usersAdded },
  { title: 'Certificates Expired', color: 'var(--na-chart-2)', of: (charts: AdminCharts) => charts.certificatesExpired },
  { title: 'Certificates Discovered', color: 'var(--na-chart-6)', of: (charts: AdminCharts) => charts.certificatesDiscovered },
] as const;

/** `Fri`, in UTC. */
const weekdayOf = (day: string): string => new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });

interface Day {
  readonly day: string;
  readonly counts: readonly number[];
}
const rowsOf = (charts: AdminCharts): Day[] =>
  charts.days.map((day, index) => ({ day, counts: series.map(({ of }) => of(charts)[index] ?? 0) }));

const columns: readonly Column<Day>[] = [
  { id: 'day', header: 'Day', cell: ({ row }) => row.original.day, meta: { rowHeader: true } },
  ...series.map(({ title }, index) => ({
    id: title,
    header: title,
    cell: ({ row }: { readonly row: { readonly original: Day } }) => countText(row.original.counts[index] ?? 0),
  })),
];

/** Four lines over the last seven days; a table says the same to screen readers. */
export function ChartsPanel() {
  const query = useQuery(useTRPC().admin.charts.queryOptions());
  return (
    <UntilLoaded label="Charts" query={query} failed="The charts did not load">
      {(charts) => (
        <Panel label="Charts">
          <ChartCells
            labels={charts.days.map(weekdayOf)}
            cells={series.map(({ title, color, of }) => ({
              ...{ title, color, values: of(charts) },
              figure: of(charts).reduce((sum, count) => sum + count, 0),
            }))}
          />
          <VisuallyHidden>
            <DataTable label="The last seven days" columns={columns} rows={rowsOf(charts)} rowKey={({ day }) => day} cardsBelow="never" />
          </VisuallyHidden>
        </Panel>
      )}
    </UntilLoaded>
  );
}
