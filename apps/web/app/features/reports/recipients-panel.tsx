import type { Column } from '../../ui/data-table/column.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { Panel } from '../../ui/panel/panel.tsx';
import { EmptyState } from '../../ui/states/states.tsx';
import type { MarkTone } from '../../ui/status/status-mark.tsx';
import { StatusLine } from '../../ui/status-line/status-line.tsx';
import { AbsoluteTime } from '../../ui/time/absolute-time.tsx';
import type { ReportRecipient } from './types.ts';

const states = {
  active: { tone: 'valid', text: 'Gets the report' },
  pending: { tone: 'pending', text: 'Waiting for confirmation' },
  unsubscribed: { tone: 'info', text: 'Unsubscribed' },
} as const satisfies Record<ReportRecipient['state'], { readonly tone: MarkTone; readonly text: string }>;

const columns: readonly Column<ReportRecipient>[] = [
  { id: 'email', header: 'Address', cell: ({ row }) => row.original.email, meta: { look: 'name', rowHeader: true, card: 'wide' } },
  { id: 'state', header: 'State', cell: ({ row }) => <State {...row.original} />, meta: { card: 'wide', wrap: true } },
  {
    id: 'sent',
    header: 'Last sent',
    cell: ({ row: { original } }) =>
      original.lastSentAt === null ? 'Never' : <AbsoluteTime value={original.lastSentAt} form="datetime" />,
    meta: { look: 'small', width: 180 },
  },
];

/** Every recipient, with what becomes of their reports. */
export function RecipientsPanel({ recipients }: { readonly recipients: readonly ReportRecipient[] }) {
  return (
    <Panel title="Recipients" count={recipients.length}>
      {recipients.length === 0 ? (
        <EmptyState
          plain
          title="No recipients yet"
          text="Add addresses above. Anyone but a member with a confirmed mailbox is asked first."
        />
      ) : (
        <DataTable label="Recipients" columns={columns} rows={recipients} rowKey={({ email }) => email} />
      )}
    </Panel>
  );
}

function State({ state, problem }: ReportRecipient) {
  const { tone, text } = states[state];
  return state === 'active' && problem !== null ? (
    <StatusLine tone="expired">Not delivered: {problem}</StatusLine>
  ) : (
    <StatusLine tone={tone} plain>
      {text}
    </StatusLine>
  );
}
