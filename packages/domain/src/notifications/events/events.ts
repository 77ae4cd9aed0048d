import { DAY_MS } from '../../time.ts';
import { isMasked } from '../channels/channel-settings.ts';

/** Types of events, which may be sent to webhook endpoints. Receivers rely on the names: docs/webhooks.md. */
export const eventTypes = [
  'certificate.added',
  'certificate.renewed',
  'certificate.changed',
  'certificate.removed',
  'check.failed',
  'check.recovered',
  'alert.raised',
  'discovery.completed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** A whole http(s) address, or the mask of the stored one that came back. */
export const isEndpointAddress = (url: string): boolean => isMasked(url) || ['http:', 'https:'].includes(URL.parse(url)?.protocol ?? '');

export const WEBHOOK_ENDPOINTS_MAX = 20;

/** How long an event, with its deliveries, can be listed and sent again. */
export const EVENTS_KEPT_MS = 30 * DAY_MS;

/** The public payload of an event: JSON, in the wire's names. */
export type EventData = Readonly<Record<string, unknown>>;
