import { brandId, type InstallationId, isUuid, type ServiceTag, type SolutionSlug, solutionSlugs } from '@notafter/domain';
import { z } from 'zod';
import type { CloudAddress, CloudFirewall, CloudMachine, CloudVolume, FirewallRules } from '../machine-cloud.ts';

/** Azure changes the case of IDs as it likes. */
const id = z.string().transform((text) => text.toLowerCase());
const tags = z.record(z.string(), z.string()).nullish();
const reference = z.object({ id });
const state = z.string().default('Succeeded');

export const group = z.object({ name: z.string(), location: z.string(), tags, properties: z.object({ provisioningState: state }) });
export type AzureGroup = z.infer<typeof group>;

export const disk = z.object({
  id,
  location: z.string(),
  managedBy: id.nullish(),
  properties: z.object({ provisioningState: state, diskSizeGB: z.number() }),
});
export type AzureDisk = z.infer<typeof disk>;

const rule = z.object({
  properties: z.object({
    access: z.string(),
    sourceAddressPrefix: z.string().nullish(),
    sourceAddressPrefixes: z.array(z.string()).nullish(),
    destinationPortRange: z.string().nullish(),
    destinationPortRanges: z.array(z.string()).nullish(),
  }),
});
export const securityGroup = z.object({
  id,
  properties: z.object({ provisioningState: state, securityRules: z.array(rule).default([]) }),
});
export type AzureSecurityGroup = z.infer<typeof securityGroup>;

export const publicIp = z.object({
  id,
  properties: z.object({ provisioningState: state, ipAddress: z.string().nullish(), ipConfiguration: reference.nullish() }),
});
export type AzurePublicIp = z.infer<typeof publicIp>;

/** A resource of which only the state counts. */
export const otherResource = z.object({ id, properties: z.object({ provisioningState: state }) });

export const machine = z.object({
  id,
  tags,
  properties: z.object({
    provisioningState: state,
    hardwareProfile: z.object({ vmSize: z.string() }),
    instanceView: z
      .object({
        statuses: z.array(z.object({ code: z.string(), message: z.string().default(''), time: z.string().optional() })).default([]),
      })
      .optional(),
  }),
});
export type AzureMachine = z.infer<typeof machine>;

const INSTALLATION = 'notafter-installation';
const SERVICE = 'notafter-service';
const SOLUTION = 'notafter-solution';

export const tagsOf = ({ installation, service }: ServiceTag, solution?: SolutionSlug): Readonly<Record<string, string>> => ({
  [INSTALLATION]: installation,
  [SERVICE]: service,
  ...(solution === undefined ? {} : { [SOLUTION]: solution }),
});
export const isOurs = ({ installation, service }: ServiceTag, { tags: found }: AzureGroup): boolean =>
  found?.[INSTALLATION] === installation && found[SERVICE] === service;
export const ofInstallation = (installation: InstallationId): string => `tagName eq '${INSTALLATION}' and tagValue eq '${installation}'`;
export const serviceIn = ({ tags: found }: AzureGroup, installation: InstallationId): readonly ServiceTag[] => {
  const service = found?.[SERVICE];
  return service !== undefined && isUuid(service) ? [{ installation, service: brandId<'service'>(service) }] : [];
};

const states = new Map<string, CloudMachine['state']>([
  ['PowerState/running', 'running'],
  ['PowerState/stopped', 'stopped'],
  ['PowerState/deallocated', 'stopped'],
]);

const stateOf = ({ properties: { provisioningState, instanceView } }: AzureMachine): CloudMachine['state'] => {
  if (provisioningState === 'Deleting') return 'deleting';
  if (provisioningState === 'Creating') return 'creating';
  const power = instanceView?.statuses.find(({ code }) => code.startsWith('PowerState/'))?.code;
  // A machine that was never given room has no power state.
  if (power === undefined) return provisioningState === 'Failed' ? 'stopped' : 'changing';
  return states.get(power) ?? 'changing';
};

export const machineOf = (one: AzureMachine, ip: AzurePublicIp | null): CloudMachine => ({
  id: one.id,
  state: stateOf(one),
  machineType: one.properties.hardwareProfile.vmSize,
  host: ip?.properties.ipAddress ?? null,
  solution: solutionSlugs.find((slug) => slug === one.tags?.[SOLUTION]) ?? null,
});

const FAILURE = 'ProvisioningState/failed/';

/** Why the last change of a machine failed, if that was after an instant. */
export const failureSince = ({ properties }: AzureMachine, since: number): { readonly code: string; readonly message: string } | null => {
  const found = properties.instanceView?.statuses.find(({ code }) => code.startsWith(FAILURE));
  if (found === undefined || found.time === undefined || Date.parse(found.time) < since) return null;
  return { code: found.code.slice(FAILURE.length), message: found.message };
};

export const volumeOf = ({ id: path, location, managedBy, properties }: AzureDisk): CloudVolume => ({
  id: path,
  zone: location,
  sizeGib: properties.diskSizeGB,
  machine: managedBy ?? null,
});

/** Of the machine if it is on the interface that only the machine has. */
export const addressOf = ({ id: path, properties }: AzurePublicIp, one: AzureMachine | null): CloudAddress => ({
  id: path,
  ip: properties.ipAddress ?? null,
  machine: properties.ipConfiguration === undefined || properties.ipConfiguration === null ? null : (one?.id ?? null),
});

const RULE = 'clients';
const listOf = (one: string | null | undefined, several: readonly string[] | null | undefined): readonly string[] =>
  several !== undefined && several !== null && several.length > 0 ? several : one === undefined || one === null ? [] : [one];

/** The resource group with the rules that are in force in it. Rules that are changing, and those that we did not make, count as none. */
export const firewallOf = (path: string, found: AzureSecurityGroup | null): CloudFirewall => {
  const [first, ...others] = found?.properties.securityRules ?? [];
  if (
    first === undefined ||
    others.length > 0 ||
    first.properties.access !== 'Allow' ||
    found?.properties.provisioningState !== 'Succeeded'
  )
    return { id: path, rules: { ports: [], sources: [] } };
  const { sourceAddressPrefix, sourceAddressPrefixes, destinationPortRange, destinationPortRanges } = first.properties;
  const ports = listOf(destinationPortRange, destinationPortRanges).map(Number);
  return { id: path, rules: { ports, sources: listOf(sourceAddressPrefix, sourceAddressPrefixes) } };
};

/** Azure denies the rest by itself: nothing else is on the network of a service. */
export const securityRules = ({ ports }: FirewallRules, sources: readonly string[]) => [
  {
    name: RULE,
    properties: {
      ...{ priority: 100, direction: 'Inbound', access: 'Allow', protocol: 'Tcp' },
      ...{ sourceAddressPrefixes: sources, sourcePortRange: '*', destinationAddressPrefix: '*', destinationPortRanges: ports.map(String) },
    },
  },
];
