import {
  type AlertRule,
  addMs,
  type ChannelMessage,
  cleanLine,
  cleanText,
  HOUR_MS,
  isBearerToken,
  type MessageItem,
  MINUTE_MS,
  type OutgoingMessage,
  readExtraLabels,
  summaryOf,
} from '@notafter/domain';
import { broken, type HttpChannel, jsonRequest, refused, setting, type Unsendable } from '../channel.ts';
import { withoutSlash } from '../endpoints.ts';
import { readStatus } from '../read-answer.ts';

const PATH = '/api/v2/alerts';
/** How long an open alert lasts without being sent again: twelve refreshes. */
const OPEN_FOR_MS = HOUR_MS;
/** Longer than the usual `group_wait`, so that a test is delivered; then it ends by itself. */
const TEST_LASTS_MS = 5 * MINUTE_MS;
const LABEL_MAX_LENGTH = 200;

const alertNames = {
  expiry: 'NotafterCertificateExpiry',
  expired: 'NotafterCertificateExpired',
  failing: 'NotafterEndpointFailing',
  invalid: 'NotafterCertificateInvalid',
  revoked: 'NotafterCertificateRevoked',
  changed: 'NotafterCertificateChanged',
  late: 'NotafterRenewalLate',
  renew_now: 'NotafterRenewNow',
  refused_soon: 'NotafterCertificateRefusedSoon',
  renewal_blocked: 'NotafterRenewalBlocked',
  domain_expiring: 'NotafterDomainExpiring',
  dane_broken: 'NotafterDaneBroken',
  service_unwell: 'NotafterServiceUnwell',
  collector_unwell: 'NotafterCollectorUnwell',
  collector_forked: 'NotafterCollectorForked',
  files_unreadable: 'NotafterFilesUnreadable',
  not_deployed: 'NotafterCertificateNotDeployed',
  unknown_issuance: 'NotafterUnknownIssuance',
  issuance_not_served: 'NotafterIssuanceNotServed',
} as const satisfies Record<AlertRule, string>;

type Labels = Readonly<Record<string, string>>;

/** Every label identifies the alert, so none may change between its first message and its end. Empty ones are as good as absent. */
const labelsOf = (item: MessageItem, organization: string, extra: Labels): Labels => ({
  ...extra,
  alertname: alertNames[item.rule],
  severity: item.severity,
  domain: cleanLine(item.domain, LABEL_MAX_LENGTH),
  organization: cleanLine(organization, LABEL_MAX_LENGTH),
  certificate_id: item.certificateId,
  rule: item.rule,
  ...(item.rule === 'expiry' || item.rule === 'domain_expiring' ? { threshold: String(item.threshold) } : {}),
});

/** Alertmanager shows annotations to everyone who opens it, so the link that acknowledges without sign-in is not among them. */
const annotationsOf = (item: MessageItem) => ({
  summary: summaryOf(item, 500),
  description: cleanText(item.text, 2000) || summaryOf(item, 500),
  link: item.certificateUrl,
  ...(item.expiresAt === null ? {} : { expires_at: item.expiresAt.toISOString() }),
  ...(item.issuer === null ? {} : { issuer: cleanLine(item.issuer, 300) }),
});

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other);

const alertOf = (item: MessageItem, { kind, at, organization }: ChannelMessage, extra: Labels) => {
  // After a clock that ran ahead was corrected, an alert may be from the future. An end before the start is refused.
  const startsAt = item.raisedAt < at ? item.raisedAt : at;
  return {
    labels: labelsOf(item, organization, extra),
    annotations: annotationsOf(item),
    generatorURL: item.certificateUrl,
    startsAt: startsAt.toISOString(),
    endsAt: (kind === 'resolved' ? laterOf(startsAt, item.resolvedAt ?? at) : addMs(at, OPEN_FOR_MS)).toISOString(),
  };
};

const testAlert = ({ at, organization, notificationsUrl, text }: ChannelMessage, extra: Labels) => ({
  labels: { ...extra, alertname: 'NotafterTest', severity: 'info', organization: cleanLine(organization, LABEL_MAX_LENGTH) },
  annotations: { summary: 'Test notification', description: cleanText(text, 2000), link: notificationsUrl },
  generatorURL: notificationsUrl,
  startsAt: at.toISOString(),
  endsAt: addMs(at, TEST_LASTS_MS).toISOString(),
});

/** The address people know is that of the screen; a route prefix is part of it. */
const endpointOf = (typed: string): string | null => {
  const url = URL.parse(typed);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null;
  const path = withoutSlash(url.pathname);
  return `${url.origin}${path.endsWith(PATH) ? path : `${path}${PATH}`}`;
};

const authorizationOf = (outgoing: OutgoingMessage): { readonly headers: Readonly<Record<string, string>> } | Unsendable => {
  const [username, password, token] = [setting(outgoing, 'username'), setting(outgoing, 'password'), setting(outgoing, 'token')];
  if (token !== '') {
    return isBearerToken(token) ? { headers: { authorization: `Bearer ${token}` } } : broken('This is not a bearer token.');
  }
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  return { headers: username === '' ? {} : { authorization: `Basic ${basic}` } };
};

/**
 * API v2: https://github.com/prometheus/alertmanager/blob/main/api/v2/openapi.yaml. Alerts are the same if their labels are, and end
 * at `endsAt` unless they are sent again; docs/decisions/064-alertmanager-channel.md has the reasons.
 */
export const alertmanager: HttpChannel = {
  render: (outgoing) => {
    const { message } = outgoing;
    const endpoint = endpointOf(setting(outgoing, 'url'));
    if (endpoint === null) return broken('This is not the address of an Alertmanager.');
    const extra = readExtraLabels(setting(outgoing, 'labels'));
    if ('problem' in extra) return broken(extra.problem);
    const authorization = authorizationOf(outgoing);
    if ('problem' in authorization) return authorization;
    if (message.items.length === 0 && message.kind !== 'test') return refused('The message contains no alert.');
    const alerts =
      message.items.length === 0 ? [testAlert(message, extra.labels)] : message.items.map((item) => alertOf(item, message, extra.labels));
    return jsonRequest(endpoint, alerts, authorization.headers);
  },
  read: readStatus,
};
