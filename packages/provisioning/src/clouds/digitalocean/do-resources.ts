import { brandId, type InstallationId, isUuid, type ServiceTag, type SolutionSlug, solutionSlugs } from '@notafter/domain';
import { z } from 'zod';
import { rangesOf } from '../firewall-rules.ts';
import type { CloudFirewall, CloudMachine, CloudVolume, FirewallRules } from '../machine-cloud.ts';

const tags = z
  .array(z.string())
  .nullish()
  .transform((list) => list ?? []);

export const droplet = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(['new', 'active', 'off', 'archive']),
  size_slug: z.string(),
  created_at: z.string(),
  networks: z.object({ v4: z.array(z.object({ ip_address: z.string(), type: z.string() })).default([]) }),
  tags,
});
export type Droplet = z.infer<typeof droplet>;

export const volume = z.object({
  id: z.string(),
  name: z.string(),
  size_gigabytes: z.int(),
  region: z.object({ slug: z.string() }),
  droplet_ids: z
    .array(z.int())
    .nullish()
    .transform((list) => list ?? []),
  tags,
});
export type Volume = z.infer<typeof volume>;

export const firewall = z.object({
  id: z.string(),
  name: z.string(),
  tags,
  inbound_rules: z
    .array(z.object({ ports: z.string(), sources: z.object({ addresses: z.array(z.string()).nullish() }) }))
    .nullish()
    .transform((list) => list ?? []),
});
export type Firewall = z.infer<typeof firewall>;

export const action = z.object({
  id: z.int(),
  type: z.string(),
  status: z.enum(['in-progress', 'completed', 'errored']),
  started_at: z.string(),
});
export type Action = z.infer<typeof action>;

/** Marks of a resource. Tags may have letters, digits, colons, dashes and underscores. */
export const installationMark = (installation: InstallationId): string => `notafter:${installation}`;
export const serviceMark = ({ installation, service }: ServiceTag): string => `notafter:${installation}:${service}`;
const SOLUTION = 'notafter-solution:';
export const solutionMark = (solution: SolutionSlug): string => `${SOLUTION}${solution}`;

/** The services of an installation that these tags name. */
export const servicesIn = (marks: readonly string[], installation: InstallationId): readonly ServiceTag[] =>
  marks.flatMap((mark) => {
    const [prefix, owner, service] = mark.split(':');
    const isOurs = prefix === 'notafter' && owner === installation && service !== undefined && isUuid(service);
    return isOurs ? [{ installation, service: brandId<'service'>(service) }] : [];
  });

const solutionOf = (marks: readonly string[]): SolutionSlug | null =>
  solutionSlugs.find((slug) => marks.includes(solutionMark(slug))) ?? null;

const states = { new: 'creating', active: 'running', off: 'stopped', archive: 'deleting' } as const;

export const machineOf = ({ id, status, size_slug, networks, tags: marks }: Droplet): CloudMachine => ({
  id: String(id),
  state: states[status],
  machineType: size_slug,
  host: networks.v4.find(({ type }) => type === 'public')?.ip_address ?? null,
  solution: solutionOf(marks),
});

export const volumeOf = ({ id, size_gigabytes, region, droplet_ids: [owner] }: Volume): CloudVolume => ({
  id,
  zone: region.slug,
  sizeGib: size_gigabytes,
  machine: owner === undefined ? null : String(owner),
});

export const firewallOf = ({ id, inbound_rules }: Firewall): CloudFirewall => ({
  id,
  rules: {
    ports: inbound_rules.map(({ ports }) => Number(ports)),
    sources: [...new Set(inbound_rules.flatMap(({ sources }) => sources.addresses ?? []))],
  },
});

const anywhere = { addresses: ['0.0.0.0/0', '::/0'] };
const out = (protocol: 'tcp' | 'udp', ports: string) => ({ protocol, ports, destinations: anywhere });

/** A machine may ask for names, the time, packages, its image and its certificate, and nothing else. */
const outbound = [out('tcp', '443'), out('tcp', '80'), out('tcp', '53'), out('udp', '53'), out('udp', '123')];

/** A whole firewall: an update resets each field that it does not name. */
export const firewallBody = (name: string, mark: string, rules: FirewallRules) => ({
  name,
  tags: [mark],
  inbound_rules: rules.ports.map((port) => ({ protocol: 'tcp', ports: String(port), sources: { addresses: rangesOf(rules) } })),
  outbound_rules: outbound,
});
