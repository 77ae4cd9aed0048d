import { MINUTE_MS, ProviderError, type ServiceTag } from '@notafter/domain';
import type { z } from 'zod';
import { ipv4Only } from '../firewall-rules.ts';
import {
  type AddressCalls,
  type FirewallRules,
  type Holdings,
  type MachineCloud,
  namesOf,
  refuseMissing,
  unlessGone,
  waitFor,
} from '../machine-cloud.ts';
import { type AzureAccount, AzureClient, type AzureRequest } from './azure-client.ts';
import { explainAzure } from './azure-errors.ts';
import { dataDisks, LUN, machineBody } from './azure-machine.ts';
import { missingActions, permission } from './azure-permissions.ts';
import {
  addressOf,
  disk,
  failureSince,
  firewallOf,
  group,
  isOurs,
  machine as machineAnswer,
  machineOf,
  ofInstallation,
  otherResource,
  publicIp,
  securityGroup,
  securityRules,
  serviceIn,
  tagsOf,
  volumeOf,
} from './azure-resources.ts';

const GROUPS = { version: '2021-04-01', action: 'Microsoft.Resources/subscriptions/resourceGroups' };
const kinds = {
  disks: { provider: 'Microsoft.Compute', version: '2024-03-02' },
  virtualMachines: { provider: 'Microsoft.Compute', version: '2024-07-01' },
  networkSecurityGroups: { provider: 'Microsoft.Network', version: '2024-05-01' },
  publicIPAddresses: { provider: 'Microsoft.Network', version: '2024-05-01' },
  virtualNetworks: { provider: 'Microsoft.Network', version: '2024-05-01' },
  networkInterfaces: { provider: 'Microsoft.Network', version: '2024-05-01' },
} as const;
type Kind = keyof typeof kinds;

/** A change that failed longer ago was not the last try. */
const RECENT_MS = MINUTE_MS;

/**
 * Virtual machines, managed disks and public addresses, with all that a service has in a resource group that has nothing else. The group
 * is shown as its firewall, so that an empty one is removed, too. Each PUT makes or repairs the resource with its name.
 */
