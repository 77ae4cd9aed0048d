import type { ChannelMessage, MessageItem } from '@notafter/domain';
import { refused, type Unsendable } from './channel.ts';

/** What the two receivers that keep incidents are told: one alert, or a test without one. */
export const incidentItem = ({ kind, items }: ChannelMessage): { readonly item: MessageItem | null } | Unsendable => {
  const [item, ...others] = items;
  if (others.length > 0) return refused('Incidents are told one by one, not as a digest.');
  if (item === undefined && kind !== 'test') return refused('The message tells no alert.');
  return { item: item ?? null };
};

/** Repeated messages and later news find the incident by it. */
export const incidentKeyOf = (message: ChannelMessage, item: MessageItem | null): string => item?.incidentKey ?? message.idempotencyKey;
