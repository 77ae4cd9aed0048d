import { brandId, type ChannelId, type ChannelType, channelTraits, channelTypes, type Id } from '@notafter/domain';
import { NOW } from '../../../testing/now.ts';
import type { AlertDays, Channel, LogEntry, SmartSettings, WebhookDelivery, WebhookEndpoint } from '../types.ts';

const idAt = <Kind extends string>(digit: string): Id<Kind> => brandId(`0198b5a0-0000-7000-8000-00000000000${digit}`);

/** The days in force of an organization whose alerts do not scale. */
export const sampleAlertDays = (given: Partial<AlertDays> = {}): AlertDays => ({
  alertDays: [1],
  available: [30, 14, 7, 1],
  options: [30, 14, 7, 1],
  scaleToLifetime: false,
  lastYear: { sent: 0, early: 0 },
  ...given,
});

/** The id of the first channel of a type. */
export const sampleChannelId = (type: ChannelType): ChannelId =>
  brandId(`0198b5a0-0000-7000-8000-0000000001${String(channelTypes.indexOf(type)).padStart(2, '0')}`);

/** A channel as the server answers it: blank and never saved, unless it is enabled. */
export const sampleChannel = (type: ChannelType, given: Partial<Channel> = {}): Channel => ({
  id: given.enabled === true ? sampleChannelId(type) : null,
  type,
  name: channelTraits[type].name,
  inDefaultRoute: true,
  routeCount: 0,
  enabled: false,
  state: 'disabled',
  brokenReason: null,
  trouble: null,
  available: true,
  availableIn: ['Team', 'Enterprise'],
  fields: channelTraits[type].fields.map((field) => ({ ...field, value: '' })),
  ...given,
});

/** All ten, with what differs for some. */
export const sampleChannels = (given: Partial<Record<ChannelType, Partial<Channel>>> = {}): { channels: Channel[] } => ({
  channels: channelTypes.map((type) => sampleChannel(type, given[type])),
});

export const sampleEntry = (given: Partial<LogEntry> = {}): LogEntry => ({
  id: idAt('1'),
  alertId: idAt('2'),
  certificateId: idAt('3'),
  certificateExists: true,
  domain: 'shop.example',
  message: 'shop.example expires in 7 days (2026-11-27)',
  channel: 'slack',
  channelId: null,
  channelName: 'Slack',
  kind: 'alert',
  state: 'sent',
  heldFor: null,
  dueAt: null,
  sentAt: NOW,
  createdAt: NOW,
  acknowledged: false,
  acknowledgedBy: null,
  escalated: false,
  resolved: false,
  superseded: false,
  severity: 'warning',
  rule: 'expiry',
  maybeRepeated: false,
  problem: null,
  ...given,
});

export const sampleSettings: SmartSettings = {
  escalationEnabled: false,
  escalationDelayHours: 24,
  escalationEmail: '',
  groupingEnabled: false,
  groupingIntervalHours: 6,
  customTemplate: null,
  statusPageEnabled: false,
  statusPageUrl: '',
  statusPageApiKey: '',
  quietHours: null,
};

export const sampleEndpoint = (given: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id: idAt('4'),
  name: 'Deploy bot',
  url: '••••fter',
  types: ['certificate.renewed', 'certificate.changed'],
  enabled: true,
  state: 'active',
  pausedReason: null,
  failingSince: null,
  createdAt: NOW,
  ...given,
});

export const sampleDelivery = (given: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  eventId: idAt('5'),
  type: 'certificate.renewed',
  occurredAt: NOW,
  state: 'sent',
  attempts: 1,
  status: 200,
  durationMs: 120,
  reason: null,
  sentAt: NOW,
  nextAttemptAt: null,
  ...given,
});
