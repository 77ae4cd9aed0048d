import {
  type ChannelMessage,
  cleanLine,
  DEFAULT_TEMPLATE,
  type DeliveryKind,
  dateText,
  daysLeft,
  type MessageItem,
  type MessageKind,
  plural,
  severityOf,
  worstSeverity,
} from '@notafter/domain';
import type { SystemContext } from '../../../context.ts';
import { fillTemplate } from '../../settings/internal/template.ts';
import type { AlertToSend, WaitingDelivery } from './waiting-deliveries.ts';

const TEXT_MAX_LENGTH = 500;

/** One alert in a message, with its own text. */
export interface MessagePart {
  readonly alert: AlertToSend;
  readonly incidentKey: string;
  /** The page of what it is about; null for the certificate's. */
  readonly page: string | null;
  readonly text: string;
}

export interface MessageFacts {
  readonly organization: string;
  /** The organization's template; null for the default. */
  readonly template: string | null;
  readonly now: Date;
}

type Links = { readonly auth: Pick<SystemContext['auth'], 'signAlertLink'>; readonly config: Pick<SystemContext['config'], 'publicUrl'> };

const expiryWords = (left: number): string => {
  if (left < 0) return `expired ${plural(-left, 'day')} ago`;
  return left === 0 ? 'expires in less than a day' : `expires in ${plural(left, 'day')}`;
};

const isExpiry = ({ rule }: AlertToSend): boolean => rule === 'expiry' || rule === 'expired';

/** ` (RSA certificate at 192.0.2.4)`, if the endpoint serves several. */
const which = ({ served }: Pick<AlertToSend, 'served'>): string => (served === null ? '' : ` (${served})`);

/** The event as of `now`: an expiry that was held back gives the days left when it is sent. */
export const summaryOf = (alert: Pick<AlertToSend, 'rule' | 'notAfter' | 'domain' | 'summary' | 'served'>, now: Date): string =>
  (alert.rule === 'expiry' || alert.rule === 'expired') && alert.notAfter !== null
    ? `${alert.domain} ${expiryWords(daysLeft(alert.notAfter, now))}${which(alert)}`
    : `${alert.domain} ${alert.summary.charAt(0).toLowerCase()}${alert.summary.slice(1)}`;

const resolutionWords = {
  renewed: 'the certificate was renewed',
  recovered: 'recovered',
  removed: 'no longer monitored',
  superseded: 'followed by another alert',
} as const;

/** The organization's template covers upcoming expiries; everything else has our texts. */
const wordsOf = (kind: DeliveryKind, alert: AlertToSend, { template, now }: MessageFacts): string => {
  const summary = summaryOf(alert, now);
  switch (kind) {
    case 'acknowledged':
      return `Acknowledged${alert.acknowledgedBy === null ? '' : ` by ${alert.acknowledgedBy}`}: ${summary}`;
    case 'resolved':
      return `Resolved: ${alert.domain}: ${alert.resolution === null ? 'over' : resolutionWords[alert.resolution]}`;
    case 'alert':
    case 'escalation':
    case 'test': {
      const left = alert.notAfter === null ? null : daysLeft(alert.notAfter, now);
      if (!isExpiry(alert) || alert.notAfter === null || left === null || left < 0) return `⚠️ SSL Certificate Alert: ${summary}`;
      // The default template, with words that fit one day and less.
      if (template === null && left <= 1) return `⚠️ SSL Certificate Alert: ${summary} (${dateText(alert.notAfter)})`;
      const filled = fillTemplate(template ?? DEFAULT_TEMPLATE, {
        domain: alert.domain,
        days: String(left),
        expiry_date: dateText(alert.notAfter),
      });
      return `${filled}${which(alert)}`;
    }
  }
};

export const partOf = (
  { kind, alert, incidentKey, page }: Pick<WaitingDelivery, 'kind' | 'alert' | 'incidentKey' | 'page'>,
  facts: MessageFacts,
): MessagePart => ({ alert, incidentKey, page, text: wordsOf(kind, alert, facts) });

