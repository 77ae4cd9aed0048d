import type { CloudMachine, Holdings } from '../../../clouds/machine-cloud.ts';
import type { ArmBody } from './arm-bodies.ts';

export const SUBSCRIPTION = '6e1f3c9a-2c55-4b0e-9a53-0f6f1d1c2a3b';

export interface FakeGroup {
  name: string;
  location: string;
  tags: Record<string, string>;
  /** When it is gone; null: nobody deleted it. */
  goneAt: number | null;
}

/** Paths are in lower case, below the subscription. */
export interface FakeResource {
  path: string;
  kind: ArmBody['kind'];
  body: ArmBody['body'];
  state: 'Creating' | 'Updating' | 'Deleting' | 'Succeeded' | 'Failed';
  ends: number;
  /** How the change under way ends; null: as it should. */
  error: string | null;
  /** Of machines. */
  power: 'running' | 'starting' | 'stopped' | null;
  failedAt: number | null;
  ip: string | null;
}

export interface ArmState {
  groups: FakeGroup[];
  resources: FakeResource[];
  lastId: number;
  /** The first three numbers of public addresses. */
  network: string;
}

export const emptyArm = (): ArmState => ({ groups: [], resources: [], lastId: 0, network: '192.0.2' });

const SECOND = 1000;
export const durations: Readonly<Record<ArmBody['kind'], number>> = {
  ...{ disks: 3 * SECOND, networkSecurityGroups: 2 * SECOND, publicIPAddresses: 2 * SECOND },
  ...{ virtualNetworks: 3 * SECOND, networkInterfaces: 2 * SECOND, virtualMachines: 30 * SECOND },
};
export const GONE_MS = 15 * SECOND;

export const groupOf = (path: string): string => path.split('/')[2] ?? '';
export const isChanging = ({ state }: FakeResource): boolean => state !== 'Succeeded' && state !== 'Failed';
export const lower = (text: string): string => text.toLowerCase();

/** Brings the state to `now`: changes end, what was deleted goes. */
export const passArmTime = (state: ArmState, now: number): void => {
  for (const one of state.resources.filter((resource) => isChanging(resource) && resource.ends <= now)) {
    if (one.state === 'Deleting') {
      state.resources = state.resources.filter((other) => other !== one);
      continue;
    }
    one.state = one.error === null ? 'Succeeded' : 'Failed';
    one.failedAt = one.error === null ? null : one.ends;
    if (one.kind === 'virtualMachines' && one.power !== 'running') one.power = one.error === null ? 'running' : null;
    if (one.kind !== 'publicIPAddresses' || one.ip !== null) continue;
    state.lastId += 1;
    one.ip = `${state.network}.${state.lastId % 250}`;
  }
  const gone = state.groups.filter(({ goneAt }) => goneAt !== null && goneAt <= now).map(({ name }) => name);
  state.groups = state.groups.filter(({ name }) => !gone.includes(name));
  state.resources = state.resources.filter(({ path }) => !gone.includes(groupOf(path)));
};

export const machineWith = (state: ArmState, volume: FakeResource): FakeResource | null =>
  state.resources.find(
    ({ body, kind }) =>
      kind === 'virtualMachines' &&
      'storageProfile' in body.properties &&
      body.properties.storageProfile.dataDisks.some(({ managedDisk }) => lower(managedDisk.id).endsWith(volume.path)),
  ) ?? null;

export const interfaceWith = (state: ArmState, ip: FakeResource): FakeResource | null =>
  state.resources.find(
    ({ body }) =>
      'ipConfigurations' in body.properties &&
      body.properties.ipConfigurations.some(({ properties }) => lower(properties.publicIPAddress?.id ?? '').endsWith(ip.path)),
  ) ?? null;

const stateOf = ({ state, power }: FakeResource): CloudMachine['state'] => {
  if (state === 'Deleting') return 'deleting';
  if (state === 'Creating') return 'creating';
  return power === 'running' ? 'running' : power === 'starting' ? 'changing' : 'stopped';
};

/** The part that services have, read from the state itself and by none of the driver's code. */
export const armTruth = (state: ArmState): Holdings => {
  const idOf = (one: FakeResource | null): string | null => one?.path ?? null;
  const ofKind = (kind: ArmBody['kind']): FakeResource[] => state.resources.filter((one) => one.kind === kind);
  const machines = ofKind('virtualMachines');
  return {
    machines: machines.map((one) => ({
      ...{ id: one.path, state: stateOf(one), host: null, solution: null },
      machineType: 'hardwareProfile' in one.body.properties ? one.body.properties.hardwareProfile.vmSize : '',
    })),
    volumes: ofKind('disks').map((one) => ({
      ...{ id: one.path, zone: one.body.location, machine: idOf(machineWith(state, one)) },
      sizeGib: 'diskSizeGB' in one.body.properties ? one.body.properties.diskSizeGB : 0,
    })),
    firewalls: ofKind('networkSecurityGroups').flatMap((one) =>
      'securityRules' in one.body.properties
        ? one.body.properties.securityRules.map(({ properties }) => ({
            id: one.path,
            rules: { ports: properties.destinationPortRanges.map(Number), sources: properties.sourceAddressPrefixes },
          }))
        : [],
    ),
    addresses: ofKind('publicIPAddresses').map((one) => ({
      ...{ id: one.path, ip: one.ip, machine: interfaceWith(state, one) === null ? null : idOf(machines[0] ?? null) },
    })),
  };
};
