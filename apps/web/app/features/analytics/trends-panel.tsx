import { Group, VisuallyHidden } from '@mantine/core';
import { countText, trendDays } from '@notafter/domain';
import { useSearchParams } from '@remix-run/react';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { ChartCells } from '../../ui/line-chart/chart-cells.tsx';
import { LinkTabs } from '../../ui/link-tabs/link-tabs.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { useNow } from '../../ui/time/now.tsx';
import { ExportButton } from './export-button.tsx';
import { daysUntil, shortDay, trendHref, trendOf } from './trend-days.ts';
import type { DayOfTrends } from './types.ts';

const figures = [
  { name: 'total', header: 'Certificates' },
  { name: 'expired', header: 'Expired' },
  { name: 'critical', header: 'Critical' },
  { name: 'warning', header: 'Warning' },
  { name: 'unreachable', header: 'Unreachable' },
  { name: 'healthScore', header: 'SSL Health Score' },
  { name: 'late', header: 'Late renewals' },
  { name: 'renewals', header: 'Renewals' },
  { name: 'issuersTotal', header: 'Issuers' },
] as const satisfies readonly { readonly name: keyof DayOfTrends; readonly header: string }[];

const columns: readonly Column<DayOfTrends>[] = [
  { id: 'day', header: 'Day', cell: ({ row }) => row.original.day, meta: { rowHeader: true } },
  ...figures.map(({ name, header }) => ({
    id: name,
    header,
    cell: ({ row }: { readonly row: { readonly original: DayOfTrends } }) => countText(row.original[name]),
  })),
];

const HEALTH_MAX = 100;

/** One value a day: what is monitored, its health, and its renewals. A day that was not recorded is a gap. */
export function TrendsPanel() {
  const [search] = useSearchParams();
  const now = useNow();
  const window = trendOf(search);
  const query = useQuery({ ...useTRPC().analytics.trends.queryOptions({ days: window }), placeholderData: (shown) => shown });
  return (
    <Panel
      title="Trends"
      aside={
        <Group gap="sm">
          <LinkTabs
            label="Trends of"
            tabs={trendDays.map((days) => ({ to: trendHref(search, days), label: `${days} days`, active: days === window }))}
          />
          <ExportButton href="/v1/analytics/trends/export?format=csv" label="Export CSV of the trends" />
        </Group>
      }
    >
      <QueryPanel
        query={query}
        failed="The trends did not load"
        isEmpty={({ trends }) => trends.length === 0}
        empty={<EmptyState plain title="No days yet" text="Each day is recorded after it ends, in UTC." />}
      >
        {({ trends }) => {
          const days = daysUntil(now, window, trends);
          const last = trends.at(-1);
          const valuesOf = (name: (typeof figures)[number]['name']) => days.map(({ row }) => row?.[name] ?? null);
          return (
            <>
              <ChartCells
                labels={days.map(({ day }) => shortDay(day))}
                cells={[
                  { title: 'Certificates', figure: last?.total ?? null, color: 'var(--na-chart-1)', values: valuesOf('total') },
                  {
                    ...{ title: 'SSL Health Score', figure: last?.healthScore ?? null, color: 'var(--na-chart-3)' },
                    ...{ values: valuesOf('healthScore'), max: HEALTH_MAX },
                  },
                  { title: 'Late renewals', figure: last?.late ?? null, color: 'var(--na-chart-2)', values: valuesOf('late') },
                  {
                    ...{ title: 'Renewals', color: 'var(--na-chart-6)', values: valuesOf('renewals') },
                    figure: trends.reduce((sum, { renewals }) => sum + renewals, 0),
                  },
                ]}
              />
              <VisuallyHidden>
                <DataTable label="Trends" columns={columns} rows={trends} rowKey={({ day }) => day} cardsBelow="never" />
              </VisuallyHidden>
            </>
          );
        }}
      </QueryPanel>
    </Panel>
  );
}
