import { ProviderError, type ServiceTag } from '@notafter/domain';
import {
  type AddressCalls,
  type CloudMachine,
  type Holdings,
  type MachineCloud,
  namesOf,
  type ResizeCalls,
  refuseMissing,
  unlessGone,
  waitFor,
} from '../machine-cloud.ts';
import { GcpClient, type GcpRequest } from './gcp-client.ts';
import type { GcpAccount } from './gcp-key.ts';
import { accessConfigOf, DEVICE_NAME, INTERFACE, machineBody, NETWORK } from './gcp-machine.ts';
import { GcpOperations } from './gcp-operations.ts';
import { gcpPermissions } from './gcp-permissions.ts';
import {
  address,
  addressOf,
  allowBody,
  denyNameOf,
  disk,
  firewall,
  firewallOf,
  type GcpAddress,
  type GcpDisk,
  globalPath,
  hasLabels,
  instance,
  labelsOf,
  machineOf,
  markOf,
  named,
  OF_ANY_INSTALLATION,
  ofInstallation,
  placeOf,
  region as regionAnswer,
  requestIdOf,
  tagInLabels,
  tagInMark,
  volumeOf,
  zoneFor,
} from './gcp-resources.ts';

/** Before the rules that a network has for everything on it, which let SSH in. */
const ALLOW_PRIORITY = 100;
const DENY_PRIORITY = 200;

