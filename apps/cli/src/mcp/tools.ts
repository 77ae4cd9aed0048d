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

const query = (input: Readonly<Record<string, unknown>>): string => {
  const given = Object.entries(input).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
};
const below = (input: Readonly<Record<string, unknown>>, rest: string): string =>
  `/v1/certificates/${encodeURIComponent(String(input.id))}${rest}`;

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
    path: (input) => `/v1/certificates${query(input)}`,
  },
  {
    name: 'get_certificate',
    title: 'Certificate',
    description:
      'Everything about one endpoint: names, dates, chain, verdict with reasons, handshake, renewal, and what each client refuses.',
    input: z.object({ id }),
    path: (input) => below(input, ''),
  },
  {
    name: 'list_certificate_history',
    title: 'History of a certificate',
    description: 'When the certificate of an endpoint was added, renewed or changed.',
    input: z.object({ id, limit, cursor }),
    path: ({ id: of, ...page }) => below({ id: of }, `/history${query(page)}`),
  },
  {
    name: 'get_certificate_alerts',
    title: 'Alerts of a certificate',
    description: 'Open and past alerts of one endpoint, and when the next ones are due.',
    input: z.object({ id }),
    path: (input) => below(input, '/alerts'),
  },
  {
    name: 'get_renewal_check',
    title: 'Obstacles to a renewal',
    description: 'The last look at what would stop the next renewal of an endpoint: CAA, DNSSEC, validation records, port 80.',
    input: z.object({ id }),
    path: (input) => below(input, '/renewal'),
  },
  {
    name: 'list_notifications',
    title: 'Notifications',
    description: 'Messages about alerts, newest first, with channel and state.',
    input: z.object({ limit, cursor }),
    path: (input) => `/v1/notifications/log${query(input)}`,
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
];
