import { brandId, type ChannelId, type WebhookEndpointId } from '../../ids.ts';
import { type ChannelType, channelTypes } from '../../plans/plans.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time.ts';

/** The queue of one channel: its type and ID, or the type alone if it is from when each type had one channel. */
export type ChannelQueue = ChannelType | `${ChannelType}:${string}`;
/** Where a delivery goes: a channel, the manager whom an alert escalates to, or the public status page. */
export type DeliveryChannel = ChannelQueue | 'escalation' | 'status_page';
/** Where the events of one webhook endpoint go out, beside the channels. */
export type EndpointChannel = `endpoint:${string}`;
export type QueueChannel = DeliveryChannel | EndpointChannel;
export type DeliveryKind = 'alert' | 'escalation' | 'acknowledged' | 'resolved' | 'test';
export type DeliveryState = 'pending' | 'sending' | 'sent' | 'dead' | 'cancelled';
export type DeliverySuppression = 'quiet_hours' | 'maintenance' | 'snooze' | 'digest';
/** `superseded`: a tighter threshold of the same certificate took its place. */
export type AlertResolution = 'renewed' | 'recovered' | 'removed' | 'superseded';

export const channelQueue = (type: ChannelType, id: ChannelId): ChannelQueue => `${type}:${id}`;

/** Returns null for the escalation and the status page. */
export const typeOfQueue = (channel: DeliveryChannel): ChannelType | null =>
  channelTypes.find((type) => channel === type || channel.startsWith(`${type}:`)) ?? null;

const ENDPOINT_PREFIX = 'endpoint:';
export const endpointChannel = (id: WebhookEndpointId): EndpointChannel => `${ENDPOINT_PREFIX}${id}`;
export const isEndpointChannel = (channel: QueueChannel): channel is EndpointChannel => channel.startsWith(ENDPOINT_PREFIX);
export const endpointIdOf = (channel: EndpointChannel): WebhookEndpointId => brandId(channel.slice(ENDPOINT_PREFIX.length));

/** Whether a text can name a queue at all. */
export const isQueueChannel = (text: string): text is QueueChannel =>
  text === 'escalation' || text === 'status_page' || channelTypes.some((type) => text === type) || QUEUE_OF_ONE.test(text);
const QUEUE_OF_ONE = new RegExp(`^(?:endpoint|${channelTypes.join('|')}):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`);

/** How long after each failed attempt the next one follows: Standard Webhooks' schedule, stretched to three days. */
const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
const JITTER = 0.2;

/** A webhook endpoint that took nothing for so long is paused. */
export const ENDPOINT_FAILS_FOR_MS = 3 * DAY_MS;
/** Single failures hold nothing up. */
const FAILURES_WITHOUT_PAUSE = 2;
const FIRST_PAUSE_MS = 10 * SECOND_MS;
const LONGEST_ENDPOINT_PAUSE_MS = 5 * MINUTE_MS;

/** How long an endpoint is left alone after so many failures in a row, whichever events wait for it. */
export const endpointPauseMs = (failures: number): number =>
  failures <= FAILURES_WITHOUT_PAUSE
    ? 0
    : Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - FAILURES_WITHOUT_PAUSE - 1, 10), LONGEST_ENDPOINT_PAUSE_MS);

/** A receiver's Retry-After is honored up to this. */
const LONGEST_PAUSE_MS = 24 * HOUR_MS;

/**
 * When to try again after `attempts` failed ones, or null when it is time to give up. `random` is 0 to below 1 and moves the
 * instant by up to a fifth later, so that receivers that were down are not met by everything at once.
 */
export const retryAt = (
  attempts: number,
  now: Date,
  { retryAfterSeconds, random }: { readonly retryAfterSeconds: number | null; readonly random: number },
): Date | null => {
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  if (delayMs === undefined) return null;
  const askedMs = Math.min((retryAfterSeconds ?? 0) * SECOND_MS, LONGEST_PAUSE_MS);
  return addMs(now, Math.max(Math.round(delayMs * (1 + JITTER * random)), askedMs));
};
