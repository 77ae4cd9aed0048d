import type { ChannelType } from '../../plans/plans.ts';
import { MINUTE_MS } from '../../time.ts';

/** One field of a channel's settings. A secret one is answered masked and stored encrypted like the rest. */
export interface ChannelField {
  readonly name: string;
  readonly label: string;
  readonly secret: boolean;
  /** The channel is complete without it. */
  readonly optional?: boolean;
}

interface ChannelTraits {
  readonly name: string;
  readonly fields: readonly ChannelField[];
  /** Tracks each alert: gets one message per alert, never a digest, and updates when the alert is acknowledged or over. */
  readonly follows: boolean;
  /** It identifies an incident by its key: later updates belong to it. */
  readonly incidents: boolean;
  /** The receiver recognizes a message that comes twice by its key. */
  readonly idempotent: boolean;
  /** The least time between two messages to one address there, in ms; 0 without a limit. */
  readonly paceMs: number;
  /** The receiver forgets an alert that it is not sent again, so open ones are sent again this often. */
  readonly refreshMs?: number;
}

const webhook = { name: 'webhook', label: 'Webhook URL', secret: true } as const;
const chat = { follows: false, incidents: false, idempotent: false, paceMs: 1000 } as const;

/** Every kind of channel: what a person fills in, and what its receiver can do. Paces are the vendors' published limits. */
export const channelTraits = {
  email: {
    name: 'Email',
    fields: [{ name: 'email', label: 'Email address', secret: false }],
    follows: false,
    incidents: false,
    idempotent: false,
    paceMs: 0,
  },
  slack: { ...chat, name: 'Slack', fields: [webhook] },
  telegram: {
    ...chat,
    name: 'Telegram',
    fields: [
      { name: 'token', label: 'Bot token', secret: true },
      { name: 'chat_id', label: 'Chat ID', secret: false },
    ],
  },
  google_chat: { ...chat, name: 'Google Chat', fields: [webhook] },
  teams: { ...chat, name: 'Microsoft Teams', fields: [webhook] },
  pagerduty: {
    name: 'PagerDuty',
    fields: [{ name: 'integration_key', label: 'Integration key', secret: true }],
    follows: true,
    incidents: true,
    idempotent: true,
    paceMs: 0,
  },
  splunk: {
    name: 'Splunk On-Call',
    fields: [{ name: 'api_key', label: 'API key', secret: true }],
    follows: true,
    incidents: true,
    idempotent: true,
    paceMs: 0,
  },
  zapier: { name: 'Zapier', fields: [webhook], follows: false, incidents: false, idempotent: false, paceMs: 50 },
  webhook: {
    name: 'Webhook',
    fields: [{ name: 'url', label: 'URL', secret: true }],
    follows: true,
    incidents: false,
    idempotent: true,
    paceMs: 0,
  },
  alertmanager: {
    name: 'Alertmanager',
    fields: [
      { name: 'url', label: 'URL', secret: true },
      { name: 'username', label: 'User name', secret: false, optional: true },
      { name: 'password', label: 'Password', secret: true, optional: true },
      { name: 'token', label: 'Bearer token', secret: true, optional: true },
      { name: 'labels', label: 'Extra labels', secret: false, optional: true },
    ],
    follows: true,
    incidents: true,
    idempotent: true,
    paceMs: 0,
    refreshMs: 5 * MINUTE_MS,
  },
} as const satisfies Record<ChannelType, ChannelTraits>;

export const traitsOf = (type: ChannelType): ChannelTraits => channelTraits[type];

/** Values by field name, as a person filled them in; absent or blank where not. */
export type ChannelSettings = Readonly<Record<string, string>>;

export type ChannelState = 'disabled' | 'incomplete' | 'configured' | 'not_in_plan';

interface ChannelFacts {
  readonly enabled: boolean;
  /** Every field is filled in. */
  readonly complete: boolean;
  /** The plan in force includes it. */
  readonly available: boolean;
}

/** Whether every field of these that is not optional is filled in. */
export const areFilled = (fields: readonly ChannelField[], settings: ChannelSettings): boolean =>
  fields.every(({ name, optional }) => optional === true || (settings[name] ?? '').trim() !== '');

/** Whether every field of the type that is not optional is filled in. */
export const isComplete = (type: ChannelType, settings: ChannelSettings): boolean => areFilled(traitsOf(type).fields, settings);

/** Settings stay stored after a downgrade, so the plan is checked first. */
export const channelState = ({ enabled, complete, available }: ChannelFacts): ChannelState => {
  if (!available) return 'not_in_plan';
  if (!enabled) return 'disabled';
  return complete ? 'configured' : 'incomplete';
};
