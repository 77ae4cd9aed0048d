import {
  type CloudDriver,
  type CloudSurvey,
  clouds,
  type Instance,
  ProviderError,
  type ServicePort,
  type ServiceSize,
  type ServiceSpec,
  type ServiceTag,
  type SolutionSlug,
  servicePlans,
  solutions,
} from '@notafter/domain';
import { ipv4Only, isSameRules } from './firewall-rules.ts';
import { type CloudMachine, type CloudVolume, type Holdings, type MachineCloud, type ResizeCalls, waitFor } from './machine-cloud.ts';

/** Changes that one call makes at most: more would mean that the cloud does not show them. */
const CHANGES_MAX = 8;

export interface MachineDriverOptions {
  readonly cloud: MachineCloud;
  /** Which solutions have what they need to run on a machine. */
  readonly solutions: CloudSurvey['solutions'];
  /** The first boot of a machine whose volume has this path: the same for the same service, and without secrets that outlast it. */
  readonly userData: (spec: ServiceSpec, device: string) => string | Promise<string>;
  /** Addresses that this server connects from. Empty: not known, so that an allowlist can't include them. */
  readonly ownAddresses: readonly string[];
}

type Change = (signal: AbortSignal) => Promise<void>;

/**
 * Runs each service on one machine of a public cloud, with a data volume and a firewall. A call observes, compares, makes one missing
 * change, and observes again; nothing is remembered. If the cloud needs time, the call ends with `transient` and has to be made again.
 */
