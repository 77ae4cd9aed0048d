import { countText, plural, traitsOf } from '@notafter/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTRPC } from '../../api/trpc.ts';
import { useAction } from '../../ui/action/use-action.ts';
import { RowButton } from '../../ui/buttons/buttons.tsx';
import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Note } from '../../ui/note/note.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { QueryPanel } from '../../ui/query-panel/query-panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import { StatusLine } from '../../ui/status-line/status-line.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import type { FailingChannel } from './types.ts';

const kindName = (kind: FailingChannel['kind']): string => {
  switch (kind) {
    case 'webhook_endpoint':
      return 'Webhook endpoint';
    case 'escalation':
      return 'Escalation';
    case 'status_page':
      return 'Status page';
    default:
      return traitsOf(kind).name;
  }
};

const nameOf = ({ kind, name }: FailingChannel): string => name ?? kindName(kind);

const columnsWith = (resend: (channel: FailingChannel) => void, busy: boolean): readonly Column<FailingChannel>[] => [
  {
    id: 'channel',
    header: 'Channel',
    cell: ({ row: { original } }) => (
      <>
        {nameOf(original)}{' '}
        <Note span>
          {original.name === null ? null : `${kindName(original.kind)}, `}
          {original.organization}
        </Note>
      </>
    ),
    meta: { look: 'name', rowHeader: true, wrap: true, card: 'wide', line: 1 },
  },
  {
    id: 'problem',
    header: 'Problem',
    cell: ({ row: { original } }) => (
      <StatusLine tone={original.brokenAt === null ? 'warning' : 'critical'} lines={3}>
        {original.brokenAt === null ? 'Failing' : 'Paused'}
        {original.problem === null ? null : `: ${original.problem}`}
      </StatusLine>
    ),
    meta: { width: '32%', wrap: true, card: 'wide' },
  },
  {
    id: 'since',
    header: 'Since',
    cell: ({ row: { original } }) => {
      const since = original.brokenAt ?? original.oldestAt;
      return since === null ? '–' : <AbsoluteTime value={since} form="datetime" />;
    },
    meta: { width: 176, look: 'small', from: 920 },
  },
  {
    id: 'retried',
    header: 'Retrying',
    cell: ({ row }) => countText(row.original.retried),
    meta: { width: 96, align: 'end', from: 850 },
  },
  { id: 'dead', header: 'Given up', cell: ({ row }) => countText(row.original.deadLetters), meta: { width: 88, align: 'end' } },
  {
    id: 'actions',
    header: '',
    cell: ({ row: { original } }) =>
      original.deadLetters === 0 || original.brokenAt !== null ? null : (
        <RowButton
          label="Send Again"
          of={`${nameOf(original)} of ${original.organization}`}
          disabled={busy}
          onClick={() => resend(original)}
        />
      ),
    meta: { width: 120, align: 'end', card: 'wide' },
  },
];

/** Channels that do not get their messages through, in all organizations. */
export function ChannelsPanel() {
  const { admin } = useTRPC();
  const query = useQuery(admin.failingChannels.queryOptions());
  const { run, pending } = useAction(admin.resend.mutationOptions(), {
    done: ({ queued }) => `${plural(queued, 'message is', 'messages are')} sent again`,
    failed: 'Failed to send the messages again',
    refresh: [admin.failingChannels.queryFilter()],
  });
  const columns = useMemo(() => columnsWith(({ organizationId: id, queue }) => void run({ id, queue }), pending), [run, pending]);
  return (
    <Panel title="Failing channels" count={query.data?.total}>
      <QueryPanel
        query={query}
        failed="The channels did not load"
        isEmpty={({ total }) => total === 0}
        empty={
          <EmptyState
            plain
            title="All messages get through"
            text="No channel of any organization fails or has a message that was given up."
          />
        }
      >
        {({ channels, total }) => (
          <DataTable
            label="Failing channels"
            columns={columns}
            rows={channels}
            rowKey={({ organizationId, queue }) => `${organizationId} ${queue}`}
            foot={
              <Note px="md" py="sm">
                A paused channel takes nothing until its team saves or tests it.
                {total > channels.length ? ` The first ${countText(channels.length)} of ${countText(total)}.` : null}
              </Note>
            }
          />
        )}
      </QueryPanel>
    </Panel>
  );
}
