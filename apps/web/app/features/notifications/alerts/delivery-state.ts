import type { DeliverySuppression } from '@notafter/domain';
import type { MarkTone } from '../../../ui/status/status-mark.tsx';
import type { LogEntry } from '../types.ts';

const heldWords = {
  quiet_hours: 'Held for quiet hours',
  maintenance: 'Held for maintenance',
  snooze: 'Snoozed',
  digest: 'Waits for the digest',
} as const satisfies Record<DeliverySuppression, string>;

interface StateWords {
  readonly text: string;
  readonly tone: MarkTone;
  /** The instant the words speak of: when it was sent, or when it is tried next. */
  readonly at: Date | null;
}

/** Why one was never sent. */
const cancelledWords = ({ problem, superseded, acknowledged, resolved }: LogEntry): string => {
  if (problem !== null) return 'Not sent';
  if (superseded) return 'Superseded before it was sent';
  return acknowledged && !resolved ? 'Acknowledged before it was sent' : 'Over before it was sent';
};

/** How far a delivery has come, as its row says it. */
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
      return problem === null ? { text: 'About to be sent', tone: 'info', at: null } : { text: 'Trying again', tone: 'warning', at: dueAt };
  }
}
