export interface FakeInstance {
  id: string;
  region: string;
  zone: string;
  type: string;
  token: string;
  /** The parameters that it was made with. */
  made: string;
  group: string;
  tags: Record<string, string>;
  userData: string;
  launched: number;
  phase: 'pending' | 'running' | 'stopping' | 'stopped' | 'shutting-down' | 'terminated';
  /** When the phase ends; null: it lasts. */
  ends: number | null;
}
export interface FakeVolume {
  id: string;
  region: string;
  zone: string;
  sizeGib: number;
  token: string;
  tags: Record<string, string>;
  instance: string | null;
  modified: number | null;
}
export interface FakeGroup {
  id: string;
  region: string;
  name: string;
  tags: Record<string, string>;
  openings: { port: number; range: string }[];
}
export interface FakeAddress {
  id: string;
  region: string;
  ip: string;
  tags: Record<string, string>;
  instance: string | null;
}
export interface Ec2State {
  instances: FakeInstance[];
  volumes: FakeVolume[];
  groups: FakeGroup[];
  addresses: FakeAddress[];
  lastId: number;
  /** The first three numbers of public addresses. */
  network: string;
}

export const emptyEc2 = (): Ec2State => ({ instances: [], volumes: [], groups: [], addresses: [], lastId: 0, network: '198.51.100' });

export const nextId = (state: Ec2State, prefix: string): string => {
  state.lastId += 1;
  return `${prefix}-${String(state.lastId).padStart(17, '0')}`;
};

const SECOND = 1000;
const durations: Readonly<Partial<Record<FakeInstance['phase'], number>>> = {
  pending: 12 * SECOND,
  stopping: 10 * SECOND,
  'shutting-down': 6 * SECOND,
};
const next: Readonly<Partial<Record<FakeInstance['phase'], FakeInstance['phase']>>> = {
  ...{ pending: 'running', stopping: 'stopped', 'shutting-down': 'terminated' },
};
/** Terminated instances stay listed for so long. */
const TERMINATED_MS = 3600 * SECOND;

export const enter = (instance: FakeInstance, phase: FakeInstance['phase'], now: number): void => {
  instance.phase = phase;
  const duration = phase === 'terminated' ? TERMINATED_MS : durations[phase];
  instance.ends = duration === undefined ? null : now + duration;
};

export const passEc2Time = (state: Ec2State, now: number): void => {
  for (const instance of state.instances) {
    const following = next[instance.phase];
    if (instance.ends === null || instance.ends > now || following === undefined) continue;
    enter(instance, following, instance.ends);
    if (following !== 'terminated') continue;
    for (const one of [...state.volumes, ...state.addresses]) if (one.instance === instance.id) one.instance = null;
  }
  state.instances = state.instances.filter(({ phase, ends }) => phase !== 'terminated' || ends === null || ends > now);
};
