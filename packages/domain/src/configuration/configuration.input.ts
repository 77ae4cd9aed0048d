import { z } from 'zod';
import { tagLine } from '../certificates/tags.input.ts';
import { cleanTags } from '../certificates/tags.ts';
import { formatTarget, targetWith } from '../certificates/target.ts';
import { DATE_ISSUER_MAX_LENGTH, MONITORED_NAME_MAX_LENGTH } from '../certificates/uploads/certificate-source.ts';
import { UPLOAD_MAX_LENGTH } from '../certificates/uploads/read-upload.ts';
import { readDiscoveryDomain } from '../discovery/names.ts';
import { ENVIRONMENT_DESCRIPTION_MAX_LENGTH, ENVIRONMENT_NAME_MAX_LENGTH } from '../environments/limits.ts';
import { DomainError } from '../errors/domain-error.ts';
import { lineInput } from '../id.input.ts';
import { traitsOf } from '../notifications/channels/channel.ts';
import { ALERT_ROUTES_MAX, CHANNEL_NAME_MAX_LENGTH, CHANNELS_MAX, DAY_RULES_MAX } from '../notifications/limits.ts';
import { ALERT_DAY_OPTIONS } from '../notifications/routing/alert-days.ts';
import { channelTypes } from '../plans/plans.ts';
import { allowedIssuersInput } from '../transparency/transparency.input.ts';
import { WATCHED_DOMAINS_MAX } from '../transparency/watched-domain.ts';

export const CONFIGURED_ENDPOINTS_MAX = 5000;
export const CONFIGURED_UPLOADS_MAX = 200;
const ENVIRONMENTS_MAX = 500;
const SETTING_MAX_LENGTH = 10_000;

const key = z
  .string()
  .regex(
    /^[a-z0-9](?:[a-z0-9._-]{0,98}[a-z0-9])?$/,
    'Use 1 to 100 of a to z, 0 to 9, ".", "-" and "_", with a letter or digit at both ends.',
  )
  .describe('Names the object in this file, and stays the same when everything else changes.');

const environment = z.strictObject({
  key,
  name: lineInput(ENVIRONMENT_NAME_MAX_LENGTH).min(1, 'Enter a name.'),
  description: lineInput(ENVIRONMENT_DESCRIPTION_MAX_LENGTH).optional(),
});

const endpoint = z.strictObject({
  key,
  domain: z.string().describe('host, host:port, or protocol://host:port?servername=NAME&address=IP'),
  environment: key.optional().describe('The key of an environment.'),
  tags: z.record(z.string(), z.string()).default({}),
});

const monitoredName = lineInput(MONITORED_NAME_MAX_LENGTH).min(1, 'Enter a name.');
const placed = {
  environment: key.optional().describe('The key of an environment.'),
  tags: z.record(z.string(), z.string()).default({}),
};

const upload = z.strictObject({
  key,
  name: monitoredName,
  certificate: z.string().max(UPLOAD_MAX_LENGTH).describe('One certificate with its chain: PEM, or DER or PKCS #7 in base64.'),
  ...placed,
});

const date = z.strictObject({
  key,
  name: monitoredName,
  expires: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], 'Write a day such as 2027-01-31, or an instant such as 2027-01-31T12:00:00Z.')
    .describe('A day, which begins at 00:00 UTC, or an instant.'),
  issuer: lineInput(DATE_ISSUER_MAX_LENGTH).optional(),
  ...placed,
});

const channel = z.strictObject({
  key,
  type: z.enum(channelTypes),
  name: lineInput(CHANNEL_NAME_MAX_LENGTH).min(1, 'Enter a name.'),
  enabled: z.boolean().default(true),
  default: z.boolean().default(true).describe('Whether it receives alerts that no route matches.'),
  settings: z.record(z.string().max(100), z.string().max(SETTING_MAX_LENGTH)).default({}),
});

