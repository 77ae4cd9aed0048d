import { createHash } from 'node:crypto';

export interface FakeDroplet {
  id: number;
  name: string;
  region: string;
  size: string;
  tags: string[];
  userData: string;
  created: number;
  power: 'on' | 'off';
  /** When it is gone; null: nobody deleted it. */
  goneAt: number | null;
}

export interface FakeVolume {
  id: string;
  name: string;
  region: string;
  sizeGib: number;
  tags: string[];
  droplet: number | null;
}

export interface FakeFirewall {
  id: string;
  name: string;
  tags: string[];
  inbound: unknown;
  outbound: unknown;
}

export interface FakeAction {
  id: number;
  droplet: number;
  type: string;
  started: number;
  ends: number;
  status: 'in-progress' | 'completed' | 'errored';
  /** The type that a resize leads to; null if it fails. */
  size: string | null;
}

export interface FakeState {
  droplets: FakeDroplet[];
  volumes: FakeVolume[];
  firewalls: FakeFirewall[];
  actions: FakeAction[];
  tags: string[];
  lastId: number;
  /** The first three numbers of public addresses. */
  network: string;
}

export const emptyState = (): FakeState => ({
  droplets: [],
  volumes: [],
  firewalls: [],
  actions: [],
  tags: [],
  lastId: 1000,
  network: '203.0.113',
});

const SECOND = 1000;
const ADDRESS_MS = 20 * SECOND;
const BOOT_MS = 40 * SECOND;
const GONE_MS = 5 * SECOND;
const durations: Readonly<Record<string, number>> = {
  shutdown: 15 * SECOND,
  power_off: 5 * SECOND,
  power_on: 20 * SECOND,
  reboot: 20 * SECOND,
  resize: 30 * SECOND,
};

const uuidOf = (id: number): string =>
  createHash('sha256')
    .update(String(id))
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

const nextId = (state: FakeState): number => {
  state.lastId += 1;
  return state.lastId;
};
export const nextUuid = (state: FakeState): string => uuidOf(nextId(state));

export const isNew = ({ created }: FakeDroplet, now: number): boolean => now < created + BOOT_MS;
export const hasAddress = ({ created }: FakeDroplet, now: number): boolean => now >= created + ADDRESS_MS;
export const isBusy = (state: FakeState, droplet: FakeDroplet, now: number): boolean =>
  isNew(droplet, now) || state.actions.some((one) => one.droplet === droplet.id && one.status === 'in-progress');

export const addTags = (state: FakeState, tags: readonly string[]): void => {
  state.tags = [...new Set([...state.tags, ...tags])];
};

export const addDroplet = (
  state: FakeState,
  wanted: Pick<FakeDroplet, 'name' | 'region' | 'size' | 'tags' | 'userData'>,
  volumes: readonly string[],
  now: number,
): FakeDroplet => {
  const droplet: FakeDroplet = { ...wanted, id: nextId(state), created: now, power: 'on', goneAt: null };
  state.droplets.push(droplet);
  for (const volume of state.volumes) if (volumes.includes(volume.id)) volume.droplet = droplet.id;
  addTags(state, wanted.tags);
  return droplet;
};

export const deleteDroplet = (droplet: FakeDroplet, now: number): void => {
  droplet.goneAt = now + GONE_MS;
};

export const beginAction = (state: FakeState, droplet: number, type: string, size: string | null, now: number): FakeAction => {
  const ends = now + (durations[type] ?? 10 * SECOND);
  const begun: FakeAction = { id: nextId(state), droplet, type, started: now, ends, status: 'in-progress', size };
  state.actions.push(begun);
  return begun;
};

/** Brings the state to `now`: actions end, deleted droplets go. `ignoresShutdown`: systems don't listen. */
export const passTime = (state: FakeState, now: number, ignoresShutdown: boolean): void => {
  for (const action of state.actions) {
    if (action.status !== 'in-progress' || action.ends > now) continue;
    const droplet = state.droplets.find(({ id }) => id === action.droplet);
    action.status = action.type === 'resize' && action.size === null ? 'errored' : 'completed';
    if (droplet === undefined) continue;
    if (action.type === 'power_off' || (action.type === 'shutdown' && !ignoresShutdown)) droplet.power = 'off';
    if (action.type === 'power_on') droplet.power = 'on';
    if (action.type === 'resize' && action.size !== null) droplet.size = action.size;
  }
  const gone = state.droplets.filter(({ goneAt }) => goneAt !== null && goneAt <= now).map(({ id }) => id);
  state.droplets = state.droplets.filter(({ id }) => !gone.includes(id));
  for (const volume of state.volumes) if (volume.droplet !== null && gone.includes(volume.droplet)) volume.droplet = null;
};
