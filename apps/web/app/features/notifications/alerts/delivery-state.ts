import type { DeliverySuppression } from '@notafter/domain';
import type { MarkTone } from '../../../ui/status/status-mark.tsx';
import type { LogEntry } from '../types.ts';

const heldWords = {
  quiet_hours: 'Held for quiet hours',
  maintenance: 'Held for maintenance',
  snooze: 'Snoozed',
  digest: 'Waiting for the digest',
} as const satisfies Record<DeliverySuppression, string>;

interface StateWords {
  readonly text: string;
  readonly tone: MarkTone;
  /** When it was sent, or when the next attempt is due. */
  readonly at: Date | null;
}

/** Why a delivery was canceled. */
const cancelledWords = ({ problem, superseded, acknowledged, resolved }: LogEntry): string => {
  if (problem !== null) return 'Not sent';
  if (superseded) return 'Superseded before it was sent';
  return acknowledged && !resolved ? 'Acknowledged before it was sent' : 'Resolved before it was sent';
};

/** Returns the state of a delivery in words. */
export function deliveryState(entry: LogEntry): StateWords {
  const { state, heldFor, dueAt, sentAt, problem } = entry;
  switch (state) {
    case 'sent':
      return { text: 'Sent', tone: 'valid', at: sentAt };
    case 'dead':
      return { text: 'Not delivered', tone: 'expired', at: null };
    case 'cancelled':
      return { text: cancelledWords(entry), tone: 'pending', at: null };
    case 'sending':
      return { text: 'Sending', tone: 'info', at: null };
    case 'pending':
      if (heldFor !== null) return { text: heldWords[heldFor], tone: 'pending', at: dueAt };
      return problem === null ? { text: 'Queued', tone: 'info', at: null } : { text: 'Retrying', tone: 'warning', at: dueAt };
  }
}
