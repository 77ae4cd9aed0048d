import { isIP } from 'node:net';
import { andList, cloudSlugs, hostsOf, isPlanName, looksLikeEmail, plans } from '@notafter/domain';
import { z } from 'zod';
import { backupPlace, lacksRegion, storeEndpoint } from './backup-place.ts';

/** An empty variable counts as unset, as `.env` files write it. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());
const withDefault = <Schema extends z.ZodType>(schema: Schema, fallback: string) =>
  z.preprocess((value) => (value === undefined || value === '' ? fallback : value), schema);

const flag = withDefault(
  z.enum(['0', '1', 'false', 'true'], 'must be 1 or 0').transform((text) => text === '1' || text === 'true'),
  '0',
);
const list = withDefault(
  z.string().transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
  '',
);
const emailList = list
  .transform((items) => items.map((item) => item.toLowerCase()))
  .refine((items) => items.every(looksLikeEmail), 'must be a list of email addresses');
const domainList = list
  .transform((items) => items.map((item) => item.toLowerCase()))
  .refine((items) => items.every((item) => looksLikeEmail(`admin@${item}`)), 'must be a list of domains such as example.com');
const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
/** `8g` or `512m`, in MiB. */
const memory = z
  .string()
  .regex(/^[1-9]\d{0,6}[mg]$/i, 'must be an amount of memory such as 8g or 512m')
  .transform((text) => Number(text.slice(0, -1)) * (text.toLowerCase().endsWith('g') ? 1024 : 1));
const isOneAddress = (text: string): boolean => isIP(text) !== 0 && !['0.0.0.0', '::'].includes(text);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });

