import { clouds, servicePlans } from '@notafter/domain';
import { z } from 'zod';
import { droplet, firewall, firewallOf, machineOf, volume, volumeOf } from '../../../clouds/digitalocean/do-resources.ts';
import type { Holdings } from '../../../clouds/machine-cloud.ts';
import {
  addDroplet,
  addTags,
  beginAction,
  deleteDroplet,
  type FakeAction,
  type FakeDroplet,
  type FakeState,
  hasAddress,
  isBusy,
  isNew,
  nextUuid,
} from './do-state.ts';

export interface DoAnswer {
  readonly status: number;
  readonly json?: unknown;
  /** The key of a list that is paged. */
  readonly list?: string;
}

export interface DoCall {
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly now: number;
  /** The cloud has no room for it: an answer, or an action that fails later. */
  readonly hasNoRoom: boolean;
}

interface Operation {
  readonly method: string;
  /** With one group for the ID. */
  readonly path: RegExp;
  readonly query: readonly string[];
  readonly body: z.ZodType | null;
  readonly scope: string;
  readonly isMutation: boolean;
  answer(state: FakeState, call: DoCall): DoAnswer;
}

const iso = (instant: number): string => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
const refusal = (status: number, id: string, message: string): DoAnswer => ({ status, json: { id, message } });
const unprocessable = (message: string): DoAnswer => refusal(422, 'unprocessable_entity', message);
const notFound = refusal(404, 'not_found', 'The resource you were accessing could not be found.');
const pending = unprocessable('Droplet already has a pending event.');
const noRoom = unprocessable('Size is not available in this region.');

const tagName = z.string().regex(/^[\w:-]{1,255}$/);
const region = z.enum(clouds.digitalocean.regions.map(({ code }) => code));
const size = z.enum(servicePlans.map(({ machineTypes }) => machineTypes.digitalocean ?? ''));

const dropletBody = z.strictObject({
  name: z
    .string()
    .regex(/^[a-zA-Z0-9]?[a-z0-9A-Z.-]*[a-z0-9A-Z]$/)
    .max(255),
  region,
  size,
  image: z.literal('debian-12-x64'),
  volumes: z.array(z.guid()),
  tags: z.array(tagName),
  user_data: z.string().max(65_536),
  with_droplet_agent: z.boolean(),
});
const volumeBody = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,63}$/),
  region,
  size_gigabytes: z.int().min(1).max(16_384),
  tags: z.array(tagName),
});
const range = z.union([z.cidrv4(), z.cidrv6()]);
const rule = { protocol: z.enum(['tcp', 'udp', 'icmp']), ports: z.string().regex(/^\d+(-\d+)?$/) };
const firewallBody = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9][a-zA-Z0-9.-]+$/),
  tags: z.array(tagName),
  inbound_rules: z.array(z.strictObject({ ...rule, sources: z.strictObject({ addresses: z.array(range).min(1) }) })).min(1),
  outbound_rules: z.array(z.strictObject({ ...rule, destinations: z.strictObject({ addresses: z.array(range).min(1) }) })),
});
const actionBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.enum(['shutdown', 'power_off', 'power_on', 'reboot']) }),
  z.strictObject({ type: z.literal('resize'), size, disk: z.literal(false) }),
]);
const volumeActionBody = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('attach'), droplet_id: z.int(), region }),
  z.strictObject({ type: z.literal('resize'), size_gigabytes: z.int(), region }),
]);

