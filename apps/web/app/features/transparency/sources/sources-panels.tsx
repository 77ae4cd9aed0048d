import { Text } from '@mantine/core';
import { countText, dateTimeText } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../api/trpc.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Banner } from '../../../ui/banner/banner.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { Note } from '../../../ui/note/note.tsx';
import { TableFoot } from '../../../ui/pager/table-foot.tsx';
import { usePages } from '../../../ui/pager/use-pages.ts';
import { Panel } from '../../../ui/panel/panel.tsx';
import { UntilLoaded } from '../../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { gapText, gigabytesText, logOutcome, searchOutcome, selfTestText } from '../transparency-texts.ts';
import type { LogSource, SearchSource, Sources } from '../types.ts';

const Time = ({ at }: { readonly at: Date | null }) => (at === null ? 'Never' : <AbsoluteTime value={at} form="datetime" />);

const searchColumns: readonly Column<SearchSource>[] = [
  {
    id: 'name',
    header: 'Service',
    cell: ({ row }) => row.original.name,
    meta: { width: '30%', look: 'name', rowHeader: true, card: 'start', line: 1 },
  },
  {
    id: 'outcome',
    header: 'Last answer',
    cell: ({ row: { original } }) => <Badge tone={searchOutcome(original).tone}>{searchOutcome(original).word}</Badge>,
    meta: { card: 'end', line: 1 },
  },
  {
    id: 'domains',
    header: 'Domains answered',
    cell: ({ row: { original } }) => `${countText(original.answered)} of ${countText(original.domains)}`,
    meta: { width: 148, align: 'end' },
  },
  { id: 'asked', header: 'Asked', cell: ({ row }) => <Time at={row.original.askedAt} />, meta: { width: 168, look: 'small' } },
];

const logColumns: readonly Column<LogSource>[] = [
  {
    id: 'log',
    header: 'Log',
    cell: ({ row: { original } }) => (
      <>
        {original.description}
        <Note small>{original.operator}</Note>
      </>
    ),
    meta: { width: '30%', look: 'name', wrap: true, rowHeader: true, card: 'start', line: 1 },
  },
  { id: 'state', header: 'Listed as', cell: ({ row }) => row.original.state, meta: { width: 96, look: 'small' } },
  {
    id: 'outcome',
    header: 'Last answer',
    cell: ({ row: { original } }) => <Badge tone={logOutcome(original).tone}>{logOutcome(original).word}</Badge>,
    meta: { width: 148, card: 'end', line: 1 },
  },
  {
    id: 'read',
    header: 'Entries read',
    cell: ({ row: { original } }) => (
      <>
        {countText(original.readSize)}
        {original.headSize === null ? null : <Note small>of {countText(original.headSize)}</Note>}
      </>
    ),
    meta: { align: 'end' },
  },
  { id: 'bytes', header: 'Today', cell: ({ row }) => gigabytesText(row.original.bytesToday), meta: { width: 84, align: 'end' } },
  {
    id: 'current',
    header: 'Up to date at',
    cell: ({ row: { original } }) => (
      <>
        <Time at={original.currentAt} />
        <Note small>{selfTestText(original.selfTest)}</Note>
      </>
    ),
    meta: { width: 200, look: 'small', wrap: true },
  },
];

const reasonOf = ({ reason }: { readonly reason: string | null }) =>
  reason === null ? null : <StatusLine tone="warning">{reason}</StatusLine>;

const logNotes = (log: LogSource) =>
  log.broken.length === 0 && log.gap === null ? (
    reasonOf(log)
  ) : (
    <>
      {log.broken.map(({ kind, reason }) => (
        <StatusLine key={kind} tone="failed">
          {logOutcome({ outcome: kind }).word} before: {reason}
        </StatusLine>
      ))}
      {reasonOf(log)}
      {log.gap === null ? null : <StatusLine tone="warning">{gapText(log.gap)}</StatusLine>}
    </>
  );

/** Where certificates are looked for, how far, and what is wrong. */
export function SourcesPanels() {
  const query = useQuery(useTRPC().transparency.sources.queryOptions());
  return (
    <UntilLoaded label="Sources" query={query} failed="The sources did not load" unaffected="They are still searched.">
      {(sources) => (
        <>
          <Panel title="Search services">
            <DataTable
              label="Search services"
              columns={searchColumns}
              rows={sources.searches}
              rowKey={({ name }) => name}
              detail={reasonOf}
              empty={<EmptyState plain title="No search service" text="The operator of this server switched the search services off." />}
            />
          </Panel>
          <Logs sources={sources} />
        </>
      )}
    </UntilLoaded>
  );
}

function Logs({ sources: { followsLogs, bytesPerDay, bytesToday, list, logs } }: { readonly sources: Sources }) {
  const pages = usePages(logs);
  if (!followsLogs)
    return (
      <Panel title="Logs">
        <Text p="md">
          This server does not follow the logs themselves: it relies on the search services. Its operator can switch the follower on with{' '}
          <code>CT_GIGABYTES_PER_DAY</code>. A large log needs some 8 GB a day.
        </Text>
      </Panel>
    );
  return (
    <Panel title="Logs" count={logs.length} aside={`${gigabytesText(bytesToday)} of ${gigabytesText(bytesPerDay)} today`}>
      {bytesToday < bytesPerDay ? null : (
        <Banner tone="warning">The logs sent all that they may send in a day. Reading goes on at 00:00 UTC.</Banner>
      )}
      {list?.problem == null ? null : <Banner tone="warning">The log list can’t be used: {list.problem}</Banner>}
      <DataTable
        label="Logs"
        columns={logColumns}
        rows={pages.shown}
        rowKey={({ id }) => id}
        detail={logNotes}
        cardsBelow={900}
        empty={<EmptyState plain title="No logs yet" text="Logs appear here once the log list is read and its signature is verified." />}
        foot={
          list?.listedAt == null ? (
            <TableFoot pages={pages} />
          ) : (
            <TableFoot pages={pages}>Log list of {dateTimeText(list.listedAt)}</TableFoot>
          )
        }
      />
    </Panel>
  );
}
