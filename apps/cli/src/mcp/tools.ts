import { z } from 'zod';

/** A read call that an assistant may make. */
export interface ReadTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** The path of the call, with its query. */
  readonly path: (input: Readonly<Record<string, unknown>>) => string;
}

const limit = z.int().min(1).max(100).default(25).describe('Rows of one page.');
const cursor = z.string().optional().describe('next_cursor of the page before.');
const id = z.uuid().describe('ID of a certificate, from list_certificates.');
const page = z.object({ limit, cursor });

const query = (input: Readonly<Record<string, unknown>>): string => {
  const given = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};
/** A call about the one with `id`; the rest of the input is its query. */
const of =
  (folder: string, rest = '') =>
  ({ id: one, ...input }: Readonly<Record<string, unknown>>): string =>
    `${folder}/${encodeURIComponent(String(one))}${rest}${query(input)}`;
const ofCertificate = (rest = '') => of('/v1/certificates', rest);
const listOf =
  (path: string) =>
  (input: Readonly<Record<string, unknown>>): string =>
    `${path}${query(input)}`;

/** The tools, each one call of `/v1`. None changes anything. */
export const readTools: readonly ReadTool[] = [
  {
    name: 'get_overview',
    title: 'Overview',
    description:
      'Number of monitored certificates by status (expired, critical, warning, valid, unreachable) and the health score. Begin here.',
    input: z.object({}),
    path: () => '/v1/dashboard/stats',
  },
  {
    name: 'list_certificates',
    title: 'List certificates',
    description: 'Monitored endpoints with the certificate that each served last, by default those that expire first.',
    input: z.object({
      search: z
        .string()
        .max(200)
        .optional()
        .describe('Part of a name or issuer, or terms such as issuer:digicert, tag:team=web, expires:<30d, renewal:late.'),
      status: z.enum(['all', 'expired', 'critical', 'warning', 'valid', 'unreachable']).optional(),
      environment: z.string().optional().describe('Name of an environment.'),
      tag: z.string().optional().describe('name=value'),
      ...{ limit, cursor },
    }),
    path: listOf('/v1/certificates'),
  },
  {
    name: 'get_certificate',
    title: 'Certificate',
    description:
      'Everything about one endpoint: names, dates, chain, verdict with reasons, handshake, renewal, and what each client refuses.',
    input: z.object({ id }),
    path: ofCertificate(),
  },
  {
    name: 'list_certificate_history',
    title: 'History of a certificate',
    description: 'When the certificate of an endpoint was added, renewed or changed.',
    input: z.object({ id, limit, cursor }),
    path: ofCertificate('/history'),
  },
  {
    name: 'list_certificate_renewals',
    title: 'Renewals of a certificate',
    description: 'Each certificate that an endpoint served, with how long it was used and how early it was replaced.',
    input: z.object({ id, limit, cursor }),
    path: ofCertificate('/renewals'),
  },
  {
    name: 'get_certificate_deployment',
    title: 'Issued, on disk, served',
    description:
      'Whether an endpoint serves the certificate that was issued for it or that lies in files, and which servers were left behind.',
    input: z.object({ id }),
    path: ofCertificate('/deployment'),
  },
  {
    name: 'get_certificate_lint',
    title: 'Lint findings of a certificate',
    description: 'Where the chain of an endpoint deviates from RFC 5280 and the Baseline Requirements.',
    input: z.object({ id }),
    path: ofCertificate('/lint'),
  },
  {
    name: 'get_certificate_alerts',
    title: 'Alerts of a certificate',
    description: 'Open and past alerts of one endpoint, and when the next ones are due.',
    input: z.object({ id }),
    path: ofCertificate('/alerts'),
  },
  {
    name: 'get_renewal_check',
    title: 'Obstacles to a renewal',
    description: 'The last look at what would stop the next renewal of an endpoint: CAA, DNSSEC, validation records, port 80.',
    input: z.object({ id }),
    path: ofCertificate('/renewal'),
  },
  {
    name: 'list_notifications',
    title: 'Notifications',
    description: 'Messages about alerts, newest first, with channel and state.',
    input: page,
    path: listOf('/v1/notifications/log'),
  },
  {
    name: 'get_analytics',
    title: 'Analytics',
    description: 'Risk and health scores, mean days left, chain validation, and issuers.',
    input: z.object({}),
    path: () => '/v1/analytics',
  },
  {
    name: 'get_readiness',
    title: 'Readiness for shorter lifetimes',
    description: 'How certificates are renewed, and what becomes of that under each coming limit on lifetimes and validations.',
    input: z.object({}),
    path: () => '/v1/readiness',
  },
  {
    name: 'get_cryptography',
    title: 'Cryptography',
    description: 'Protocols, cipher suites, key exchanges, keys and signatures of all endpoints.',
    input: z.object({}),
    path: () => '/v1/cryptography',
  },
  {
    name: 'list_environments',
    title: 'Environments',
    description: 'Environments with the number of their certificates.',
    input: z.object({}),
    path: () => '/v1/environments',
  },
  {
    name: 'list_expiries',
    title: 'Expiries by day',
    description: 'How many certificates expire on each day of the next year.',
    input: z.object({}),
    path: () => '/v1/analytics/expiries',
  },
  {
    name: 'list_scores',
    title: 'Scores of endpoints',
    description: 'The score of each endpoint with protocol, cipher, key size and chain.',
    input: page.extend({
      sort: z.enum(['domain', 'score', 'protocol', 'cipher', 'keyBits', 'chainValid']).optional(),
      order: z.enum(['asc', 'desc']).optional(),
    }),
    path: listOf('/v1/certificates/ssl-scores'),
  },
  {
    name: 'list_events',
    title: 'Events',
    description: 'What happened to certificates, newest first: added, renewed, changed, removed, checks that failed or recovered, alerts.',
    input: page.extend({
      type: z.string().max(50).optional().describe('Such as certificate.renewed or alert.raised.'),
      since: z.iso.datetime().optional(),
    }),
    path: listOf('/v1/events'),
  },
  {
    name: 'list_discoveries',
    title: 'Discoveries',
    description: 'Searches for certificates below a domain, with what they found.',
    input: page.extend({ domain: z.string().max(300).optional() }),
    path: listOf('/v1/certificates/discover'),
  },
  {
    name: 'list_issued_certificates',
    title: 'Issued certificates',
    description: 'Certificates below watched domains that certificate transparency logs have; unknown ones were ordered by nobody known.',
    input: page.extend({
      filter: z.enum(['open', 'served', 'known_key', 'expected', 'unknown', 'ours', 'not_ours']).optional(),
      search: z.string().max(255).optional().describe('Part of a name.'),
    }),
    path: listOf('/v1/ct/issuances'),
  },
  {
    name: 'get_issued_certificate',
    title: 'Issued certificate',
    description: 'One issued certificate: its state with the reason, the logs that have it, and endpoints with its names.',
    input: z.object({ id: z.uuid().describe('From list_issued_certificates.') }),
    path: of('/v1/ct/issuances'),
  },
  {
    name: 'list_watched_domains',
    title: 'Watched domains',
    description: 'Domains whose issued certificates are watched, with allowed issuers and CAA records.',
    input: page,
    path: listOf('/v1/ct/domains'),
  },
  {
    name: 'get_transparency_sources',
    title: 'Transparency sources',
    description: 'How far certificate transparency logs and search services are read, and what is wrong with them.',
    input: z.object({}),
    path: () => '/v1/ct/sources',
  },
  {
    name: 'list_collectors',
    title: 'Collectors',
    description: 'Programs inside networks that report certificates, with their state and last report.',
    input: page,
    path: listOf('/v1/collectors'),
  },
  {
    name: 'list_collector_files',
    title: 'Files of a collector',
    description: 'Certificate files that a collector read, with their certificates or why they could not be read.',
    input: page.extend({
      id: z.uuid().describe('From list_collectors.'),
      problems: z.boolean().optional().describe('Only files that could not be read.'),
    }),
    path: of('/v1/collectors', '/files'),
  },
  {
    name: 'list_maintenance_windows',
    title: 'Maintenance windows',
    description: 'Times in which alerts wait.',
    input: page,
    path: listOf('/v1/notifications/maintenance-windows'),
  },
  {
    name: 'list_alert_routes',
    title: 'Alert routes',
    description: 'Who is alerted about which certificates.',
    input: page,
    path: listOf('/v1/notification-routes'),
  },
  {
    name: 'list_jobs',
    title: 'Jobs',
    description: 'Long work that people started, with its progress: checks of everything, imports, discoveries, data services.',
    input: page,
    path: listOf('/v1/jobs'),
  },
  {
    name: 'list_services',
    title: 'Data services',
    description: 'Managed databases, caches and queues, with size, state and end of their certificates.',
    input: page,
    path: listOf('/v1/services'),
  },
  {
    name: 'list_audit_log',
    title: 'Audit log',
    description: 'Who did what, newest first. Only admins read it.',
    input: page,
    path: listOf('/v1/audit'),
  },
];
