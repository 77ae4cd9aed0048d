import type { Holdings } from '../../../clouds/machine-cloud.ts';

/** Paths are those below the project. */
export interface FakeInstance {
  path: string;
  name: string;
  type: string;
  labels: Record<string, string>;
  networkTags: string[];
  metadata: Record<string, string>;
  status: 'PROVISIONING' | 'RUNNING' | 'STOPPING' | 'TERMINATED';
  natIp: string | null;
  created: number;
}
export interface FakeDisk {
  path: string;
  name: string;
  sizeGb: number;
  labels: Record<string, string>;
  user: string | null;
  isReady: boolean;
}
export interface FakeAddress {
  path: string;
  name: string;
  description: string;
  ip: string | null;
}
export interface FakeRule {
  path: string;
  name: string;
  description: string;
  targetTags: string[];
  priority: number;
  isDeny: boolean;
  ports: string[];
  ranges: string[];
}
export interface FakeOperation {
  name: string;
  target: string;
  type: string;
  inserted: number;
  ends: number;
  isDone: boolean;
  /** How it ends; null: as it should. */
  error: string | null;
  requestId: string | null;
  change: { readonly type?: string; readonly sizeGb?: number; readonly ports?: string[]; readonly ranges?: string[] };
}
export interface GcpState {
  instances: FakeInstance[];
  disks: FakeDisk[];
  addresses: FakeAddress[];
  rules: FakeRule[];
  operations: FakeOperation[];
  lastId: number;
  /** The first three numbers of public addresses. */
  network: string;
}

export const emptyGcp = (): GcpState => ({
  instances: [],
  disks: [],
  addresses: [],
  rules: [],
  operations: [],
  lastId: 0,
  network: '203.0.113',
});

const SECOND = 1000;
const durations: Readonly<Record<string, number>> = {
  ...{ 'insert instances': 12 * SECOND, 'insert disks': 3 * SECOND, 'insert addresses': 2 * SECOND, 'insert firewalls': 2 * SECOND },
  ...{ 'delete instances': 6 * SECOND, 'stop instances': 12 * SECOND, 'start instances': 10 * SECOND, 'setMachineType instances': SECOND },
};

const kindOf = (path: string): string => path.split('/').at(-2) ?? '';

export const begin = (
  state: GcpState,
  wanted: Pick<FakeOperation, 'target' | 'type'> & Partial<Pick<FakeOperation, 'error' | 'requestId' | 'change'>>,
  now: number,
): FakeOperation => {
  state.lastId += 1;
  const duration = durations[`${wanted.type} ${kindOf(wanted.target)}`] ?? 2 * SECOND;
  const operation: FakeOperation = {
    ...{ name: `operation-${state.lastId}`, inserted: now, ends: now + duration, isDone: false, error: null, requestId: null, change: {} },
    ...wanted,
  };
  state.operations.push(operation);
  return operation;
};

export const isBusy = (state: GcpState, path: string): boolean => state.operations.some(({ target, isDone }) => target === path && !isDone);

const without = <Item extends { readonly path: string }>(items: Item[], path: string): Item[] => items.filter((one) => one.path !== path);

const drop = (state: GcpState, path: string): void => {
  state.instances = without(state.instances, path);
  state.disks = without(state.disks, path);
  state.addresses = without(state.addresses, path);
  state.rules = without(state.rules, path);
  for (const disk of state.disks) if (disk.user === path) disk.user = null;
};

const end = (state: GcpState, { target, type, error, change }: FakeOperation): void => {
  const instance = state.instances.find(({ path }) => path === target);
  const disk = state.disks.find(({ path }) => path === target);
  const address = state.addresses.find(({ path }) => path === target);
  const rule = state.rules.find(({ path }) => path === target);
  if (type === 'delete' || (type === 'insert' && error !== null)) {
    drop(state, target);
    return;
  }
  if (instance !== undefined && type === 'insert') instance.status = 'RUNNING';
  if (instance !== undefined && type === 'start') instance.status = error === null ? 'RUNNING' : 'TERMINATED';
  if (instance !== undefined && type === 'stop') instance.status = 'TERMINATED';
  if (instance !== undefined && error === null) instance.type = change.type ?? instance.type;
  if (disk !== undefined) disk.isReady = true;
  if (disk !== undefined && error === null) disk.sizeGb = change.sizeGb ?? disk.sizeGb;
  if (address !== undefined) address.ip ??= `${state.network}.${(state.lastId % 250) + 1}`;
  if (rule !== undefined && error === null)
    Object.assign(rule, { ports: change.ports ?? rule.ports, ranges: change.ranges ?? rule.ranges });
};

/** Ends the operations whose time has come. */
export const passGcpTime = (state: GcpState, now: number): void => {
  for (const operation of state.operations.filter(({ isDone, ends }) => !isDone && ends <= now)) {
    operation.isDone = true;
    end(state, operation);
  }
};

const states = { PROVISIONING: 'creating', RUNNING: 'running', STOPPING: 'changing', TERMINATED: 'stopped' } as const;

export const userOf = ({ instances }: GcpState, { ip }: FakeAddress): string | null =>
  (ip === null ? undefined : instances.find(({ natIp }) => natIp === ip))?.path ?? null;

/** The part that services have, read from the state itself and by none of the driver's code. */
export const gcpTruth = (state: GcpState): Holdings => ({
  machines: state.instances.map(({ path, type, status, natIp }) => ({
    ...{ id: path, state: states[status], machineType: type, host: natIp, solution: null },
  })),
  volumes: state.disks.map(({ path, sizeGb, user }) => ({ id: path, zone: path.split('/')[1] ?? '', sizeGib: sizeGb, machine: user })),
  firewalls: state.rules
    .filter(({ isDeny }) => !isDeny)
    .map(({ path, ports, ranges }) => ({ id: path, rules: { ports: ports.map(Number), sources: ranges } })),
  addresses: state.addresses.map((one) => ({ id: one.path, ip: one.ip, machine: userOf(state, one) })),
});