const route = z.strictObject({
  key,
  tag: tagLine().optional().describe('name=value'),
  environment: key.optional().describe('The key of an environment.'),
  channels: z.array(key).min(1, 'Name at least one channel.').max(CHANNELS_MAX).describe('Keys of channels.'),
});

const days = z
  .array(z.int().refine((day) => ALERT_DAY_OPTIONS.some((option) => option === day), `must be one of ${ALERT_DAY_OPTIONS.join(', ')}`))
  .max(ALERT_DAY_OPTIONS.length);

const dayRule = z.strictObject({ key, tag: tagLine().describe('name=value'), days: days.min(1, 'Name at least one day.') });

const domain = z.strictObject({
  key,
  domain: z.string().max(2000).describe('Whose issued certificates are watched, with those of all names below it.'),
  allowed_issuers: allowedIssuersInput.default([]).describe('Organizations as in their certificates; none: any.'),
});

const alerts = z.strictObject({
  days,
  scale_to_lifetime: z.boolean().optional(),
});

const shape = z.strictObject({
  environments: z.array(environment).max(ENVIRONMENTS_MAX).default([]),
  endpoints: z.array(endpoint).max(CONFIGURED_ENDPOINTS_MAX).default([]),
  uploads: z.array(upload).max(CONFIGURED_UPLOADS_MAX).default([]),
  dates: z.array(date).max(CONFIGURED_ENDPOINTS_MAX).default([]),
  channels: z.array(channel).max(CHANNELS_MAX).default([]),
  routes: z.array(route).max(ALERT_ROUTES_MAX).default([]),
  day_rules: z.array(dayRule).max(DAY_RULES_MAX).default([]),
  domains: z.array(domain).max(WATCHED_DOMAINS_MAX).default([]),
  alerts: alerts.optional(),
});

type Path = (string | number)[];
type Complain = (path: Path, message: string) => void;

/** The message of a DomainError that `read` throws; null if it throws none. */
const refusalOf = (read: () => unknown): string | null => {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.details[0]?.message ?? error.message;
    throw error;
  }
};

/** Complains about each value that an earlier item has. */
const refuseRepeated = <Item>(
  items: readonly Item[],
  list: string,
  field: string,
  { of, message, complain }: { readonly of: (item: Item) => string | null; readonly message: string; readonly complain: Complain },
): void => {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const value = of(item);
    if (value === null) continue;
    if (seen.has(value)) complain([list, index, field], message);
    seen.add(value);
  }
};

