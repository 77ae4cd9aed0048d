import { ActionIcon, Button } from '@mantine/core';
import { type DeliveryId, plural } from '@notafter/domain';
import { Link } from '@remix-run/react';
import { useMay } from '../../../shell/session.ts';
import { Badge } from '../../../ui/badge/badge.tsx';
import { Icon } from '../../../ui/icons.tsx';
import { ActionMenu } from '../../../ui/menu/action-menu.tsx';
import type { MenuEntry } from '../../../ui/menu/menu-entry.ts';
import { StatusMark } from '../../../ui/status/status-mark.tsx';
import { AbsoluteTime } from '../../../ui/time/absolute-time.tsx';
import { alertTone, channelIcons, channelName, SNOOZE_DAYS } from '../notification-texts.ts';
import type { LogEntry } from '../types.ts';
import css from './alerts.module.css';
import { deliveryState } from './delivery-state.ts';
import { useAlertActions } from './use-alert-actions.ts';

interface AlertsTableProps {
  readonly entries: readonly LogEntry[];
  readonly onOpen: (id: DeliveryId) => void;
}

export function AlertsTable({ entries, onOpen }: AlertsTableProps) {
  const actions = useAlertActions();
  const mayAct = useMay('notifications/acknowledge-alert');
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">Certificate</th>
          <th scope="col">Message</th>
          <th scope="col">Channel</th>
          <th scope="col">Sent At</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <AlertRow key={entry.id} entry={entry} onOpen={onOpen} actions={mayAct ? actions : null} />
        ))}
      </tbody>
    </table>
  );
}

interface AlertRowProps {
  readonly entry: LogEntry;
  readonly onOpen: (id: DeliveryId) => void;
  /** Null for a viewer. */
  readonly actions: ReturnType<typeof useAlertActions> | null;
}

function AlertRow({ entry, onOpen, actions }: AlertRowProps) {
  const { id, domain, certificateId, certificateExists, message, channel } = entry;
  return (
    <tr>
      <td className={css.certificate}>
        {domain === null ? (
          'Test'
        ) : certificateExists && certificateId !== null ? (
          <Link to={`/certificates/${certificateId}`}>{domain}</Link>
        ) : (
          <span title="No longer monitored">{domain}</span>
        )}
      </td>
      <td className={css.message}>
        <button type="button" className={css.open} onClick={() => onOpen(id)}>
          <StatusMark tone={alertTone(entry)} />
          <span>{message}</span>
        </button>
      </td>
      <td>
        <span className={css.channel}>
          <Icon name={channelIcons[channel]} small />
          {channelName(channel)}
        </span>
      </td>
      <td className={css.sent}>
        <SentAt entry={entry} />
      </td>
      <td className={css.actions}>
        <RowActions entry={entry} actions={actions} onOpen={onOpen} />
      </td>
    </tr>
  );
}

/** When it went out; before that, why it has not. */
function SentAt({ entry }: { readonly entry: LogEntry }) {
  const { text, tone, at } = deliveryState(entry);
  if (entry.state === 'sent' && at !== null) return <AbsoluteTime value={at} form="datetime" />;
  return (
    <span className={css.state} title={entry.problem ?? undefined}>
      <StatusMark tone={tone} />
      <span>
        {text}
        {at === null ? null : (
          <small>
            {' '}
            until <AbsoluteTime value={at} form="datetime" />
          </small>
        )}
      </span>
    </span>
  );
}

function RowActions({ entry, actions, onOpen }: AlertRowProps) {
  const {
    id,
    alertId,
    acknowledged,
    acknowledgedBy,
    escalated,
    resolved,
    superseded,
    state,
    kind,
    certificateId,
    certificateExists,
    domain,
  } = entry;
  const entries: MenuEntry[] = [{ label: 'View Delivery', icon: 'activity', onSelect: () => onOpen(id) }];
  if (actions !== null && state === 'dead' && kind !== 'test')
    entries.push({ label: 'Send Again', icon: 'refresh', onSelect: () => actions.resend(id) });
  if (actions !== null && certificateId !== null && certificateExists && domain !== null && !resolved) {
    for (const days of SNOOZE_DAYS) {
      entries.push({
        label: `Snooze ${plural(days, 'day')}`,
        icon: 'moon',
        onSelect: () => actions.snooze(certificateId, domain, days),
      });
    }
  }
  return (
    <span className={css.tools}>
      {escalated ? <Badge tone="critical">Escalated</Badge> : null}
      {superseded ? (
        <span title="A later alert of this certificate took its place">
          <Badge tone="pending">Superseded</Badge>
        </span>
      ) : resolved ? (
        <Badge tone="valid">Resolved</Badge>
      ) : acknowledged ? (
        <span title={acknowledgedBy === null ? undefined : `By ${acknowledgedBy}`}>
          <Badge tone="info">Acknowledged</Badge>
        </span>
      ) : alertId === null || actions === null ? null : (
        <Button variant="default" size="sm" onClick={() => actions.acknowledge(id)} disabled={actions.busy}>
          Acknowledge
        </Button>
      )}
      <ActionMenu
        entries={entries}
        trigger={
          <ActionIcon variant="subtle" color="gray" size={28} aria-label={`More actions for ${domain ?? 'the test'}`}>
            <Icon name="more" small />
          </ActionIcon>
        }
      />
    </span>
  );
}
