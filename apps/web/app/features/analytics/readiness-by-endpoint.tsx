import { Stack } from '@mantine/core';
import { dateText } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { RowLink } from '../../ui/data-table/table-row.tsx';
import { TableFoot } from '../../ui/pager/table-foot.tsx';
import { type ForwardPlace, forwardPages, tableSizes } from '../../ui/pager/use-pages.ts';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { StatusLine } from '../../ui/status-line/status-line.tsx';
import { ExportButton } from './export-button.tsx';
import { everyText, stateTones, stateWords, wayWords } from './readiness-words.ts';
import type { EndpointReadiness, ReadinessList } from './types.ts';

/** Rows before somebody chooses another number; the route asks for as many. */
export const FIRST_ENDPOINTS = tableSizes[0];

/** How each endpoint is renewed, and when each limit first shows. */
export function ReadinessByEndpoint() {
  const trpc = useTRPC();
  const [place, setPlace] = useState<ForwardPlace>({ size: FIRST_ENDPOINTS, cursors: [] });
  const cursor = place.cursors.at(-1);
  const query = useQuery({
    ...trpc.analytics.readinessByEndpoint.queryOptions({ limit: place.size, ...(cursor === undefined ? {} : { cursor }) }),
    placeholderData: (shown) => shown,
  });
  return (
    <Panel title="Endpoints" aside={<ExportButton href="/v1/readiness/export?format=csv" />}>
      <QueryPanel query={query} failed="The endpoints did not load">
        {({ endpoints, limits, total, nextCursor }) => (
          <DataTable
            label="Readiness of endpoints"
            columns={columnsOf(limits)}
            rows={endpoints}
            rowKey={({ id }) => id}
            stale={query.isPlaceholderData}
            foot={<TableFoot pages={forwardPages({ total, nextCursor }, endpoints.length, place, setPlace)} />}
          />
        )}
      </QueryPanel>
    </Panel>
  );
}

const columnsOf = (limits: ReadinessList['limits']): readonly Column<EndpointReadiness>[] => [
  {
    id: 'domain',
    header: 'Domain',
    cell: ({ row: { original } }) => <RowLink to={`/certificates/${original.id}`}>{original.domain}</RowLink>,
    meta: { look: 'name', rowHeader: true, card: 'wide' },
  },
  {
    id: 'way',
    header: 'Renewed',
    cell: ({ row: { original } }) =>
      original.renewal === null ? 'Never reached' : `${wayWords[original.renewal.way]}, ${everyText(original.renewal.everyDays)}`,
    meta: { width: 210, card: 'wide' },
  },
  {
    id: 'next',
    header: 'Next renewal',
    cell: ({ row: { original } }) => (original.renewal === null ? '–' : dateText(original.renewal.next)),
    meta: { look: 'small', width: 130 },
  },
  {
    id: 'limits',
    header: 'Limits',
    cell: ({ row: { original } }) => <Effects endpoint={original} limits={limits} />,
    meta: { wrap: true, width: '42%', card: 'wide' },
  },
];

function Effects({
  endpoint: { effects, renewal },
  limits,
}: {
  readonly endpoint: EndpointReadiness;
  readonly limits: ReadinessList['limits'];
}) {
  const shown = effects.flatMap(({ limit, state, at }) => (at === null ? [] : [{ limit, state, at }]));
  if (renewal === null) return <>–</>;
  if (shown.length === 0) {
    return (
      <StatusLine tone="valid" plain>
        {renewal.way === 'internal' ? stateWords.unaffected : stateWords.ready}
      </StatusLine>
    );
  }
  return (
    <Stack component="ul" gap="xxs">
      {shown.map(({ limit, state, at }) => (
        <li key={limit}>
          <StatusLine tone={stateTones[state]} plain>
            {stateWords[state]} {dateText(at)}: {limits.find(({ id }) => id === limit)?.text}
          </StatusLine>
        </li>
      ))}
    </Stack>
  );
}