export const createMachineDriver = ({ cloud, solutions: support, userData, ownAddresses }: MachineDriverOptions): CloudDriver => {
  const { name } = clouds[cloud.cloud];

  const converge = async (tag: ServiceTag, signal: AbortSignal, next: (held: Holdings) => Change | null | Promise<Change | null>) => {
    for (let changes = 0; changes < CHANGES_MAX; changes += 1) {
      const held = await cloud.find(tag, signal);
      const change = await next(held);
      if (change === null) return held;
      await unlessEarly(`${name} is still changing something of this service.`, change)(signal);
    }
    throw waitFor(`${name} does not show the changes that were made yet.`);
  };

  /** The cloud says that a change was made already, can't be made yet, or is of something that it does not know yet. */
  const unlessEarly = (message: string, change: Change, unknown = message): Change => {
    return (signal) =>
      change(signal).catch((error: unknown) => {
        if (!(error instanceof ProviderError) || (error.fault !== 'conflict' && error.fault !== 'not_found')) throw error;
        throw waitFor(error.fault === 'conflict' ? message : unknown);
      });
  };
  const created = (what: string, create: Change): Change =>
    unlessEarly(
      `${name} already has ${what} with the name of this service, and does not list it as ours. We try again. If this stays, delete it there.`,
      create,
      `${name} does not know yet what ${what} of this service needs. We try again.`,
    );

  const rulesOf = ({ solution, allowlist }: ServiceSpec) => {
    const rules = {
      ports: solutions[solution].ports.map(({ port }) => port),
      sources: allowlist.length === 0 ? [] : [...allowlist, ...ownAddresses],
    };
    if (cloud.hasIpv6) return rules;
    const reachable = ipv4Only(rules);
    if (reachable !== null) return reachable;
    throw new ProviderError('invalid', `Machines on ${name} have IPv4 addresses only. Add an IPv4 address or range to the allowlist.`);
  };

  const instanceOf = (tag: ServiceTag, held: Holdings): Instance => {
    const machine = neededMachine(held);
    const isLeaving = machine.state === 'deleting';
    return {
      tag,
      by: 'machine',
      state: states[machine.state],
      host: machine.host,
      ports: machine.solution === null ? [] : portsOf(machine.solution),
      size: sizeOf(machine, held.volumes[0]),
      problem: isLeaving ? 'Its machine is being deleted.' : null,
      restarts: 0,
      outOfMemory: false,
      diskFreeMib: null,
      machine: { type: machine.machineType, isMarked: machine.solution !== null },
    };
  };

  const sizeOf = ({ machineType }: CloudMachine, volume: CloudVolume | undefined): ServiceSize | null => {
    const plan = servicePlans.find(({ machineTypes }) => machineTypes[cloud.cloud] === machineType);
    return plan === undefined ? null : { memoryMib: plan.memoryMib, cpus: plan.cpus, diskGib: volume?.sizeGib ?? plan.diskGib };
  };

  const machineTypeOf = ({ machineType }: ServiceSpec): string => {
    if (machineType === null) throw new ProviderError('invalid', `This plan has no machine type on ${name}.`);
    return machineType;
  };

  /** All that a machine needs before it exists. */
  const missingBefore = ({ volumes: [volume], firewalls, addresses }: Holdings, spec: ServiceSpec): Change | null => {
    const { tag, region, size } = spec;
    if (volume === undefined) return created('a volume', (signal) => cloud.createVolume({ tag, region, sizeGib: size.diskGib }, signal));
    const rules = firewallChange(firewalls, spec);
    if (rules !== null || cloud.addresses === null) return rules;
    const calls = cloud.addresses;
    const [address, ...others] = addresses;
    if (address === undefined) return created('an address', (signal) => calls.create({ tag, region }, signal));
    // The API has no names for addresses, so calls that crossed may have made more.
    const [surplus] = address.machine === null && others.length > 0 ? [address] : others;
    return surplus === undefined ? null : (signal) => calls.delete(surplus, signal);
  };

  const firewallChange = (firewalls: Holdings['firewalls'], spec: ServiceSpec): Change | null => {
    const { tag, region } = spec;
    const rules = rulesOf(spec);
    if (firewalls.length === 0) return created('a firewall', (signal) => cloud.createFirewall({ tag, region, rules }, signal));
    const other = firewalls.find((one) => !isSameRules(one.rules, rules));
    if (other === undefined) return null;
    return unlessEarly('The firewall is changing.', (signal) => cloud.setFirewall(tag, other, rules, signal));
  };

  /** All that a machine needs to serve. */
  const missingOn = (tag: ServiceTag, machine: CloudMachine, volume: CloudVolume, { addresses: [address] }: Holdings): Change | null => {
    if (machine.state === 'deleting') throw waitFor('The machine is being deleted.');
    const isWhole = volume.machine !== null && (cloud.addresses === null || address?.machine === machine.id);
    if (machine.state === 'creating' && isWhole) return null;
    if (machine.state === 'creating' || machine.state === 'changing') throw waitFor('The machine is starting.');
    if (volume.machine === null)
      return unlessEarly('The data volume is being attached.', (signal) => cloud.attachVolume(volume, machine, signal));
    const calls = cloud.addresses;
    if (calls !== null && address !== undefined && address.machine !== machine.id)
      return (signal) => calls.associate(tag, address, machine, signal);
    return machine.state === 'stopped' ? (signal) => cloud.start(machine, signal) : null;
  };

  const missingOf = async (held: Holdings, spec: ServiceSpec): Promise<Change | null> => {
    const { tag, solution, region } = spec;
    const [volume] = held.volumes;
    const [firewall] = held.firewalls;
    const before = missingBefore(held, spec);
    if (before !== null || volume === undefined || firewall === undefined) return before;
    const surplus = surplusMachine(held);
    if (surplus !== null) return (signal) => cloud.deleteMachine(surplus, signal);
    const machine = keptMachine(held);
    if (held.refusal !== undefined) throw held.refusal;
    if (machine === null) {
      if (volume.machine !== null) throw waitFor(`${name} does not list the machine of this service yet.`);
      const wanted = {
        tag,
        solution,
        region,
        machineType: machineTypeOf(spec),
        volume,
        firewall,
        address: held.addresses[0] ?? null,
        userData: await userData(spec, cloud.deviceOf(tag, volume)),
      };
      return created('a machine', (signal) => cloud.createMachine(wanted, signal));
    }
    return missingOn(tag, machine, volume, held);
  };

  const resizeOf = async (calls: ResizeCalls, held: Holdings, spec: ServiceSpec, signal: AbortSignal): Promise<Change | null> => {
    const machine = neededMachine(held);
    const [volume] = held.volumes;
    if (volume === undefined) throw new ProviderError('not_found', 'The data volume of this service no longer exists.');
    if (machine.state === 'creating') throw waitFor('The machine is starting.');
    if (machine.state === 'deleting') throw waitFor('The machine is being deleted.');
    const { underWay, typeWasRefused } = await calls.changeOf(machine, signal);
    if (underWay !== null) throw waitFor(underWay);
    const wanted = machineTypeOf(spec);
    const isRightType = machine.machineType === wanted;
    // A volume can't shrink, so a smaller plan keeps the disk it has.
    const isRightDisk = volume.sizeGib >= spec.size.diskGib;
    if (isRightType && isRightDisk && machine.state === 'stopped' && held.refusal !== undefined) throw held.refusal;
    if (isRightType && isRightDisk && machine.state !== 'changing')
      return machine.state === 'stopped' ? (inTime) => cloud.start(machine, inTime) : null;
    if (machine.state === 'changing') throw waitFor('The machine is stopping or starting.');
    if (machine.state === 'running') return (inTime) => calls.stop(machine, inTime);
    if (isRightType) return unlessEarly('The data volume is growing.', (inTime) => calls.growVolume(volume, spec.size.diskGib, inTime));
    if (typeWasRefused) throw new ProviderError('capacity', `${name} could not move the machine to ${wanted}. Try another plan, or later.`);
    return (inTime) => calls.setType(machine, wanted, inTime);
  };

  const neededMachine = (held: Holdings): CloudMachine => {
    const machine = keptMachine(held);
    if (machine === null) throw new ProviderError('not_found', 'The machine of this service no longer exists.');
    return machine;
  };

  const notOffered = (message: string) => new ProviderError('invalid', message, { code: 'not_offered' });

  return {
    cloud: cloud.cloud,
    address: null,
    survey: async () => ({ solutions: support, capacity: null }),
    check: (signal) => cloud.check(signal),
    reservePorts: async (solution) => portsOf(solution),
    async create(spec, signal, origin) {
      if (origin !== undefined) throw notOffered(`Backups can't be restored to ${name} yet.`);
      return instanceOf(spec.tag, await converge(spec.tag, signal, (held) => missingOf(held, spec)));
    },
    async observe(tag, signal) {
      const held = await cloud.find(tag, signal);
      if (isEmpty(held)) return null;
      // Deleted by hand, or a list that lags: only time shows which.
      if (held.refusal !== undefined) throw held.refusal;
      if (held.machines.length === 0)
        throw waitFor(`${name} lists no machine for this service, and still has its data volume or firewall.`);
      return instanceOf(tag, held);
    },
    async resize(spec, signal) {
      const { resizing } = cloud;
      if (resizing === null) throw new ProviderError('invalid', `${name} does not support resizing`);
      return instanceOf(spec.tag, await converge(spec.tag, signal, (held) => resizeOf(resizing, held, spec, signal)));
    },
    replaceCertificate: async () => {
      throw notOffered(`The machine keeps its own key and asks for its certificate. ${name} has no way to put one there.`);
    },
    reasonAgainstAllowlist: async () =>
      ownAddresses.length > 0 ? null : "The firewall could lock this server out: the addresses that it connects from aren't known.",
    async setAllowlist(spec, signal) {
      await converge(spec.tag, signal, (held) => {
        neededMachine(held);
        return firewallChange(held.firewalls, spec);
      });
    },
    async restart(tag, signal) {
      await cloud.restart(neededMachine(await cloud.find(tag, signal)), signal);
    },
    // biome-ignore lint/correctness/useYield: it yields nothing.
    async *copyData() {
      throw notOffered(`Backups aren't offered on ${name} yet: this server can't read the volume of a machine.`);
    },
    async remove(tag, signal) {
      const held = await cloud.find(tag, signal);
      if (isEmpty(held)) return true;
      for (const machine of held.machines.filter(({ state }) => state !== 'deleting')) {
        await unlessEarly('The machine is still changing.', (inTime) => cloud.deleteMachine(machine, inTime))(signal);
      }
      if (held.machines.length > 0) return false;
      for (const volume of held.volumes) {
        await unlessEarly('The data volume is still attached to a machine.', (inTime) => cloud.deleteVolume(volume, inTime))(signal);
      }
      for (const firewall of held.firewalls) {
        await unlessEarly('The firewall is still in use.', (inTime) => cloud.deleteFirewall(firewall, inTime))(signal);
      }
      for (const address of held.addresses) {
        await unlessEarly('The address is still in use.', async (inTime) => cloud.addresses?.delete(address, inTime))(signal);
      }
      return false;
    },
    list: (installation, signal) => cloud.list(installation, signal),
    logs: async () => {
      throw notOffered(`The output of the engine stays on its machine. ${name} does not offer it.`);
    },
  };
};

const states = { creating: 'creating', running: 'running', changing: 'starting', stopped: 'stopped', deleting: 'failed' } as const;

const portsOf = (solution: SolutionSlug): ServicePort[] => solutions[solution].ports.map(({ name, port }) => ({ name, port }));

const isEmpty = ({ machines, volumes, firewalls, addresses }: Holdings): boolean =>
  machines.length + volumes.length + firewalls.length + addresses.length === 0;

/** The one with the data, else the oldest: calls that crossed may have made another. */
const keptMachine = ({ machines, volumes: [volume] }: Holdings): CloudMachine | null =>
  machines.find(({ id }) => id === volume?.machine) ?? machines[0] ?? null;

const surplusMachine = (held: Holdings): CloudMachine | null => {
  const kept = keptMachine(held);
  return held.machines.find((machine) => machine !== kept && machine.state !== 'deleting') ?? null;
};
