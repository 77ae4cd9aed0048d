import { type ChannelMessage, cleanLine, cleanText, type MessageItem } from '@notafter/domain';
import { largestFit } from './largest-fit.ts';

/** The specification recommends bodies under 20 KB. */
const MAX_BYTES = 19_000;

/** Documented in docs/webhooks.md; receivers rely on the names. */
export const eventTypes = {
  alert: 'alert.raised',
  escalation: 'alert.escalated',
  acknowledged: 'alert.acknowledged',
  resolved: 'alert.resolved',
  digest: 'alert.digest',
  test: 'test',
} as const satisfies Record<ChannelMessage['kind'], string>;

/** Certificates may contain any text of any length; the payload is cleaned and shortened. */
const line = (text: string): string => cleanLine(text, 500);

const alertOf = (item: MessageItem) => ({
  id: item.alertId,
  incident_key: item.threadKey,
  rule: item.rule,
  severity: item.severity,
  domain: line(item.domain),
  summary: line(item.summary),
  days_left: item.daysLeft,
  expires_at: item.expiresAt?.toISOString() ?? null,
  issuer: item.issuer === null ? null : line(item.issuer),
  fingerprint_sha256: item.fingerprint256,
  reasons: item.reasons.slice(0, 20).map(line),
  raised_at: item.raisedAt.toISOString(),
  certificate_url: item.certificateUrl,
  acknowledge_url: item.acknowledgeUrl,
});

const eventWith = (message: ChannelMessage, shown: number) => ({
  type: eventTypes[message.kind],
  timestamp: message.at.toISOString(),
  data: {
    organization: line(message.organization),
    severity: message.severity,
    title: line(message.title),
    text: cleanText(message.text, 2000),
    notifications_url: message.notificationsUrl,
    alerts: message.items.slice(0, shown).map(alertOf),
    alerts_left_out: message.items.length - shown,
  },
});

/** The webhook's payload of a message. Alerts beyond the size that receivers accept are counted, not listed. */
export const eventOf = (message: ChannelMessage): ReturnType<typeof eventWith> =>
  largestFit(
    message.items.length,
    (shown) => eventWith(message, shown),
    (event) => Buffer.byteLength(JSON.stringify(event)) <= MAX_BYTES,
  );