const showDroplet = (droplet: FakeDroplet, state: FakeState, now: number) => ({
  ...{ id: droplet.id, name: droplet.name, locked: isBusy(state, droplet, now), size_slug: droplet.size, tags: droplet.tags },
  status: isNew(droplet, now) ? 'new' : droplet.power === 'on' ? 'active' : 'off',
  created_at: iso(droplet.created),
  volume_ids: state.volumes.filter((volume) => volume.droplet === droplet.id).map(({ id }) => id),
  region: { slug: droplet.region },
  networks: {
    v4: hasAddress(droplet, now)
      ? [
          { ip_address: `10.0.0.${droplet.id % 250}`, type: 'private' },
          { ip_address: `${state.network}.${droplet.id % 250}`, type: 'public' },
        ]
      : [],
    v6: [],
  },
});
const showVolume = ({ id, name, region: slug, sizeGib, tags, droplet }: FakeState['volumes'][number]) => ({
  ...{ id, name, tags, size_gigabytes: sizeGib, region: { slug } },
  droplet_ids: droplet === null ? null : [droplet],
});
const showFirewall = ({ id, name, tags, inbound, outbound }: FakeState['firewalls'][number]) => ({
  ...{ id, name, tags, status: 'succeeded', droplet_ids: null, inbound_rules: inbound, outbound_rules: outbound },
});
const showAction = ({ id, droplet, type, started, status }: FakeAction) => ({
  ...{ id, type, status, started_at: iso(started), resource_id: droplet, resource_type: 'droplet' },
});

/** Everything that services have, as a driver sees it. */
export const holdingsOf = (state: FakeState, now: number): Holdings => ({
  machines: state.droplets.map((one) => machineOf(droplet.parse(showDroplet(one, state, now)))),
  volumes: state.volumes.map((one) => volumeOf(volume.parse(showVolume(one)))),
  firewalls: state.firewalls.map((one) => firewallOf(firewall.parse(showFirewall(one)))),
  addresses: [],
});

const actOnDroplet = (state: FakeState, { id, body, now, hasNoRoom }: DoCall): DoAnswer => {
  const wanted = actionBody.parse(body);
  const found = state.droplets.find((one) => String(one.id) === id && one.goneAt === null);
  if (found === undefined) return notFound;
  if (isBusy(state, found, now)) return pending;
  const needs = { shutdown: 'on', power_off: 'on', reboot: 'on', power_on: 'off', resize: 'off' } as const;
  if (found.power !== needs[wanted.type]) return unprocessable(`Droplet is already powered ${found.power}.`);
  const begun = beginAction(state, found.id, wanted.type, wanted.type === 'resize' && !hasNoRoom ? wanted.size : null, now);
  return { status: 201, json: { action: showAction(begun) } };
};

const createDroplet = (state: FakeState, { body, now, hasNoRoom }: DoCall): DoAnswer => {
  const { user_data: userData, volumes, ...wanted } = dropletBody.parse(body);
  const wantedVolumes = state.volumes.filter(({ id }) => volumes.includes(id));
  if (wantedVolumes.length < volumes.length) return unprocessable('Volume not found.');
  if (wantedVolumes.some((volume) => volume.region !== wanted.region)) return unprocessable('Volume is in another region.');
  if (wantedVolumes.some(({ droplet }) => droplet !== null)) return unprocessable('Volume is already attached to a Droplet.');
  if (hasNoRoom) return noRoom;
  const made = addDroplet(state, { ...wanted, userData }, volumes, now);
  return { status: 202, json: { droplet: showDroplet(made, state, now) } };
};

const createVolume = (state: FakeState, { body, hasNoRoom }: DoCall): DoAnswer => {
  const { size_gigabytes: sizeGib, ...wanted } = volumeBody.parse(body);
  if (state.volumes.some((one) => one.name === wanted.name && one.region === wanted.region)) {
    return refusal(409, 'conflict', 'A volume with this name already exists in this region.');
  }
  if (hasNoRoom) return noRoom;
  const made = { ...wanted, id: nextUuid(state), sizeGib, droplet: null };
  state.volumes.push(made);
  addTags(state, wanted.tags);
  return { status: 201, json: { volume: showVolume(made) } };
};