const formOf = (domain: string): string | null => {
  try {
    return formatTarget(targetWith(domain, {}));
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
};

const checkWhole = (configuration: z.infer<typeof shape>, complain: Complain): void => {
  const { environments, endpoints, uploads, dates, channels, routes, day_rules, domains } = configuration;
  for (const [list, items] of Object.entries({ environments, endpoints, uploads, dates, channels, routes, day_rules, domains }))
    refuseRepeated<{ readonly key: string }>(items, list, 'key', {
      of: (item) => item.key,
      message: 'Another object of this list has this key.',
      complain,
    });
  const lower = ({ name }: { readonly name: string }) => name.toLowerCase();
  refuseRepeated(environments, 'environments', 'name', { of: lower, message: 'Another environment has this name.', complain });
  refuseRepeated(channels, 'channels', 'name', { of: lower, message: 'Another channel has this name.', complain });
  refuseRepeated(endpoints, 'endpoints', 'domain', {
    of: ({ domain }) => formOf(domain),
    message: 'Another endpoint has this domain.',
    complain,
  });
  for (const [list, items] of Object.entries({ uploads, dates })) {
    const taken = new Set(list === 'dates' ? uploads.map(({ name }) => name) : []);
    for (const [index, { name }] of items.entries()) {
      if (taken.has(name)) complain([list, index, 'name'], 'Another upload or date has this name.');
      taken.add(name);
    }
  }
  const subjectOf = ({ tag, environment: of }: z.infer<typeof route>) => tag?.toLowerCase() ?? (of === undefined ? null : `:${of}`);
  refuseRepeated(routes, 'routes', 'channels', { of: subjectOf, message: 'Another route has the same tag or environment.', complain });

  refuseRepeated(day_rules, 'day_rules', 'tag', {
    of: ({ tag }) => tag.toLowerCase(),
    message: 'Another day rule has this tag.',
    complain,
  });
  refuseRepeated(domains, 'domains', 'domain', {
    of: ({ domain: name }) => readDiscoveryDomain(name),
    message: 'Another watched domain is the same.',
    complain,
  });
  for (const [index, { domain: name }] of domains.entries())
    if (readDiscoveryDomain(name) === null) complain(['domains', index, 'domain'], 'Write a domain such as example.com.');

  const environmentKeys = new Set(environments.map((item) => item.key));
  const channelKeys = new Set(channels.map((item) => item.key));
  for (const [index, { domain }] of endpoints.entries()) {
    const problem = refusalOf(() => targetWith(domain, {}));
    if (problem !== null) complain(['endpoints', index, 'domain'], problem);
  }
  for (const [list, items] of Object.entries({ endpoints, uploads, dates }))
    for (const [index, { environment: named, tags }] of items.entries()) {
      const tagProblem = refusalOf(() => cleanTags(tags));
      if (tagProblem !== null) complain([list, index, 'tags'], tagProblem);
      if (named !== undefined && !environmentKeys.has(named))
        complain([list, index, 'environment'], `No environment has the key '${named}'.`);
    }
  for (const [index, { type, settings }] of channels.entries()) {
    const known = traitsOf(type).fields.map(({ name }) => name);
    for (const name of Object.keys(settings))
      if (!known.includes(name))
        complain(['channels', index, 'settings', name], `A channel of the type ${type} has the settings ${known.join(', ')}.`);
  }
  for (const [index, { tag, environment: named, channels: to }] of routes.entries()) {
    if ((tag === undefined) === (named === undefined)) complain(['routes', index], 'Name a tag or an environment.');
    if (named !== undefined && !environmentKeys.has(named))
      complain(['routes', index, 'environment'], `No environment has the key '${named}'.`);
    for (const [at, name] of to.entries())
      if (!channelKeys.has(name)) complain(['routes', index, 'channels', at], `No channel has the key '${name}'.`);
  }
};

/** The objects of an organization that `notafter apply` sends, each with its key. */
export const configurationInput = shape.superRefine((configuration, context) =>
  checkWhole(configuration, (path, message) => context.addIssue({ code: 'custom', path, message })),
);

const setting = z.union([
  z.string(),
  z.strictObject({ env: z.string().describe('A variable.') }),
  z.strictObject({ file: z.string().describe('A path, relative to this file.') }),
]);
const fileShape = shape.extend({
  uploads: z
    .array(
      upload.extend({
        certificate: z.union([
          z.strictObject({
            file: z.string().describe('A path, relative to this file: PEM, DER or PKCS #7. A private key in it is never sent.'),
          }),
          z.string().describe('PEM.'),
        ]),
      }),
    )
    .max(CONFIGURED_UPLOADS_MAX)
    .default([]),
  channels: z
    .array(channel.extend({ settings: z.record(z.string(), setting).default({}) }))
    .max(CHANNELS_MAX)
    .default([]),
});

/** The JSON schema of a file for editors, without the rules that concern several objects. */
export const configurationSchema = (): object => z.toJSONSchema(fileShape, { io: 'input', target: 'draft-7' });

/** Which objects belong together: the file that an organization applies under this name. */
export const stackInput = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?$/, 'Use 1 to 60 of a to z, 0 to 9 and "-".')
  .default('default');

export const planConfigurationInput = z.object({ stack: stackInput, configuration: configurationInput, prune: z.boolean().default(false) });
export const applyConfigurationInput = planConfigurationInput.extend({
  /** `digest` of the plan that a person agreed to. Absent: whatever the plan is now. */
  digest: z.string().max(100).optional(),
});
export const exportConfigurationInput = z.object({ stack: stackInput });
