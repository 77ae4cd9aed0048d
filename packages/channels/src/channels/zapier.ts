import { cleanLine, cleanText } from '@notafter/domain';
import { type HttpChannel, jsonRequest, setting } from '../channel.ts';
import { readStatus } from '../read-answer.ts';
import { eventTypes } from '../webhook-event.ts';

const MAX_DOMAINS = 500;
const line = (text: string): string => cleanLine(text, 500);

/** A catch hook takes flat JSON, so that each value is a separate field in the editor. It always answers success. */
export const zapier: HttpChannel = {
  render: (outgoing) => {
    const { message } = outgoing;
    const [first, ...others] = message.items;
    const item = others.length === 0 ? first : undefined;
    return jsonRequest(setting(outgoing, 'webhook'), {
      id: message.idempotencyKey,
      type: eventTypes[message.kind],
      organization: line(message.organization),
      severity: message.severity,
      title: line(message.title),
      text: cleanText(message.text, 4000),
      alert_count: message.items.length,
      domains: message.items
        .slice(0, MAX_DOMAINS)
        .map(({ domain }) => line(domain))
        .join(', '),
      alert_id: item?.alertId ?? null,
      rule: item?.rule ?? null,
      domain: item === undefined ? null : line(item.domain),
      summary: item === undefined ? null : line(item.summary),
      days_left: item?.daysLeft ?? null,
      expires_at: item?.expiresAt?.toISOString() ?? null,
      issuer: item === undefined || item.issuer === null ? null : line(item.issuer),
      fingerprint_sha256: item?.fingerprint256 ?? null,
      reasons: item === undefined ? null : line(item.reasons.join(', ')),
      raised_at: item?.raisedAt.toISOString() ?? null,
      certificate_url: item?.certificateUrl ?? null,
      acknowledge_url: item?.acknowledgeUrl ?? null,
      notifications_url: message.notificationsUrl,
      sent_at: message.at.toISOString(),
    });
  },
  read: readStatus,
};