const actOnVolume = (state: FakeState, { id, body, now, hasNoRoom }: DoCall): DoAnswer => {
  const wanted = volumeActionBody.parse(body);
  const volume = state.volumes.find((one) => one.id === id);
  if (volume === undefined || volume.region !== wanted.region) return notFound;
  if (hasNoRoom) return noRoom;
  if (wanted.type === 'resize') {
    if (wanted.size_gigabytes <= volume.sizeGib) return unprocessable('The new size must be larger than the present one.');
    volume.sizeGib = wanted.size_gigabytes;
  } else {
    if (volume.droplet !== null) return unprocessable('Volume is already attached to a Droplet.');
    if (!state.droplets.some((one) => one.id === wanted.droplet_id)) return notFound;
    volume.droplet = wanted.droplet_id;
  }
  return { status: 202, json: { action: { id: 1, type: wanted.type, status: 'completed', started_at: iso(now) } } };
};

const putFirewall = (state: FakeState, id: string, body: unknown, status: number): DoAnswer => {
  const { inbound_rules: inbound, outbound_rules: outbound, ...wanted } = firewallBody.parse(body);
  if (wanted.tags.some((tag) => !state.tags.includes(tag))) return unprocessable('Tag does not exist.');
  const made = { ...wanted, id, inbound, outbound };
  state.firewalls = [...state.firewalls.filter((one) => one.id !== id), made];
  return { status, json: { firewall: showFirewall(made) } };
};

const removed = <Item extends { id: string }>(items: Item[], id: string): Item | null => {
  const index = items.findIndex((item) => item.id === id);
  return items.splice(index, index < 0 ? 0 : 1)[0] ?? null;
};

const GET = { method: 'GET', body: null, isMutation: false } as const;
const POST = { method: 'POST', query: [], isMutation: true } as const;
const DELETE = { method: 'DELETE', query: [], body: null, isMutation: true } as const;
const PAGED = ['page', 'per_page'];

