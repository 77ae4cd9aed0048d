import { Stack } from '@mantine/core';
import { countText, plural } from '@notafter/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { lazyPart } from '../../ui/lazy/lazy.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { UntilLoaded } from '../../ui/query-panel/query-panel.tsx';
import { StatCard, StatCards } from '../../ui/stat-card/stat-card.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import type { MarkTone } from '../../ui/status/status-mark.tsx';
import { StatusLine } from '../../ui/status-line/status-line.tsx';
import { AnalyticsTabs } from './analytics-tabs.tsx';
import { ReadinessByEndpoint } from './readiness-by-endpoint.tsx';
import type { CountedLimit, Readiness } from './types.ts';

const WorkPanel = lazyPart(() => import('./work-panel.tsx'));

/** How certificates are renewed, and what becomes of that under the coming limits. */
export function ReadinessScreen() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const readiness = useQuery(trpc.analytics.readiness.queryOptions());
  const refresh = () => void queries.invalidateQueries(trpc.analytics.pathFilter());
  return (
    <Stack gap="md">
      <AnalyticsTabs current="readiness" isFetching={readiness.isFetching} refresh={refresh} />
      <UntilLoaded label="Readiness" query={readiness} failed="The readiness did not load" unaffected="Monitoring continues.">
        {(found) =>
          found.total === 0 ? (
            <Panel title="Readiness">
              <EmptyState plain title="No certificates yet" text="The first check of an endpoint shows how its certificate is renewed." />
            </Panel>
          ) : (
            <Figures readiness={found} />
          )
        }
      </UntilLoaded>
    </Stack>
  );
}

function Figures({ readiness }: { readonly readiness: Readiness }) {
  const { ways, limits } = readiness;
  return (
    <>
      <StatCards label="Ways of renewing">
        <StatCard label="Renewed by ACME" tone="valid" value={ways.acme} />
        <StatCard label="Renewed by hand" tone="warning" value={ways.byHand} />
        <StatCard label="Internal CA" tone="info" value={ways.internal} />
      </StatCards>
      <Panel
        title="Coming limits"
        foot={<Note small>If renewals go on as they do today. A certificate that is missed expires before its next renewal.</Note>}
      >
        <DataTable label="Coming limits" columns={columns} rows={limits} rowKey={({ id }) => id} />
      </Panel>
      <WorkPanel readiness={readiness} />
      <ReadinessByEndpoint />
    </>
  );
}

const columns: readonly Column<CountedLimit>[] = [
  {
    id: 'limit',
    header: 'Limit',
    cell: ({ row: { original: limit } }) => (
      <a href={limit.source.url} target="_blank" rel="noreferrer">
        {limit.text}
      </a>
    ),
    meta: { look: 'name', rowHeader: true, card: 'start' },
  },
  { id: 'from', header: 'From', cell: ({ row }) => row.original.from, meta: { look: 'small', width: 120, card: 'end' } },
  { id: 'effect', header: 'Effect', cell: ({ row }) => <Effect {...row.original} />, meta: { card: 'wide' } },
  {
    id: 'ready',
    header: 'Ready',
    cell: ({ row }) => countText(row.original.counts.ready),
    meta: { align: 'end', width: 110 },
  },
  {
    id: 'unaffected',
    header: 'Not affected',
    cell: ({ row }) => countText(row.original.counts.unaffected),
    meta: { align: 'end', width: 120 },
  },
];

/** The worst effect first. */
const effectOf = ({ misses, check, moreWork, ready }: CountedLimit['counts']): { readonly tone: MarkTone; readonly text: string } => {
  const checked = `${countText(check)} to check`;
  if (misses > 0) return { tone: 'expired', text: `${plural(misses, 'renewal')} missed${check > 0 ? `, ${checked}` : ''}` };
  if (check > 0) return { tone: 'warning', text: checked };
  if (moreWork > 0) return { tone: 'warning', text: `${plural(moreWork, 'endpoint')} to validate at each renewal` };
  return { tone: 'valid', text: ready > 0 ? 'Ready' : 'Not affected' };
};

function Effect({ counts }: CountedLimit) {
  const { tone, text } = effectOf(counts);
  return (
    <StatusLine tone={tone} plain>
      {text}
    </StatusLine>
  );
}
