import type { Address, Instance, IpPermission, SecurityGroup, Tag, TagSpecification, Volume } from '@aws-sdk/client-ec2';
import { brandId, type InstallationId, isUuid, type ServiceTag, type SolutionSlug, solutionSlugs } from '@notafter/domain';
import { rangesOf } from '../firewall-rules.ts';
import type { CloudAddress, CloudFirewall, CloudMachine, CloudVolume, FirewallRules } from '../machine-cloud.ts';

const INSTALLATION = 'notafter:installation';
const SERVICE = 'notafter:service';
const SOLUTION = 'notafter:solution';

export const tagsOf = (
  type: TagSpecification['ResourceType'],
  tag: Readonly<Record<keyof ServiceTag, string>>,
  name: string,
  solution?: SolutionSlug,
): TagSpecification[] => [
  {
    ...(type === undefined ? {} : { ResourceType: type }),
    Tags: [
      { Key: 'Name', Value: name },
      { Key: INSTALLATION, Value: tag.installation },
      { Key: SERVICE, Value: tag.service },
      ...(solution === undefined ? [] : [{ Key: SOLUTION, Value: solution }]),
    ],
  },
];

export const filterOf = ({ installation, service }: { readonly installation: InstallationId; readonly service?: string }) => [
  { Name: `tag:${INSTALLATION}`, Values: [installation] },
  ...(service === undefined ? [] : [{ Name: `tag:${SERVICE}`, Values: [service] }]),
];

const tagIn = (tags: readonly Tag[] | undefined, key: string): string | null => tags?.find(({ Key }) => Key === key)?.Value ?? null;

export const serviceIn = (
  { Tags }: { readonly Tags?: readonly Tag[] | undefined },
  installation: InstallationId,
): readonly ServiceTag[] => {
  const service = tagIn(Tags, SERVICE);
  return service !== null && isUuid(service) ? [{ installation, service: brandId<'service'>(service) }] : [];
};

/** EC2 finds an ID in its region only, so ours have both. */
export const idIn = (region: string, id: string | undefined): string => `${region}/${id ?? ''}`;
export const placeOf = ({ id }: { readonly id: string }): { readonly region: string; readonly id: string } => {
  const [region = '', plain = ''] = id.split('/');
  return { region, id: plain };
};
export const regionOf = (zone: string): string => zone.replace(/[a-z]$/, '');

/** States in which an instance still is one. */
export const LIVING = ['pending', 'running', 'stopping', 'stopped', 'shutting-down'];
const states = new Map<string | undefined, CloudMachine['state']>([
  ['pending', 'creating'],
  ['running', 'running'],
  ['stopping', 'changing'],
  ['stopped', 'stopped'],
  ['shutting-down', 'deleting'],
]);

export const machineOf = (region: string, instance: Instance, addresses: readonly Address[]): CloudMachine => ({
  id: idIn(region, instance.InstanceId),
  state: states.get(instance.State?.Name) ?? 'changing',
  machineType: instance.InstanceType ?? '',
  // Only the one that outlives a stop.
  host: addresses.find(({ InstanceId }) => InstanceId === instance.InstanceId)?.PublicIp ?? null,
  solution: solutionSlugs.find((slug) => slug === tagIn(instance.Tags, SOLUTION)) ?? null,
});

export const volumeOf = (region: string, { VolumeId, AvailabilityZone, Size, Attachments = [] }: Volume): CloudVolume => {
  const [attachment] = Attachments;
  const machine = attachment?.InstanceId === undefined ? null : idIn(region, attachment.InstanceId);
  return { id: idIn(region, VolumeId), zone: AvailabilityZone ?? region, sizeGib: Size ?? 0, machine };
};

export const addressOf = (region: string, { AllocationId, InstanceId, PublicIp }: Address): CloudAddress => ({
  id: idIn(region, AllocationId),
  ip: PublicIp ?? null,
  machine: InstanceId === undefined || InstanceId === '' ? null : idIn(region, InstanceId),
});

interface Opening {
  readonly port: number;
  readonly range: string;
}
const textOf = ({ port, range }: Opening): string => `${port} ${range}`;

export const openingsOf = ({ IpPermissions = [] }: SecurityGroup): readonly Opening[] =>
  IpPermissions.flatMap(({ FromPort: port = -1, IpRanges = [], Ipv6Ranges = [] }) =>
    [...IpRanges.map(({ CidrIp }) => CidrIp ?? ''), ...Ipv6Ranges.map(({ CidrIpv6 }) => CidrIpv6 ?? '')].map((range) => ({ port, range })),
  );
export const openingsFor = (rules: FirewallRules): readonly Opening[] =>
  rules.ports.flatMap((port) => rangesOf(rules).map((range) => ({ port, range })));
export const without = (openings: readonly Opening[], others: readonly Opening[]): readonly Opening[] => {
  const known = new Set(others.map(textOf));
  return openings.filter((opening) => !known.has(textOf(opening)));
};

export const permissionsOf = (openings: readonly Opening[]): IpPermission[] =>
  [...new Set(openings.map(({ port }) => port))].map((port) => {
    const ranges = openings.filter((opening) => opening.port === port).map(({ range }) => range);
    const v4 = ranges.filter((range) => !range.includes(':')).map((range) => ({ CidrIp: range }));
    const v6 = ranges.filter((range) => range.includes(':')).map((range) => ({ CidrIpv6: range }));
    return {
      ...{ IpProtocol: 'tcp', FromPort: port, ToPort: port },
      ...(v4.length === 0 ? {} : { IpRanges: v4 }),
      ...(v6.length === 0 ? {} : { Ipv6Ranges: v6 }),
    };
  });

/** Rules that are not every port for every range were changed by hand: they are none that we could want. */
export const firewallOf = (region: string, group: SecurityGroup): CloudFirewall => {
  const openings = openingsOf(group);
  const ports = [...new Set(openings.map(({ port }) => port))];
  const sources = [...new Set(openings.map(({ range }) => range))];
  const isProduct = openings.length === ports.length * sources.length;
  return { id: idIn(region, group.GroupId), rules: isProduct ? { ports, sources } : { ports: [], sources } };
};
