import type { ChannelType } from '../../plans/plans.ts';
import type { ChannelSettings } from '../channels/channel.ts';
import type { EventData, EventType } from '../events/events.ts';

export const alertRules = [
  'expiry',
  'expired',
  'failing',
  'invalid',
  'revoked',
  'changed',
  'late',
  'renew_now',
  'refused_soon',
  'renewal_blocked',
  'domain_expiring',
  'dane_broken',
  'service_unwell',
  'collector_unwell',
  'collector_forked',
  'files_unreadable',
  'not_deployed',
  'unknown_issuance',
  'issuance_not_served',
] as const;
export type AlertRule = (typeof alertRules)[number];

/** Rules whose alerts are about a collector, which their certificate ID names. */
export const collectorRules = ['collector_unwell', 'collector_forked', 'files_unreadable'] as const satisfies readonly AlertRule[];
export type CollectorRule = (typeof collectorRules)[number];

export type AlertSeverity = 'info' | 'warning' | 'critical';

/** One alert in a message. Texts contain certificate data, so each channel escapes them for its format. */
export interface MessageItem {
  readonly alertId: string;
  readonly certificateId: string;
  /** The same for every alert of one rule about one endpoint, `expired` being the end of `expiry`: what belongs together for people. */
  readonly threadKey: string;
  /** This alert's own, from its first word to its end: what a receiver that keeps incidents opens, follows and closes one by. */
  readonly incidentKey: string;
  readonly rule: AlertRule;
  /** Days, for the rules that count them. */
  readonly threshold: number;
  readonly severity: AlertSeverity;
  readonly domain: string;
  /** One sentence for people. */
  readonly summary: string;
  /** The organization's own template filled in, or the default one: what a digest says of it. */
  readonly text: string;
  /** Null if the certificate was never reached. */
  readonly daysLeft: number | null;
  readonly expiresAt: Date | null;
  readonly issuer: string | null;
  readonly fingerprint256: string | null;
  /** Of its verdict, as the API names them; empty if it is trusted. */
  readonly reasons: readonly string[];
  readonly raisedAt: Date;
  /** Null while it is open. */
  readonly resolvedAt: Date | null;
  /** The page of the certificate, data service or collector that it is about. */
  readonly certificateUrl: string;
  /** A signed page where anyone with the link may acknowledge; null if nothing is to acknowledge. */
  readonly acknowledgeUrl: string | null;
}

/**
 * Purpose of a message: `alert` the first one about an alert, `escalation` the same again to a manager, `acknowledged` and
 * `resolved` the news that somebody looks after it or that it is over, `digest` several alerts at once, `test` a person
 * trying the channel (no items).
 */
export type MessageKind = 'alert' | 'escalation' | 'acknowledged' | 'resolved' | 'digest' | 'test';

export interface ChannelMessage {
  readonly kind: MessageKind;
  /** The same at every attempt to send this message, and of no other: at most 64 characters of `[A-Za-z0-9._-]`. */
  readonly idempotencyKey: string;
  readonly organization: string;
  readonly severity: AlertSeverity;
  /** One line: a subject, a header. */
  readonly title: string;
  /** The organization's own template filled in, or the default one. */
  readonly text: string;
  /** One, or the many of a digest; none in a test. */
  readonly items: readonly MessageItem[];
  readonly notificationsUrl: string;
  readonly at: Date;
}

/** Outcome of one attempt. `answer`: the receiver's answer, at most 1000 characters, no secret in it. */
export type DeliveryOutcome = { readonly status: number | null; readonly answer: string } & (
  | { readonly kind: 'delivered' }
  /** Worth another try. `outcomeUnknown`: it may have arrived, because the request went out and no whole answer came back. */
  | { readonly kind: 'retry'; readonly retryAfterSeconds: number | null; readonly outcomeUnknown: boolean }
  /** This message will never be taken. */
  | { readonly kind: 'refused' }
  /** The channel takes nothing any more: 410, a bad token, a hook that is gone. */
  | { readonly kind: 'broken' }
);

export interface OutgoingMessage {
  readonly type: ChannelType;
  readonly settings: ChannelSettings;
  /** Standard Webhooks signing secrets, newest first; more than one while an old one runs out. Only `webhook` has them. */
  readonly signingSecrets: readonly string[];
  readonly message: ChannelMessage;
}

/** An event on its way to a webhook endpoint. */
export interface OutgoingEvent {
  readonly url: string;
  readonly signingSecrets: readonly string[];
  /** The same at every attempt, for every endpoint. */
  readonly id: string;
  readonly type: EventType | 'test';
  readonly at: Date;
  readonly data: EventData;
}

/** Posts events to webhook endpoints. Never rejects for what the receiver does. */
export interface EventPosts {
  post(event: OutgoingEvent, signal?: AbortSignal): Promise<DeliveryOutcome>;
}

/** Sends messages to people's channels. Never rejects for what the receiver does. */
export interface Channels {
  send(outgoing: OutgoingMessage, signal?: AbortSignal): Promise<DeliveryOutcome>;
}

/** An incident on a public status page. */
export interface StatusPage {
  readonly url: string;
  readonly apiKey: string;
}

/** Statuspage.io. An incident carries its key in its text, so that one whose answer was lost is found again and not opened twice. */
export interface StatusPages {
  /** The page's name, or why it cannot be had, as a text for people. */
  findName(page: StatusPage): Promise<{ readonly pageName: string } | { readonly problem: string }>;
  open(page: StatusPage, incident: { readonly key: string; readonly name: string; readonly body: string }): Promise<DeliveryOutcome>;
  resolve(page: StatusPage, incident: { readonly key: string; readonly body: string }): Promise<DeliveryOutcome>;
}
