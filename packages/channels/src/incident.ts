import type { ChannelMessage, MessageItem } from '@notafter/domain';
import { refused, type Unsendable } from './channel.ts';

/** Returns the alert for the two receivers that keep incidents, or none for a test. */
export const incidentItem = ({ kind, items }: ChannelMessage): { readonly item: MessageItem | null } | Unsendable => {
  const [item, ...others] = items;
  if (others.length > 0) return refused('Incidents are sent one at a time, not as a digest.');
  if (item === undefined && kind !== 'test') return refused('The message contains no alert.');
  return { item: item ?? null };
};

/** The key by which repeated messages and later updates find the incident. */
export const incidentKeyOf = (message: ChannelMessage, item: MessageItem | null): string => item?.incidentKey ?? message.idempotencyKey;