/** The requests of the API that we use, with all that each of them may have (digitalocean/openapi). */
export const doOperations = {
  get_account: {
    scope: 'account:read',
    ...GET,
    path: /^\/v2\/account$/,
    query: [],
    answer: () => ({ status: 200, json: { account: { status: 'active' } } }),
  },
  list_droplets: {
    scope: 'droplet:read',
    ...{ ...GET, path: /^\/v2\/droplets$/, query: ['tag_name', 'name', ...PAGED] },
    answer: ({ droplets, ...state }, { query, now }) => {
      if (query.tag_name !== undefined && query.name !== undefined)
        return refusal(400, 'bad_request', 'tag_name and name exclude each other.');
      const found = droplets.filter(
        ({ tags, name }) =>
          (query.tag_name === undefined || tags.includes(query.tag_name)) &&
          (query.name === undefined || name.toLowerCase() === query.name.toLowerCase()),
      );
      return { status: 200, list: 'droplets', json: found.map((one) => showDroplet(one, { droplets, ...state }, now)) };
    },
  },
  get_droplet: {
    scope: 'droplet:read',
    ...{ ...GET, path: /^\/v2\/droplets\/(\d+)$/, query: [] },
    answer: (state, { id, now }) => {
      const found = state.droplets.find((one) => String(one.id) === id);
      return found === undefined ? notFound : { status: 200, json: { droplet: showDroplet(found, state, now) } };
    },
  },
  list_actions: {
    scope: 'droplet:read',
    ...{ ...GET, path: /^\/v2\/droplets\/(\d+)\/actions$/, query: PAGED },
    answer: ({ actions }, { id }) => ({
      ...{ status: 200, list: 'actions' },
      json: actions.filter(({ droplet }) => String(droplet) === id).map(showAction),
    }),
  },
  list_volumes: {
    scope: 'block_storage:read',
    ...{ ...GET, path: /^\/v2\/volumes$/, query: ['name', 'region', ...PAGED] },
    answer: ({ volumes }, { query }) => {
      const found = volumes.filter(({ name, region: slug }) => name === (query.name ?? name) && slug === (query.region ?? slug));
      return { status: 200, list: 'volumes', json: found.map(showVolume) };
    },
  },
  list_firewalls: {
    scope: 'firewall:read',
    ...{ ...GET, path: /^\/v2\/firewalls$/, query: PAGED },
    answer: ({ firewalls }) => ({ status: 200, list: 'firewalls', json: firewalls.map(showFirewall) }),
  },
  create_droplet: {
    scope: 'droplet:create',
    ...POST,
    path: /^\/v2\/droplets$/,
    body: dropletBody,
    answer: createDroplet,
  },
  act_on_droplet: {
    scope: 'droplet:update',
    ...POST,
    path: /^\/v2\/droplets\/(\d+)\/actions$/,
    body: actionBody,
    answer: actOnDroplet,
  },
  create_volume: {
    scope: 'block_storage:create',
    ...POST,
    path: /^\/v2\/volumes$/,
    body: volumeBody,
    answer: createVolume,
  },
  act_on_volume: {
    scope: 'block_storage_action:create',
    ...POST,
    path: /^\/v2\/volumes\/([0-9a-f-]{36})\/actions$/,
    body: volumeActionBody,
    answer: actOnVolume,
  },
  create_firewall: {
    scope: 'firewall:create',
    ...{ ...POST, path: /^\/v2\/firewalls$/, body: firewallBody },
    answer: (state, { body, hasNoRoom }) => (hasNoRoom ? noRoom : putFirewall(state, nextUuid(state), body, 202)),
  },
  update_firewall: {
    scope: 'firewall:update',
    ...{ method: 'PUT', isMutation: true, path: /^\/v2\/firewalls\/([0-9a-f-]{36})$/, query: [], body: firewallBody },
    answer: (state, { id, body, hasNoRoom }) => {
      if (hasNoRoom) return noRoom;
      return state.firewalls.some((one) => one.id === id) ? putFirewall(state, id, body, 200) : notFound;
    },
  },
  create_tag: {
    ...{ ...POST, path: /^\/v2\/tags$/, scope: 'tag:create', body: z.strictObject({ name: tagName }) },
    answer: () => unprocessable('Tags are made by the resources that have them.'),
  },
  delete_droplet: {
    scope: 'droplet:delete',
    ...{ ...DELETE, path: /^\/v2\/droplets\/(\d+)$/ },
    answer: (state, { id, now }) => {
      const found = state.droplets.find((one) => String(one.id) === id && one.goneAt === null);
      if (found === undefined) return notFound;
      if (isBusy(state, found, now)) return pending;
      deleteDroplet(found, now);
      return { status: 204 };
    },
  },
  delete_volume: {
    scope: 'block_storage:delete',
    ...{ ...DELETE, path: /^\/v2\/volumes\/([0-9a-f-]{36})$/ },
    answer: ({ volumes }, { id }) => {
      if (volumes.some((one) => one.id === id && one.droplet !== null)) {
        return refusal(409, 'conflict', 'The volume is attached to a Droplet.');
      }
      return removed(volumes, id) === null ? notFound : { status: 204 };
    },
  },
  delete_firewall: {
    scope: 'firewall:delete',
    ...{ ...DELETE, path: /^\/v2\/firewalls\/([0-9a-f-]{36})$/ },
    answer: ({ firewalls }, { id }) => (removed(firewalls, id) === null ? notFound : { status: 204 }),
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type DoOperation = keyof typeof doOperations;
const isOperation = (name: string): name is DoOperation => name in doOperations;

export const findOperation = (method: string, path: string): { readonly operation: DoOperation; readonly id: string } | null => {
  for (const operation of Object.keys(doOperations).filter(isOperation)) {
    const match = doOperations[operation].method === method ? doOperations[operation].path.exec(path) : null;
    if (match !== null) return { operation, id: match[1] ?? '' };
  }
  return null;
};