/** Instances, persistent disks, firewall rules and static addresses of Compute Engine. Names are unique, so that nothing is made twice. */
export const createGcpCloud = (account: GcpAccount): MachineCloud => {
  const api = new GcpClient(account);
  const operations = new GcpOperations(api, account.now);

  const change = async (request: GcpRequest, signal: AbortSignal): Promise<void> => {
    await api.send(request, signal);
  };
  const everywhere = {
    instances: (filter: string, signal: AbortSignal) =>
      api.listEverywhere('instances', instance, { filter, permission: 'compute.instances.list' }, signal),
    disks: (filter: string, signal: AbortSignal) => api.listEverywhere('disks', disk, { filter, permission: 'compute.disks.list' }, signal),
    addresses: (filter: string, signal: AbortSignal) =>
      api.listEverywhere('addresses', address, { filter, permission: 'compute.addresses.list' }, signal),
  };
  const firewalls = (filter: string, signal: AbortSignal) =>
    api.list(firewall, { method: 'GET', path: 'global/firewalls', query: { filter }, permission: 'compute.firewalls.list' }, signal);
  const ourFirewalls = async (tag: ServiceTag, signal: AbortSignal) =>
    (await firewalls(named(namesOf(tag).firewall, denyNameOf(tag)), signal)).filter(({ description }) => description === markOf(tag));

  /** By name and label; by its volume if the labels were removed by hand. */
  const findMachines = async (tag: ServiceTag, disks: readonly GcpDisk[], addresses: readonly GcpAddress[], signal: AbortSignal) => {
    const found = await everywhere.instances(named(namesOf(tag).machine), signal);
    return found
      .filter((one) => hasLabels(tag, one) || disks.some(({ users }) => users.includes(one.selfLink)))
      .toSorted((one, other) => Date.parse(one.creationTimestamp) - Date.parse(other.creationTimestamp))
      .map((one) => machineOf(one, addresses));
  };

  /** Rules that are changing are none that we could want: a list shows those of before. */
  const findFirewalls = async (tag: ServiceTag, signal: AbortSignal) => {
    const found = firewallOf(tag, await ourFirewalls(tag, signal));
    const [whole] = found.filter(({ rules }) => rules.ports.length > 0);
    const last = whole === undefined ? null : await operations.last(whole.id, signal);
    const isChanging = operations.underWay(last) !== null && last?.operationType !== 'insert';
    return isChanging ? found.map(({ id }) => ({ id, rules: { ports: [], sources: [] } })) : found;
  };

  /** Only its operation shows whether a machine that stops is being deleted. */
  const stateOf = async (machine: CloudMachine, signal: AbortSignal): Promise<CloudMachine> => {
    if (machine.state !== 'changing') return machine;
    const last = await operations.last(machine.id, signal);
    return last?.operationType === 'delete' && last.status !== 'DONE' ? { ...machine, state: 'deleting' } : machine;
  };

  /** Rejects while something with this path is changing. */
  const untilChanged = async (path: string, message: string, signal: AbortSignal): Promise<void> => {
    if (operations.underWay(await operations.last(path, signal)) !== null) throw waitFor(message);
  };

  const refusalOf = async (path: string, signal: AbortSignal) =>
    operations.refusal(await operations.last(path, signal), ['insert', 'start'], 'compute.instances.create');

  const find = async (tag: ServiceTag, signal: AbortSignal): Promise<Holdings> => {
    const names = namesOf(tag);
    const disks = (await everywhere.disks(named(names.volume), signal)).filter((one) => hasLabels(tag, one));
    const addresses = (await everywhere.addresses(named(names.machine), signal)).filter(({ description }) => description === markOf(tag));
    const listed = await findMachines(tag, disks, addresses, signal);
    const machines = await Promise.all(listed.map((machine) => stateOf(machine, signal)));
    const [volume] = disks;
    const isDown = machines.every(({ state }) => state === 'stopped');
    const refusal =
      volume !== undefined && isDown ? await refusalOf(`${placeOf(volume.selfLink)}/instances/${names.machine}`, signal) : null;
    return {
      machines,
      volumes: disks.map(volumeOf),
      firewalls: await findFirewalls(tag, signal),
      addresses: addresses.map(addressOf),
      ...(refusal === null ? {} : { refusal }),
    };
  };

  const zonesOf = async (region: string, signal: AbortSignal) => {
    const request = { method: 'GET', path: `regions/${region}`, permission: 'compute.regions.get' } as const;
    return api.read(regionAnswer, request, signal);
  };

  const addRule = async (tag: ServiceTag, name: string, rule: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<void> => {
    await operations.beforeInsert(globalPath(name), 'compute.firewalls.create', signal);
    const body = {
      ...{ name, description: markOf(tag), network: NETWORK, direction: 'INGRESS', targetTags: [namesOf(tag).firewall] },
      ...rule,
    };
    const sent = change({ method: 'POST', path: 'global/firewalls', body, permission: 'compute.firewalls.create' }, signal);
    await sent.catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.fault !== 'not_found') throw error;
      throw new ProviderError('invalid', 'The Google Cloud project has no network with the name default. Create one.', { cause: error });
    });
  };
  const denyOthers = (tag: ServiceTag, signal: AbortSignal) =>
    addRule(tag, denyNameOf(tag), { priority: DENY_PRIORITY, denied: [{ IPProtocol: 'all' }], sourceRanges: ['0.0.0.0/0'] }, signal);

  const addresses: AddressCalls = {
    async create({ tag, region }, signal) {
      const { machine: name } = namesOf(tag);
      await operations.beforeInsert(`regions/${region}/addresses/${name}`, 'compute.addresses.create', signal);
      const body = { name, description: markOf(tag), addressType: 'EXTERNAL', networkTier: 'PREMIUM' };
      await change({ method: 'POST', path: `regions/${region}/addresses`, body, permission: 'compute.addresses.create' }, signal);
    },
    associate: (_, ours, machine, signal) =>
      change(
        {
          ...{ method: 'POST', path: `${machine.id}/addAccessConfig`, query: { networkInterface: INTERFACE } },
          ...{ body: accessConfigOf(ours), permission: 'compute.instances.addAccessConfig' },
        },
        signal,
      ),
    delete: ({ id }, signal) => unlessGone(change({ method: 'DELETE', path: id, permission: 'compute.addresses.delete' }, signal)),
  };

  const act = (machine: CloudMachine, verb: 'start' | 'stop' | 'reset', signal: AbortSignal): Promise<void> =>
    change({ method: 'POST', path: `${machine.id}/${verb}`, permission: `compute.instances.${verb}` }, signal);

  const resizing: ResizeCalls = {
    async changeOf({ id }, signal) {
      return { underWay: operations.underWay(await operations.last(id, signal)), typeWasRefused: false };
    },
    // Google ends a system that does not listen by itself.
    stop: (machine, signal) => act(machine, 'stop', signal),
    setType: ({ id }, machineType, signal) =>
      change(
        {
          ...{ method: 'POST', path: `${id}/setMachineType`, body: { machineType: `${placeOf(id)}/machineTypes/${machineType}` } },
          permission: 'compute.instances.setMachineType',
        },
        signal,
      ),
    async growVolume({ id }, sizeGib, signal) {
      await untilChanged(id, 'The data volume is growing.', signal);
      const body = { sizeGb: String(sizeGib) };
      await change({ method: 'POST', path: `${id}/resize`, body, permission: 'compute.disks.resize' }, signal);
    },
  };

  return {
    cloud: 'gcp',
    addresses,
    resizing,
    hasIpv6: false,
    async check(signal) {
      const granted = await api.granted(gcpPermissions, signal);
      refuseMissing(
        'The Google Cloud service account',
        gcpPermissions.filter((one) => !granted.includes(one)),
        { one: 'Give it a role that has it.', several: 'Give it roles that have them.' },
      );
    },
    find,
    async list(installation, signal) {
      const labelled = ofInstallation(installation);
      const machines = await everywhere.instances(labelled, signal);
      const disks = await everywhere.disks(labelled, signal);
      const marked = [...(await everywhere.addresses(OF_ANY_INSTALLATION, signal)), ...(await firewalls(OF_ANY_INSTALLATION, signal))];
      const found = [
        ...[...machines, ...disks].flatMap((one) => tagInLabels(one, installation)),
        ...marked.flatMap((one) => tagInMark(one, installation)),
      ];
      return [...new Map(found.map((tag) => [tag.service, tag])).values()];
    },
    async createVolume({ tag, region, sizeGib }, signal) {
      const zone = zoneFor(tag, await zonesOf(region, signal));
      if (zone === null) throw new ProviderError('invalid', `Google Cloud has no zone in ${region}. Choose another region.`);
      const { volume: name } = namesOf(tag);
      await operations.beforeInsert(`zones/${zone}/disks/${name}`, 'compute.disks.create', signal);
      const body = { name, sizeGb: String(sizeGib), type: api.nameOf(`zones/${zone}/diskTypes/pd-balanced`), labels: labelsOf(tag) };
      await change({ method: 'POST', path: `zones/${zone}/disks`, body, permission: 'compute.disks.create' }, signal);
    },
    // Clients are let in by a second rule.
    createFirewall: ({ tag }, signal) => denyOthers(tag, signal),
    async setFirewall(tag, _, rules, signal) {
      const { firewall: name } = namesOf(tag);
      const found = await ourFirewalls(tag, signal);
      if (!found.some((one) => one.name === denyNameOf(tag))) return denyOthers(tag, signal);
      if (!found.some((one) => one.name === name)) return addRule(tag, name, { priority: ALLOW_PRIORITY, ...allowBody(rules) }, signal);
      await untilChanged(globalPath(name), 'The firewall is changing.', signal);
      await change({ method: 'PATCH', path: globalPath(name), body: allowBody(rules), permission: 'compute.firewalls.update' }, signal);
    },
    deviceOf: () => `/dev/disk/by-id/google-${DEVICE_NAME}`,
    async createMachine(wanted, signal) {
      const zone = `zones/${wanted.volume.zone}`;
      const { machine: name } = namesOf(wanted.tag);
      const last = await operations.beforeInsert(`${zone}/instances/${name}`, 'compute.instances.create', signal);
      // Google answers a request that it had before with the operation of that time, also if that failed.
      const requestId = requestIdOf(wanted.tag.service, last?.name ?? 'first');
      const body = machineBody(api, wanted);
      const request = { method: 'POST', path: `${zone}/instances`, query: { requestId }, permission: 'compute.instances.create' } as const;
      await change({ ...request, body }, signal);
    },
    attachVolume: ({ id }, machine, signal) =>
      change(
        {
          ...{ method: 'POST', path: `${machine.id}/attachDisk`, permission: 'compute.instances.attachDisk' },
          body: { source: api.nameOf(id), deviceName: DEVICE_NAME, mode: 'READ_WRITE', boot: false, autoDelete: false },
        },
        signal,
      ),
    start: (machine, signal) => act(machine, 'start', signal),
    restart: (machine, signal) => act(machine, 'reset', signal),
    deleteMachine: ({ id }, signal) => unlessGone(change({ method: 'DELETE', path: id, permission: 'compute.instances.delete' }, signal)),
    deleteVolume: ({ id }, signal) => unlessGone(change({ method: 'DELETE', path: id, permission: 'compute.disks.delete' }, signal)),
    deleteFirewall: ({ id }, signal) => unlessGone(change({ method: 'DELETE', path: id, permission: 'compute.firewalls.delete' }, signal)),
  };
};
