import { Group, SimpleGrid, Stack, VisuallyHidden } from '@mantine/core';
import { type CryptographyPart, countText, isPostQuantum, percentText } from '@notafter/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { Bar } from '../../ui/bar/bar.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { ChartCells } from '../../ui/line-chart/chart-cells.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel, UntilLoaded } from '../../ui/query-panel/query-panel.tsx';
import { StatCard, StatCards } from '../../ui/stat-card/stat-card.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { useNow } from '../../ui/time/now.tsx';
import css from './analytics.module.css';
import { AnalyticsTabs } from './analytics-tabs.tsx';
import { ExportButton } from './export-button.tsx';
import { daysUntil, shortDay } from './trend-days.ts';
import type { CryptographyInventory, DayOfTrends } from './types.ts';

const titles: Readonly<Record<CryptographyPart, string>> = {
  protocol: 'Protocols',
  cipher: 'Cipher suites',
  group: 'Key exchange',
  key: 'Keys',
  signature: 'Signatures',
};

/** Which cryptography the endpoints use, and how many resist a quantum computer. */
export function CryptographyScreen() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const query = useQuery(trpc.analytics.cryptography.queryOptions());
  return (
    <Stack gap="md">
      <AnalyticsTabs
        current="cryptography"
        isFetching={query.isFetching}
        refresh={() => void queries.invalidateQueries(trpc.analytics.pathFilter())}
      />
      <UntilLoaded label="Cryptography" query={query} failed="The cryptography did not load" unaffected="Monitoring continues.">
        {(found) =>
          found.total === 0 ? (
            <Panel title="Cryptography">
              <EmptyState plain title="No handshakes yet" text="The first check of an endpoint shows its cryptography." />
            </Panel>
          ) : (
            <Inventory found={found} />
          )
        }
      </UntilLoaded>
    </Stack>
  );
}

function Inventory({ found: { total, postQuantum, withGroup, parts } }: { readonly found: CryptographyInventory }) {
  const share = withGroup === 0 ? null : percentText(Math.floor((1000 * postQuantum) / withGroup) / 10);
  return (
    <>
      <Group justify="space-between" align="center">
        <Note>Of the last handshake with each endpoint.</Note>
        <ExportButton href="/v1/cryptography/cbom" text="Export CBOM" label="Export CBOM, CycloneDX 1.7" />
      </Group>
      <StatCards label="Post-quantum key exchange">
        <StatCard
          label="Post-quantum key exchange"
          tone="valid"
          value={postQuantum}
          note={share === null ? undefined : `${share} of known`}
        />
        <StatCard label="Classical key exchange" tone="info" value={withGroup - postQuantum} />
        <StatCard label="Unknown key exchange" tone="pending" value={total - withGroup} />
      </StatCards>
      <GroupTrend />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {parts.map(({ part, values }) => (
          <PartPanel key={part} title={titles[part]} values={values} />
        ))}
      </SimpleGrid>
    </>
  );
}

function PartPanel({ title, values }: { readonly title: string; readonly values: CryptographyInventory['parts'][number]['values'] }) {
  const most = Math.max(1, ...values.map(({ count }) => count));
  return (
    <Panel title={title}>
      {values.length === 0 ? (
        <Note px="md" py="sm">
          Not known.
        </Note>
      ) : (
        <ul className={css.bars} data-wide aria-label={title}>
          {values.map(({ name, count }) => (
            <li key={name} data-tone={isPostQuantum(name) ? 'valid' : 'info'}>
              <span title={name}>{name}</span>
              <Bar percent={(100 * count) / most} />
              <b>{countText(count)}</b>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const TREND_DAYS = 365;

const endpointsOf = ({ groups }: DayOfTrends, postQuantum: boolean): number =>
  Object.entries(groups).reduce((sum, [name, count]) => (isPostQuantum(name) === postQuantum ? sum + count : sum), 0);

const columns: readonly Column<DayOfTrends>[] = [
  { id: 'day', header: 'Day', cell: ({ row }) => row.original.day, meta: { rowHeader: true } },
  { id: 'post-quantum', header: 'Post-quantum', cell: ({ row }) => countText(endpointsOf(row.original, true)) },
  { id: 'classical', header: 'Classical', cell: ({ row }) => countText(endpointsOf(row.original, false)) },
];

/** The key exchange of each recorded day of a year. */
function GroupTrend() {
  const now = useNow();
  const query = useQuery(useTRPC().analytics.trends.queryOptions({ days: TREND_DAYS }));
  return (
    <Panel title="Key exchange over a year">
      <QueryPanel
        query={query}
        failed="The trend did not load"
        isEmpty={({ trends }) => trends.length === 0}
        empty={<EmptyState plain title="No days yet" text="Each day is recorded after it ends, in UTC." />}
      >
        {({ trends }) => {
          const days = daysUntil(now, TREND_DAYS, trends);
          const last = trends.at(-1);
          const cellOf = (postQuantum: boolean) => ({
            values: days.map(({ row }) => (row === null ? null : endpointsOf(row, postQuantum))),
            figure: last === undefined ? null : endpointsOf(last, postQuantum),
          });
          return (
            <>
              <ChartCells
                labels={days.map(({ day }) => shortDay(day))}
                cells={[
                  { title: 'Post-quantum', color: 'var(--na-chart-3)', ...cellOf(true) },
                  { title: 'Classical', color: 'var(--na-chart-1)', ...cellOf(false) },
                ]}
              />
              <VisuallyHidden>
                <DataTable label="Key exchange over a year" columns={columns} rows={trends} rowKey={({ day }) => day} cardsBelow="never" />
              </VisuallyHidden>
            </>
          );
        }}
      </QueryPanel>
    </Panel>
  );
}
