import { createHash } from 'node:crypto';
import { brandId, type InstallationId, isUuid, type ServiceTag, type SolutionSlug, solutionSlugs } from '@notafter/domain';
import { z } from 'zod';
import { ipv4Only } from '../firewall-rules.ts';
import type { CloudAddress, CloudFirewall, CloudMachine, CloudVolume, FirewallRules } from '../machine-cloud.ts';
import { namesOf } from '../machine-cloud.ts';

/** The part of a link below its project, which identifies the resource. */
const pathOf = (link: string): string => /\/((?:zones|regions)\/[^/]+\/\w+\/[^/]+|global\/\w+\/[^/]+)$/.exec(link)?.[1] ?? link;
const link = z.string().transform(pathOf);
const users = z.array(link).default([]);
const labels = z.record(z.string(), z.string()).default({});

export const instance = z.object({
  name: z.string(),
  selfLink: link,
  status: z.string(),
  machineType: z.string(),
  creationTimestamp: z.string(),
  labels,
  networkInterfaces: z.array(z.object({ accessConfigs: z.array(z.object({ natIP: z.string().optional() })).default([]) })).default([]),
});
export type GcpInstance = z.infer<typeof instance>;

export const disk = z.object({ selfLink: link, sizeGb: z.coerce.number(), labels, users });
export type GcpDisk = z.infer<typeof disk>;

export const address = z.object({ selfLink: link, description: z.string().default(''), address: z.string().optional(), users });
export type GcpAddress = z.infer<typeof address>;

export const firewall = z.object({
  name: z.string(),
  selfLink: link,
  description: z.string().default(''),
  sourceRanges: z.array(z.string()).default([]),
  allowed: z.array(z.object({ ports: z.array(z.string()).default([]) })).default([]),
});
export type GcpFirewall = z.infer<typeof firewall>;

export const operation = z.object({
  name: z.string(),
  operationType: z.string(),
  status: z.enum(['PENDING', 'RUNNING', 'DONE']),
  insertTime: z.string(),
  endTime: z.string().optional(),
  httpErrorStatusCode: z.number().optional(),
  error: z.object({ errors: z.array(z.object({ code: z.string(), message: z.string().default('') })) }).optional(),
});
export type GcpOperation = z.infer<typeof operation>;

export const region = z.object({ zones: z.array(z.string()) });

const INSTALLATION = 'notafter_installation';
const SERVICE = 'notafter_service';
const SOLUTION = 'notafter_solution';

export const labelsOf = ({ installation, service }: ServiceTag, solution?: SolutionSlug): Readonly<Record<string, string>> => ({
  [INSTALLATION]: installation,
  [SERVICE]: service,
  ...(solution === undefined ? {} : { [SOLUTION]: solution }),
});
/** The mark of a resource that has no labels when it is made. */
export const markOf = ({ installation, service }: ServiceTag): string => `notafter:${installation}:${service}`;

export const hasLabels = (tag: ServiceTag, { labels: found }: Pick<GcpDisk, 'labels'>): boolean =>
  found[INSTALLATION] === tag.installation && found[SERVICE] === tag.service;

const taggedAs = (installation: InstallationId, owner: string | undefined, service: string | undefined): readonly ServiceTag[] =>
  owner === installation && service !== undefined && isUuid(service) ? [{ installation, service: brandId<'service'>(service) }] : [];

export const tagInLabels = ({ labels: found }: Pick<GcpDisk, 'labels'>, installation: InstallationId): readonly ServiceTag[] =>
  taggedAs(installation, found[INSTALLATION], found[SERVICE]);
export const tagInMark = ({ description }: Pick<GcpAddress, 'description'>, installation: InstallationId): readonly ServiceTag[] => {
  const [prefix, owner, service] = description.split(':');
  return prefix === 'notafter' ? taggedAs(installation, owner, service) : [];
};

/** Filters of lists. An installation's addresses and firewalls are those with such a name whose mark is its own. */
export const named = (...names: readonly string[]): string => names.map((name) => `(name = "${name}")`).join(' OR ');
export const ofInstallation = (installation: InstallationId): string => `labels.${INSTALLATION} = "${installation}"`;
export const OF_ANY_INSTALLATION = 'name eq "notafter-.*"';
export const onTarget = (path: string): string => `targetLink eq ".*/${path}"`;

export const denyNameOf = (tag: ServiceTag): string => `${namesOf(tag).firewall}-deny`;

/** The zone or region of a path. */
export const placeOf = (path: string): string => path.split('/').slice(0, 2).join('/');
export const zoneOf = (path: string): string => path.split('/')[1] ?? '';
export const globalPath = (name: string): string => `global/firewalls/${name}`;

/**
 * The zone of a service: always the same one, so that calls which cross can't make two volumes, and another for the next service, so
 * that a zone without room does not fail each of them.
 */
export const zoneFor = ({ service }: ServiceTag, { zones }: z.infer<typeof region>): string | null => {
  const sorted = zones.map((zone) => zone.replace(/^.*\//, '')).sort();
  return sorted[createHash('sha256').update(service).digest().readUInt32BE() % Math.max(1, sorted.length)] ?? null;
};

/** A UUID that is the same for the same parts. */
export const requestIdOf = (...parts: readonly string[]): string =>
  createHash('sha256')
    .update(parts.join(' '))
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const states = new Map<string, CloudMachine['state']>([
  ['PROVISIONING', 'creating'],
  ['STAGING', 'creating'],
  ['RUNNING', 'running'],
  ['TERMINATED', 'stopped'],
  ['SUSPENDED', 'stopped'],
]);

export const machineOf = (
  { selfLink, status, machineType, labels: found }: GcpInstance,
  addresses: readonly GcpAddress[],
): CloudMachine => ({
  id: selfLink,
  state: states.get(status) ?? 'changing',
  machineType: machineType.replace(/^.*\//, ''),
  // Only the one that outlives a stop.
  host: addresses.find((one) => one.users.includes(selfLink))?.address ?? null,
  solution: solutionSlugs.find((slug) => slug === found[SOLUTION]) ?? null,
});

export const volumeOf = ({ selfLink, sizeGb, users: [owner] }: GcpDisk): CloudVolume => ({
  id: selfLink,
  zone: zoneOf(selfLink),
  sizeGib: sizeGb,
  machine: owner ?? null,
});

export const addressOf = ({ selfLink, address: ip, users: [owner] }: GcpAddress): CloudAddress => ({
  id: selfLink,
  ip: ip ?? null,
  machine: owner ?? null,
});

/** One rule lets clients in, another keeps the rest of the network away: each without the other counts as none. */
export const firewallOf = (tag: ServiceTag, found: readonly GcpFirewall[]): readonly CloudFirewall[] => {
  const allow = found.find(({ name }) => name === namesOf(tag).firewall);
  const deny = found.find(({ name }) => name === denyNameOf(tag));
  const first = allow ?? deny;
  if (first === undefined) return [];
  if (allow === undefined || deny === undefined) return [{ id: first.selfLink, rules: { ports: [], sources: [] } }];
  const ports = allow.allowed.flatMap((one) => one.ports.map(Number));
  return [{ id: first.selfLink, rules: { ports, sources: allow.sourceRanges } }];
};

/** The rules of clients, as they are created and changed. Without a range, Google would let everyone in. */
export const allowBody = (rules: FirewallRules) => {
  const reachable = ipv4Only(rules);
  if (reachable === null) throw new Error('A rule of Google Cloud needs a range of IPv4 addresses.');
  return { allowed: [{ IPProtocol: 'tcp', ports: rules.ports.map(String) }], sourceRanges: reachable.sources };
};
