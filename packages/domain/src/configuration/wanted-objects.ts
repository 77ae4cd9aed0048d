import { cleanTags } from '../certificates/tags.ts';
import { formatTarget, targetWith } from '../certificates/target.ts';
import { readDiscoveryDomain } from '../discovery/names.ts';
import type { Configuration } from './configuration.ts';
import { environmentRouteIdentity, type Fields, type WantedObject } from './plan-configuration.ts';

/** The key and identity of what an organization has once. */
export const ALERTS_KEY = 'alerts';

export const channelIdentity = (name: string): string => name.toLowerCase();
export const environmentIdentity = (name: string): string => name.toLowerCase();
export const tagIdentity = (tag: string): string => `tag ${tag.toLowerCase()}`;

/** Prefixes each field. */
const under = (prefix: string, record: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [`${prefix}.${name}`, value]));

export const tagFields = (tags: Readonly<Record<string, string>>): Record<string, string> => under('tags', cleanTags(tags));
export const settingFields = (settings: Readonly<Record<string, string>>): Record<string, string> => under('settings', settings);

/** SHA-256 of a certificate, and of the others of its chain. */
export const chainFields = ([certificate, ...chain]: readonly string[]): Fields => ({ certificate: certificate ?? null, chain });

/** The most days first. */
export const byDays = (days: readonly number[]): number[] => [...new Set(days)].sort((left, right) => right - left);

/** Without repetitions, in one order. */
export const issuerList = (issuers: readonly string[]): string[] => [...new Set(issuers)].sort();

const one = (name: string | undefined): readonly string[] => (name === undefined ? [] : [name]);

/** Turns a file into objects that can be compared with those of the organization. */
export const wantedObjects = (
  { environments, endpoints, uploads, dates, channels, routes, day_rules, domains, alerts }: Configuration,
  /** Fingerprints of each upload by its key, its own certificate first. */
  chains: ReadonlyMap<string, readonly string[]>,
): WantedObject[] => [
  ...environments.map(
    ({ key, name, description }): WantedObject => ({
      ...{ kind: 'environment', key, identity: environmentIdentity(name), label: name },
      fields: { name, description: description === undefined || description === '' ? null : description },
    }),
  ),
  ...channels.map(
    ({ key, type, name, enabled, default: inDefaultRoute, settings }): WantedObject => ({
      ...{ kind: 'channel', key, identity: channelIdentity(name), label: name },
      fields: { type, name, enabled, default: inDefaultRoute, ...settingFields(settings) },
    }),
  ),
  ...endpoints.map(({ key, domain, environment, tags }): WantedObject => {
    const form = formatTarget(targetWith(domain, {}));
    return {
      ...{ kind: 'endpoint', key, identity: form, label: form },
      fields: { domain: form, ...tagFields(tags) },
      references: { environment: { kind: 'environment', names: one(environment) } },
    };
  }),
  ...uploads.map(
    ({ key, name, environment, tags }): WantedObject => ({
      ...{ kind: 'upload', key, identity: name, label: name },
      fields: { name, ...chainFields(chains.get(key) ?? []), ...tagFields(tags) },
      references: { environment: { kind: 'environment', names: one(environment) } },
    }),
  ),
  ...dates.map(
    ({ key, name, expires, issuer, environment, tags }): WantedObject => ({
      ...{ kind: 'date', key, identity: name, label: name },
      fields: {
        name,
        expires: new Date(expires).toISOString(),
        issuer: issuer === undefined || issuer === '' ? null : issuer,
        ...tagFields(tags),
      },
      references: { environment: { kind: 'environment', names: one(environment) } },
    }),
  ),
  ...routes.map(
    ({ key, tag, environment, channels: to }): WantedObject => ({
      ...{ kind: 'route', key, label: tag ?? `environment ${environment ?? ''}` },
      identity: tag === undefined ? environmentRouteIdentity('') : tagIdentity(tag),
      fields: { tag: tag?.toLowerCase() ?? null },
      references: { environment: { kind: 'environment', names: one(environment) }, channels: { kind: 'channel', names: to } },
    }),
  ),
  ...day_rules.map(
    ({ key, tag, days }): WantedObject => ({
      ...{ kind: 'day_rule', key, identity: tagIdentity(tag), label: tag },
      fields: { tag: tag.toLowerCase(), days: byDays(days) },
    }),
  ),
  ...domains.map(({ key, domain, allowed_issuers }): WantedObject => {
    const name = readDiscoveryDomain(domain) ?? domain;
    return {
      ...{ kind: 'domain', key, identity: name, label: name },
      fields: { domain: name, allowed_issuers: issuerList(allowed_issuers) },
    };
  }),
  ...(alerts === undefined
    ? []
    : [
        {
          ...{ kind: 'alerts' as const, key: ALERTS_KEY, identity: ALERTS_KEY, label: 'alert days' },
          fields: {
            days: byDays(alerts.days),
            ...(alerts.scale_to_lifetime === undefined ? {} : { scale_to_lifetime: alerts.scale_to_lifetime }),
          },
        },
      ]),
];
