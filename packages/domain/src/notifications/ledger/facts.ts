import { dateTimeText, plural } from '../../wording.ts';
import { cleanLine } from '../delivery/clean-text.ts';
import { type AlertRule, type ChannelMessage, collectorRules, type MessageItem } from '../delivery/message.ts';

export interface Fact {
  readonly label: string;
  readonly value: string;
}

const VALUE_MAX_LENGTH = 300;

const daysText = (daysLeft: number): string => {
  if (daysLeft === 0) return 'less than a day left';
  const count = Math.abs(daysLeft);
  const days = plural(count, 'day');
  return daysLeft < 0 ? `expired ${days} ago` : `${days} left`;
};

const expiry = ({ expiresAt, daysLeft }: MessageItem): string => {
  if (expiresAt === null) return '';
  return daysLeft === null ? dateTimeText(expiresAt) : `${dateTimeText(expiresAt)} (${daysText(daysLeft)})`;
};

/** The first step for the person who is woken by it. */
const steps = {
  expiry: 'Renew it, and install the new one wherever this name is served.',
  expired: 'Visitors are turned away. Renew it, and install the new one wherever this name is served.',
  failing: 'See whether the server runs and lets connections in. Its certificate cannot be watched meanwhile.',
  invalid: 'Visitors are warned off. Put the problem right on the server, then check the certificate again.',
  revoked: 'Have a new one issued, with a new key where the old one may be known, and install it.',
  renewal_blocked: 'Solve the problem before the certificate is due for renewal, then look again.',
  domain_expiring: 'Renew the domain at its registrar.',
  dane_broken: 'Publish a TLSA record that matches the certificate.',
  late: 'See why the automatic renewal did not happen: the log of the ACME client or the person in charge knows.',
  renew_now: 'Renew it today, and install the new one. The CA may revoke this one within a day.',
  service_unwell: 'Open the service: its page shows what was seen last, and its latest events.',
  collector_unwell: 'See whether the collector runs and reaches this server. What it watches is not watched meanwhile.',
  collector_forked: 'Find out who copied the key. Revoke the collector, then enroll it again: nothing more is taken with this key.',
  files_unreadable: 'Open the collector: its files say why. Give it the password or the permission, or take the file off its list.',
  not_deployed: 'Reload the server, or copy the new certificate to it. The page of the certificate has the command.',
  unknown_issuance: 'Ask who ordered it. If nobody did, report it to the CA: the page of the certificate has the address and a text.',
  issuance_not_served: 'Install it where its names are served, or mark it as ours if it is used elsewhere.',
  changed: 'Make sure that somebody of yours replaced it.',
  refused_soon: 'Have it issued under a root that this client accepts, by this CA or another one, and install it.',
} as const satisfies Record<AlertRule, string>;

/** Facts that a channel shows in addition to the text, in this order, each in one clean line, without unknown ones. */
export const factsOf = (item: MessageItem): readonly Fact[] =>
  [
    { label: 'Certificate', value: item.domain },
    { label: 'Expires', value: expiry(item) },
    { label: 'Issuer', value: item.issuer ?? '' },
    { label: 'Problems', value: item.reasons.map((reason) => reason.replaceAll('_', ' ')).join(', ') },
    { label: 'What to do', value: item.acknowledgeUrl === null ? '' : steps[item.rule] },
  ]
    .map(({ label, value }) => ({ label, value: cleanLine(value, VALUE_MAX_LENGTH) }))
    .filter(({ value }) => value !== '');

/** The message's one line, never empty. */
export const titleOf = ({ title }: ChannelMessage, maxLength: number): string => cleanLine(title, maxLength) || 'Certificate alert';

/** The alert's one sentence, never empty. */
export const summaryOf = ({ summary, domain }: MessageItem, maxLength: number): string =>
  cleanLine(summary, maxLength) || cleanLine(domain, maxLength) || 'Certificate alert';

export interface MessageLink {
  readonly label: string;
  readonly url: string;
}

/** The text of one alert in a digest, never empty. */
export const digestLineOf = (item: MessageItem, maxLength: number): string => cleanLine(item.text, maxLength) || summaryOf(item, maxLength);

const openLabels = new Map<AlertRule, string>([
  ['service_unwell', 'Open service'],
  ...collectorRules.map((rule) => [rule, 'Open collector'] as const),
]);

/** Links of a message: the certificate or all notifications, and the page to acknowledge on. */
export const linksOf = ({ items, notificationsUrl }: ChannelMessage): readonly [MessageLink, ...MessageLink[]] => {
  const [item] = items;
  if (item === undefined || items.length > 1) return [{ label: 'Open notifications', url: notificationsUrl }];
  const open = { label: openLabels.get(item.rule) ?? 'Open certificate', url: item.certificateUrl };
  return item.acknowledgeUrl === null ? [open] : [open, { label: 'Acknowledge', url: item.acknowledgeUrl }];
};