/** One line for the log. */
export const logText = ({ text }: MessagePart): string => cleanLine(text, TEXT_MAX_LENGTH);

/** An approaching expiry and the expiry itself are one thread. */
const threadKeyOf = ({ orgId, certificateId, rule }: AlertToSend): string =>
  `${orgId}/${certificateId}/${rule === 'expired' ? 'expiry' : rule}`;

const itemOf = ({ auth, config }: Links, kind: MessageKind, { alert, incidentKey, page, text }: MessagePart, now: Date): MessageItem => ({
  alertId: alert.id,
  certificateId: alert.certificateId,
  threadKey: threadKeyOf(alert),
  incidentKey,
  rule: alert.rule,
  threshold: alert.threshold,
  severity: severityOf(alert.rule, alert.threshold),
  domain: alert.domain,
  summary: summaryOf(alert, now),
  text,
  daysLeft: alert.notAfter === null ? null : daysLeft(alert.notAfter, now),
  expiresAt: alert.notAfter,
  issuer: alert.issuer,
  fingerprint256: alert.fingerprint256,
  reasons: alert.reasons,
  raisedAt: alert.raisedAt,
  resolvedAt: alert.resolvedAt,
  certificateUrl: `${config.publicUrl}/${page ?? `certificates/${alert.certificateId}`}`,
  acknowledgeUrl:
    kind === 'acknowledged' || kind === 'resolved' || alert.acknowledgedAt !== null || alert.resolvedAt !== null
      ? null
      : `${config.publicUrl}/acknowledge/${auth.signAlertLink(alert.id)}`,
});

const titleOf = (kind: MessageKind, parts: readonly MessagePart[], now: Date): string => {
  const [first] = parts;
  if (first === undefined) return 'Test notification';
  if (kind === 'digest') {
    const critical = parts.filter(({ alert }) => severityOf(alert.rule, alert.threshold) === 'critical').length;
    return `${parts.length} SSL certificate alerts${critical === 0 ? '' : `, ${critical} critical`}`;
  }
  if (kind === 'acknowledged' || kind === 'resolved') return first.text;
  return `${kind === 'escalation' ? 'Escalated: ' : ''}${summaryOf(first.alert, now)}`;
};

/** The most urgent come first: receivers show the start of a long digest. */
const mostUrgentFirst = (parts: readonly MessagePart[]): MessagePart[] => {
  const isCritical = ({ alert }: MessagePart): boolean => severityOf(alert.rule, alert.threshold) === 'critical';
  const end = ({ alert }: MessagePart): number => alert.notAfter?.getTime() ?? 0;
  return parts.toSorted((one, other) => Number(isCritical(other)) - Number(isCritical(one)) || end(one) - end(other));
};

/** Returns the message for a channel. The key is the same at every attempt; texts contain certificate data, which channels escape. */
export const renderMessage = (
  links: Links,
  { kind, key, parts: given }: { readonly kind: DeliveryKind; readonly key: string; readonly parts: readonly MessagePart[] },
  { organization, now }: MessageFacts,
): ChannelMessage => {
  const messageKind: MessageKind = given.length > 1 ? 'digest' : kind;
  const parts = mostUrgentFirst(given);
  const items = parts.map((part) => itemOf(links, messageKind, part, now));
  const title = titleOf(messageKind, parts, now);
  const over = kind === 'acknowledged' || kind === 'resolved' || kind === 'test';
  return {
    kind: messageKind,
    idempotencyKey: key,
    organization,
    severity: over ? 'info' : worstSeverity(items.map(({ severity }) => severity)),
    title,
    text:
      messageKind === 'digest'
        ? [`${title}:`, ...parts.map(({ text }) => text)].join('\n')
        : (parts[0]?.text ?? 'This is a test from Notafter. Alerts will arrive here.'),
    items,
    notificationsUrl: `${links.config.publicUrl}/notifications`,
    at: now,
  };
};