export const createAzureCloud = (account: AzureAccount): MachineCloud => {
  const api = new AzureClient(account);

  const groupPath = (tag: ServiceTag): string => `/resourceGroups/${namesOf(tag).machine}`;
  const nameIn = (tag: ServiceTag, kind: Kind): string => (kind === 'disks' ? namesOf(tag).volume : namesOf(tag).machine);
  const pathOf = (tag: ServiceTag, kind: Kind): string =>
    `${groupPath(tag)}/providers/${kinds[kind].provider}/${kind}/${nameIn(tag, kind)}`;
  const idOf = (tag: ServiceTag, kind: Kind): string => api.idOf(pathOf(tag, kind));
  const requestFor = (tag: ServiceTag, kind: Kind, verb: string) => ({
    ...{ path: pathOf(tag, kind), version: kinds[kind].version, action: `${kinds[kind].provider}/${kind}/${verb}` },
  });
  const get = <Schema extends z.ZodType>(schema: Schema, tag: ServiceTag, kind: Kind, signal: AbortSignal) =>
    api.find(
      schema,
      {
        ...{ method: 'GET', ...requestFor(tag, kind, 'read') },
        ...(kind === 'virtualMachines' ? { query: { $expand: 'instanceView' } } : {}),
      },
      signal,
    );
  const change = async (request: AzureRequest, signal: AbortSignal): Promise<void> => {
    await api.send(request, signal);
  };
  const put = (tag: ServiceTag, kind: Kind, body: unknown, signal: AbortSignal): Promise<void> =>
    change({ method: 'PUT', ...requestFor(tag, kind, 'write'), body }, signal);

  const findGroup = (tag: ServiceTag, signal: AbortSignal) =>
    api.find(group, { method: 'GET', path: groupPath(tag), version: GROUPS.version, action: `${GROUPS.action}/read` }, signal);

  const find = async (tag: ServiceTag, signal: AbortSignal): Promise<Holdings> => {
    const found = await findGroup(tag, signal);
    const nothing = { machines: [], volumes: [], firewalls: [], addresses: [] };
    if (found === null || !isOurs(tag, found)) return nothing;
    const id = api.idOf(groupPath(tag));
    if (found.properties.provisioningState === 'Deleting')
      return { ...nothing, machines: [{ id, state: 'deleting', machineType: '', host: null, solution: null }] };
    const volume = await get(disk, tag, 'disks', signal);
    const rules = await get(securityGroup, tag, 'networkSecurityGroups', signal);
    const ip = await get(publicIp, tag, 'publicIPAddresses', signal);
    const machine = await get(machineAnswer, tag, 'virtualMachines', signal);
    const failure = machine === null ? null : failureSince(machine, account.now() - RECENT_MS);
    const machines = machine === null ? [] : [machineOf(machine, ip)];
    // Azure leaves a machine that it has no room for, stopped.
    const isRefused = failure !== null && machines.every(({ state }) => state === 'stopped');
    const action = `${kinds.virtualMachines.provider}/virtualMachines/write`;
    return {
      machines,
      volumes: volume === null || volume.properties.provisioningState === 'Failed' ? [] : [volumeOf(volume)],
      firewalls: [firewallOf(id, rules)],
      addresses: ip === null || ip.properties.provisioningState === 'Failed' ? [] : [addressOf(ip, machine)],
      ...(isRefused ? { refusal: explainAzure(action, { ...failure, status: 400 }) } : {}),
    };
  };

  /** True if it was made now: then this was the one change. A group of another installation is not touched, since a PUT would take it over. */
  const makesGroup = async (tag: ServiceTag, region: string, signal: AbortSignal): Promise<boolean> => {
    const found = await findGroup(tag, signal);
    if (found !== null && !isOurs(tag, found)) throw new ProviderError('conflict', 'The resource group is another one.');
    if (found?.properties.provisioningState === 'Deleting') throw waitFor('The resource group is being deleted.');
    if (found !== null) return false;
    const request = { method: 'PUT', path: groupPath(tag), version: GROUPS.version, action: `${GROUPS.action}/write` } as const;
    await change({ ...request, body: { location: region, tags: tagsOf(tag) } }, signal);
    return true;
  };

  const putRules = async (tag: ServiceTag, region: string, rules: FirewallRules, signal: AbortSignal): Promise<void> => {
    const sources = ipv4Only(rules)?.sources;
    if (sources === undefined) throw new Error('A rule of Azure needs a range of IPv4 addresses.');
    const body = { location: region, tags: tagsOf(tag), properties: { securityRules: securityRules(rules, sources) } };
    await put(tag, 'networkSecurityGroups', body, signal);
  };

  const putInterface = (tag: ServiceTag, region: string, signal: AbortSignal): Promise<void> => {
    const ip = {
      ...{ privateIPAllocationMethod: 'Dynamic', subnet: { id: `${idOf(tag, 'virtualNetworks')}/subnets/default` } },
      publicIPAddress: { id: idOf(tag, 'publicIPAddresses'), properties: { deleteOption: 'Detach' } },
    };
    const properties = {
      ...{ ipConfigurations: [{ name: 'default', properties: ip }] },
      networkSecurityGroup: { id: idOf(tag, 'networkSecurityGroups') },
    };
    return put(tag, 'networkInterfaces', { location: region, tags: tagsOf(tag), properties }, signal);
  };

  const putNetwork = (tag: ServiceTag, region: string, signal: AbortSignal): Promise<void> => {
    const subnets = [{ name: 'default', properties: { addressPrefix: '10.0.0.0/28' } }];
    const properties = { addressSpace: { addressPrefixes: ['10.0.0.0/28'] }, subnets };
    return put(tag, 'virtualNetworks', { location: region, tags: tagsOf(tag), properties }, signal);
  };

  /** Null if it has to be made, also again. Rejects while it is being made. */
  const readyResource = async (tag: ServiceTag, kind: Kind, message: string, signal: AbortSignal) => {
    const found = await get(otherResource, tag, kind, signal);
    if (found === null || found.properties.provisioningState === 'Failed') return null;
    if (found.properties.provisioningState !== 'Succeeded') throw waitFor(message);
    return found;
  };

  const actOn = (id: string, verb: 'start' | 'restart' | 'delete', signal: AbortSignal): Promise<void> => {
    const { provider, version } = kinds.virtualMachines;
    const path = id.slice(api.idOf('').length);
    const isDeletion = verb === 'delete';
    const action = `${provider}/virtualMachines/${verb}${isDeletion ? '' : '/action'}`;
    return change({ method: isDeletion ? 'DELETE' : 'POST', path: isDeletion ? path : `${path}/${verb}`, version, action }, signal);
  };
  const regionOf = async (tag: ServiceTag, signal: AbortSignal): Promise<string> => {
    const found = await findGroup(tag, signal);
    if (found === null) throw new ProviderError('not_found', 'The resource group of this service no longer exists.');
    return found.location;
  };

  const addresses: AddressCalls = {
    create: ({ tag, region }, signal) =>
      put(
        tag,
        'publicIPAddresses',
        {
          ...{ location: region, tags: tagsOf(tag), sku: { name: 'Standard' } },
          properties: { publicIPAllocationMethod: 'Static', publicIPAddressVersion: 'IPv4' },
        },
        signal,
      ),
    associate: async (tag, _, __, signal) => putInterface(tag, await regionOf(tag, signal), signal),
    // It goes with its group.
    delete: async () => undefined,
  };

  return {
    cloud: 'azure',
    addresses,
    resizing: null,
    hasIpv6: false,
    async check(signal) {
      const request = { method: 'GET', path: '/providers/Microsoft.Authorization/permissions', version: '2022-04-01' } as const;
      const granted = await api.list(permission, { ...request, action: 'Microsoft.Authorization/permissions/read' }, signal);
      refuseMissing('The Azure application', missingActions(granted), {
        one: 'Give it a role in the subscription that has it.',
        several: 'Give it roles in the subscription that have them.',
      });
    },
    find,
    async list(installation, signal) {
      const request = { method: 'GET', path: '/resourcegroups', version: GROUPS.version, action: `${GROUPS.action}/read` } as const;
      const groups = await api.list(group, { ...request, query: { $filter: ofInstallation(installation) } }, signal);
      return groups.flatMap((one) => serviceIn(one, installation));
    },
    async createVolume({ tag, region, sizeGib }, signal) {
      if (await makesGroup(tag, region, signal)) return;
      const properties = { creationData: { createOption: 'Empty' }, diskSizeGB: sizeGib };
      await put(tag, 'disks', { location: region, tags: tagsOf(tag), sku: { name: 'StandardSSD_LRS' }, properties }, signal);
    },
    async createFirewall({ tag, region, rules }, signal) {
      if (!(await makesGroup(tag, region, signal))) await putRules(tag, region, rules, signal);
    },
    async setFirewall(tag, _, rules, signal) {
      await readyResource(tag, 'networkSecurityGroups', 'The firewall is changing.', signal);
      await putRules(tag, await regionOf(tag, signal), rules, signal);
    },
    deviceOf: () => `/dev/disk/azure/scsi1/lun${LUN}`,
    async createMachine(wanted, signal) {
      const { tag, region } = wanted;
      const network = await readyResource(tag, 'virtualNetworks', 'The network of the machine is being created.', signal);
      if (network === null) return putNetwork(tag, region, signal);
      const card = await readyResource(tag, 'networkInterfaces', 'The network interface of the machine is being created.', signal);
      if (card === null) return putInterface(tag, region, signal);
      await put(tag, 'virtualMachines', machineBody(wanted, idOf(tag, 'networkInterfaces')), signal);
    },
    attachVolume: (volume, machine, signal) =>
      change(
        {
          ...{ method: 'PATCH', path: machine.id.slice(api.idOf('').length), version: kinds.virtualMachines.version },
          ...{ action: `${kinds.virtualMachines.provider}/virtualMachines/write` },
          body: { properties: { storageProfile: { dataDisks: dataDisks(volume.id) } } },
        },
        signal,
      ),
    start: ({ id }, signal) => actOn(id, 'start', signal),
    restart: ({ id }, signal) => actOn(id, 'restart', signal),
    deleteMachine: ({ id }, signal) => unlessGone(actOn(id, 'delete', signal)),
    // It goes with its group.
    deleteVolume: async () => undefined,
    deleteFirewall: ({ id }, signal) => {
      const path = id.slice(api.idOf('').length);
      return unlessGone(change({ method: 'DELETE', path, version: GROUPS.version, action: `${GROUPS.action}/delete` }, signal));
    },
  };
};