/** `notafter@example.com` or `Notafter <notafter@example.com>` */
const namesSender = (text: string): boolean => /^[^\s@<>]+@[^\s@<>]+$/.test((/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim());

const isOrigin = (text: string): boolean => {
  const { pathname, search, hash, username } = new URL(text);
  return pathname === '/' && `${search}${hash}${username}` === '';
};

const databaseUrl = z
  .string()
  .refine((text) => hostsOf(text) !== null, 'must be a postgres:// address, with its hosts separated by commas');

const endpoint = httpUrl.refine(isOrigin, 'must be scheme, host and port only').transform((text) => text.replace(/\/$/, ''));

const planNames = Object.keys(plans);

/** Accepts any case. */
const planName = z
  .string()
  .transform((text) => planNames.find((name) => name.toLowerCase() === text.toLowerCase()) ?? text)
  .refine(isPlanName, `must be one of ${planNames.join(', ')}`);

/** Unset: the public one. Empty: off, null. */
const offOr = (address: string) =>
  z.preprocess((value) => (value === undefined ? address : value), z.union([z.literal('').transform(() => null), httpUrl]));

const hostName = z
  .string()
  .transform((text) => text.toLowerCase())
  .refine(
    (text) => /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(text),
    'must be a host name such as db.example.com',
  );

const variables = z.object({
  PORT: withDefault(wholeNumber(0, 65_535), '3000'),
  HOST: withDefault(z.string(), '127.0.0.1'),
  PUBLIC_URL: optional(
    httpUrl
      .transform((text) => text.replace(/\/+$/, ''))
      .refine(isOrigin, 'must be scheme, host and port only, because the screens and /v1 are at the root of the host'),
  ),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_READ_URL: optional(
    databaseUrl.refine((text) => (hostsOf(text)?.host.length ?? 1) === 1, 'must have one host: several replicas are at different places'),
  ),
  DATA_DIR: withDefault(z.string(), './data'),
  SECRET_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
  MAIL_FROM: optional(z.string().refine(namesSender, 'must be an address, or a name with one: Notafter <notafter@example.com>')),
  TARGET_ALLOW: list,
  /** `none`: nothing private, whatever `TARGET_ALLOW` says. */
  WEBHOOK_ALLOW: optional(list.transform((items) => (items.length === 1 && items[0] === 'none' ? [] : items))),
  EXTRA_CA_FILE: optional(z.string()),
  CLIENT_RULES_FILE: optional(z.string()),
  CHECK_INTERVAL_HOURS: withDefault(
    z
      .string()
      .regex(/^\d*\.?\d+$/, 'must be a number of hours')
      .transform(Number)
      .refine((hours) => hours >= 0.001 && hours <= 24 * 7, 'must be from 0.001 to 168'),
    '6',
  ),
  DNS_SERVERS: list,
  PLATFORM_ADMIN_EMAILS: emailList,
  PLATFORM_ADMIN_EMAIL_DOMAINS: domainList,
  GITHUB_BASE_URL: withDefault(httpUrl, 'https://github.com'),
  GITHUB_CLIENT_ID: optional(z.string()),
  GITHUB_CLIENT_SECRET: optional(z.string()),
  GOOGLE_ISSUER_URL: withDefault(httpUrl, 'https://accounts.google.com'),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string().min(8, 'must have at least 8 characters')),
  STRIPE_LINK_ESSENTIALS_MONTHLY: optional(httpUrl),
  STRIPE_LINK_ESSENTIALS_ANNUAL: optional(httpUrl),
  STRIPE_LINK_TEAM_MONTHLY: optional(httpUrl),
  STRIPE_LINK_TEAM_ANNUAL: optional(httpUrl),
  STRIPE_LINK_ENTERPRISE_MONTHLY: optional(httpUrl),
  STRIPE_LINK_ENTERPRISE_ANNUAL: optional(httpUrl),
  STRIPE_PORTAL_URL: optional(httpUrl),
  CRTSH_URL: offOr('https://crt.sh'),
  CERTSPOTTER_URL: offOr('https://api.certspotter.com'),
  CERTSPOTTER_TOKEN: optional(z.string()),
  CT_LOG_LIST_URL: offOr('https://www.gstatic.com/ct/log_list/v3/log_list.json'),
  CT_LOG_LIST_KEY_FILE: optional(z.string()),
  CT_GIGABYTES_PER_DAY: withDefault(wholeNumber(0, 10_000), '0'),
  CT_CONTACT: optional(z.string().max(200)),
  RDAP_BOOTSTRAP_URL: offOr('https://data.iana.org/rdap/dns.json'),
  DISCOVERY_MAX_HOSTS: withDefault(wholeNumber(1, 10_000), '500'),
  API_REQUESTS_PER_MINUTE: withDefault(wholeNumber(1, 1_000_000), '120'),
  DEFAULT_PLAN: withDefault(planName, 'Forever Free'),
  PASSWORD_MIN_LENGTH: withDefault(wholeNumber(6, 128), '6'),
  CRL_CHECK: withDefault(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  RENEWAL_INFO: withDefault(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  EXTERNAL_IMAGES: withDefault(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  TELEGRAM_API_URL: withDefault(httpUrl, 'https://api.telegram.org'),
  PAGERDUTY_EVENTS_URL: withDefault(httpUrl, 'https://events.pagerduty.com/v2/enqueue'),
  SPLUNK_ONCALL_URL: withDefault(httpUrl, 'https://alert.victorops.com/integrations/generic/20131114/alert'),
  STATUSPAGE_API_URL: withDefault(httpUrl, 'https://api.statuspage.io/v1'),
  SERVICES_CLOUDS: withDefault(
    z
      .string()
      .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map((item) => item.trim())))
      .pipe(z.array(z.enum(cloudSlugs, `must be none, or some of ${cloudSlugs.join(', ')}`)).transform((clouds) => [...new Set(clouds)])),
    'local',
  ),
  SERVICES_SOURCE_ADDRESSES: list.refine(
    (items) => items.every((item) => isIP(item) !== 0),
    'must be a list of addresses such as 203.0.113.7',
  ),
  AWS_PROFILE: optional(z.string()),
  AWS_ENDPOINT_URL_EC2: optional(storeEndpoint),
  DIGITALOCEAN_TOKEN: optional(z.string()),
  DIGITALOCEAN_API_URL: optional(endpoint),
  GOOGLE_APPLICATION_CREDENTIALS: optional(z.string()),
  GCP_COMPUTE_URL: optional(endpoint),
  GCP_TOKEN_URL: optional(httpUrl),
  AZURE_TENANT_ID: optional(z.string()),
  AZURE_CLIENT_ID: optional(z.string()),
  AZURE_CLIENT_SECRET: optional(z.string()),
  AZURE_SUBSCRIPTION_ID: optional(z.string()),
  AZURE_RESOURCE_MANAGER_URL: optional(endpoint),
  AZURE_AUTHORITY_HOST: optional(endpoint),
  SERVICES_ADDRESS: withDefault(
    z.string().refine(isOneAddress, 'must be one address of this machine such as 192.0.2.7; clients connect to it'),
    '127.0.0.1',
  ),
  SERVICES_MAX_MEMORY: optional(memory),
  SERVICES_IMAGES: optional(z.string()),
  BACKUP_URL: optional(backupPlace),
  AWS_ACCESS_KEY_ID: optional(z.string()),
  AWS_SECRET_ACCESS_KEY: optional(z.string()),
  AWS_SESSION_TOKEN: optional(z.string()),
  AWS_REGION: optional(z.string()),
  AWS_ENDPOINT_URL_S3: optional(storeEndpoint),
  DOCKER_HOST: optional(z.string()),
  /** How long the process still serves after a signal to stop, while /readyz already refuses. */
  SHUTDOWN_DELAY_SECONDS: withDefault(wholeNumber(0, 300), '0'),
  ROLE: withDefault(z.enum(['all', 'web', 'rest', 'worker'], 'must be all, web, rest or worker'), 'all'),
  SERVICES_DOMAIN: optional(hostName),
  SERVICES_HOST: optional(hostName),
  TRUSTED_PROXIES: list,
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  DEV_AUTO_ACTIVATE: flag,
  LOG_LEVEL: withDefault(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent'),
    'info',
  ),
  NODE_ENV: withDefault(z.enum(['production', 'development', 'test'], 'must be production, development or test'), 'production'),
});

/** An ID without its secret, or the reverse, is unusable. */
const halves: readonly (readonly (keyof z.infer<typeof variables>)[])[] = [
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET', 'AZURE_SUBSCRIPTION_ID'],
];

/** Every environment variable that the program reads, from text to typed value. `.env.example` documents each one. */
export const environmentSchema = variables.superRefine((env, { addIssue }) => {
  for (const pair of halves) {
    const missing = pair.filter((name) => env[name] === undefined);
    if (missing.length > 0 && missing.length < pair.length) {
      addIssue({ code: 'custom', path: missing.slice(0, 1), message: `is missing: ${andList(pair)} go together` });
    }
  }
  if (lacksRegion(env)) {
    addIssue({ code: 'custom', path: ['AWS_REGION'], message: 'is missing: it names the region of the bucket in BACKUP_URL' });
  }
});

export type Environment = z.infer<typeof environmentSchema>;
