import { Button } from '@mantine/core';
import type { DeliveryId } from '@notafter/domain';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useMay } from '../../../shell/session.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import type { Column } from '../../../ui/data-table/column.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import { CellButton, rowButton } from '../../../ui/data-table/table-row.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { StatusLine } from '../../../ui/status-line/status-line.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { alertTone, channelIcons, isAboutCertificate, snoozeEntries, subjectPath } from '../notification-texts.ts';
import type { LogEntry } from '../types.ts';
import css from './alerts.module.css';
import { deliveryState } from './delivery-state.ts';
import { useAlertActions } from './use-alert-actions.ts';

interface RowTools {
  /** Null for a viewer. */
  readonly actions: ReturnType<typeof useAlertActions> | null;
  readonly onOpen: (id: DeliveryId) => void;
}

const columnsOf = (tools: RowTools): readonly Column<LogEntry>[] => [
  {
    id: 'certificate',
    header: 'Certificate',
    cell: ({ row }) => certificateCell(row.original),
    meta: { width: '20%', look: 'name', wrap: true, card: 'start', line: 1 },
  },
  {
    id: 'message',
    header: 'Message',
    cell: ({ row: { original } }) => (
      <CellButton onClick={() => tools.onOpen(original.id)}>
        <StatusLine tone={alertTone(original)} plain lines={3}>
          {original.message}
        </StatusLine>
      </CellButton>
    ),
    meta: { wrap: true, card: 'wide' },
  },
  {
    id: 'channel',
    header: 'Channel',
    cell: ({ row: { original } }) => (
      <span className={css.channel}>
        <Icon name={channelIcons[original.channel]} small />
        {original.channelName}
      </span>
    ),
    meta: { width: '14%', look: 'small', wrap: true, card: 'end', line: 1 },
  },
  {
    id: 'sent',
    header: 'Sent At',
    cell: ({ row }) => sentCell(row.original),
    meta: { width: '15%', look: 'small', wrap: true, card: 'start' },
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <RowActions entry={row.original} {...tools} />,
    meta: { width: 164, align: 'end', wrap: true, card: 'end' },
  },
];

interface AlertsTableProps {
  readonly entries: readonly LogEntry[];
  readonly empty: ReactNode;
  readonly onOpen: (id: DeliveryId) => void;
}

export function AlertsTable({ entries, empty, onOpen }: AlertsTableProps) {
  const actions = useAlertActions();
  const mayAct = useMay('notifications/acknowledge-alert');
  const columns = columnsOf({ actions: mayAct ? actions : null, onOpen });
  return <DataTable label="Recent alerts" columns={columns} rows={entries} rowKey={({ id }) => id} empty={empty} cardsBelow={740} />;
}

function certificateCell({ domain, certificateId, certificateExists, rule }: LogEntry): ReactNode {
  if (domain === null) return 'Test';
  if (!certificateExists || certificateId === null) return <span title="No longer monitored">{domain}</span>;
  return (
    <Link className={css.certificate} to={subjectPath(rule, certificateId)}>
      {domain}
    </Link>
  );
}

/** When it was sent, or why it is not sent yet. */
function sentCell(entry: LogEntry): ReactNode {
  const { text, tone, at } = deliveryState(entry);
  if (entry.state === 'sent' && at !== null) return <AbsoluteTime value={at} form="datetime" />;
  return (
    <StatusLine tone={tone} plain title={entry.problem ?? undefined}>
      {text}
      {at === null ? null : (
        <>
          {entry.heldFor === null ? ' at ' : ' until '}
          <AbsoluteTime value={at} form="datetime" />
        </>
      )}
    </StatusLine>
  );
}

function RowActions({ entry, actions, onOpen }: RowTools & { readonly entry: LogEntry }) {
  const { id, resolved, state, kind, certificateId, certificateExists, domain, rule } = entry;
  const entries: MenuEntry[] = [{ label: 'View Delivery', icon: 'activity', onSelect: () => onOpen(id) }];
  if (actions !== null && state === 'dead' && kind !== 'test')
    entries.push({ label: 'Send Again', icon: 'refresh', onSelect: () => actions.resend(id) });
  const canSnooze = isAboutCertificate(rule) && certificateId !== null && certificateExists && domain !== null && !resolved;
  if (actions !== null && canSnooze) entries.push(...snoozeEntries((days) => actions.snooze(certificateId, domain, days)));
  return (
    <span className={css.tools}>
      {entry.escalated ? <Badge tone="critical">Escalated</Badge> : null}
      <Handling entry={entry} actions={actions} />
      <ActionMenu
        entries={entries}
        trigger={
          <button type="button" className={rowButton} aria-label={`More actions for ${domain ?? 'the test'}`}>
            <Icon name="more" small />
          </button>
        }
      />
    </span>
  );
}

/** How the alert was handled, or the button to acknowledge it. */
function Handling({ entry, actions }: { readonly entry: LogEntry } & Pick<RowTools, 'actions'>) {
  const { id, alertId, acknowledged, acknowledgedBy, resolved, superseded } = entry;
  if (superseded)
    return (
      <span title="Replaced by a later alert of this certificate">
        <Badge tone="pending">Superseded</Badge>
      </span>
    );
  if (resolved) return <Badge tone="valid">Resolved</Badge>;
  if (acknowledged)
    return (
      <span title={acknowledgedBy === null ? undefined : `By ${acknowledgedBy}`}>
        <Badge tone="info">Acknowledged</Badge>
      </span>
    );
  if (alertId === null || actions === null) return null;
  return (
    <Button variant="default" size="sm" onClick={() => actions.acknowledge(id)} disabled={actions.busy}>
      Acknowledge
    </Button>
  );
}
