import type { ArmBody, ArmKind } from './arm-bodies.ts';
import { armBodies, groupBody, patchBody } from './arm-bodies.ts';
import {
  type ArmState,
  durations,
  type FakeGroup,
  type FakeResource,
  GONE_MS,
  groupOf,
  interfaceWith,
  isChanging,
  lower,
  machineWith,
  SUBSCRIPTION,
} from './arm-state.ts';

export interface ArmAnswer {
  readonly status: number;
  readonly json?: unknown;
}

export interface ArmCall {
  /** In lower case, below the subscription. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly now: number;
  readonly pageSize: number;
  /** How the change that begins will end. */
  readonly error: string | null;
}

export const refuse = (status: number, code: string, message: string): ArmAnswer => ({ status, json: { error: { code, message } } });
const unknown = (path: string): ArmAnswer => refuse(404, 'ResourceNotFound', `The Resource '${path}' was not found.`);
const noGroup = refuse(404, 'ResourceGroupNotFound', 'Resource group could not be found.');

const idOf = (path: string): string => `/subscriptions/${SUBSCRIPTION}${path}`;
/** Azure shows IDs in another case than they were given. */
const shoutedId = (one: FakeResource | null): string | undefined =>
  one === null ? undefined : idOf(one.path.replace(/^\/resourcegroups\/[^/]+/, (part) => part.toUpperCase()));

const showGroup = ({ name, location, tags, goneAt }: FakeGroup) => ({
  ...{ id: idOf(`/resourceGroups/${name}`), name, location, tags },
  properties: { provisioningState: goneAt === null ? 'Succeeded' : 'Deleting' },
});

const messages: Readonly<Record<string, string>> = {
  AllocationFailed: 'Allocation failed. We do not have sufficient capacity for the requested VM size in this region.',
};

const statusesOf = ({ state, power, error, failedAt, ends }: FakeResource) => {
  const time = new Date(failedAt ?? ends).toISOString();
  const first =
    state === 'Failed' && error !== null
      ? { code: `ProvisioningState/failed/${error}`, level: 'Error', message: messages[error] ?? error, time }
      : { code: `ProvisioningState/${lower(state)}`, level: 'Info', time };
  return [first, ...(power === null || state === 'Creating' ? [] : [{ code: `PowerState/${power}`, level: 'Info' }])];
};

const show = (state: ArmState, one: FakeResource, isExpanded: boolean) => {
  const owner = one.kind === 'disks' ? machineWith(state, one) : null;
  const card = one.kind === 'publicIPAddresses' ? interfaceWith(state, one) : null;
  return {
    ...{ id: idOf(one.path), location: one.body.location, tags: one.body.tags },
    ...(owner === null ? {} : { managedBy: shoutedId(owner) }),
    properties: {
      ...one.body.properties,
      provisioningState: one.state,
      ...(one.ip === null ? {} : { ipAddress: one.ip }),
      ...(card === null ? {} : { ipConfiguration: { id: `${shoutedId(card)}/ipConfigurations/default` } }),
      ...(isExpanded ? { instanceView: { statuses: statusesOf(one) } } : {}),
    },
  };
};

const references = ({ body }: ArmBody): readonly string[] => {
  const { properties } = body;
  if ('ipConfigurations' in properties) {
    const [{ properties: config }] = properties.ipConfigurations;
    const ip = config.publicIPAddress === undefined ? [] : [config.publicIPAddress.id];
    return [config.subnet.id.replace(/\/subnets\/default$/, ''), ...ip, properties.networkSecurityGroup.id];
  }
  if (!('storageProfile' in properties)) return [];
  const disks = properties.storageProfile.dataDisks.map(({ managedDisk }) => managedDisk.id);
  return [...disks, ...properties.networkProfile.networkInterfaces.map(({ id }) => id)];
};

/** Why a resource can't refer to others as they are. */
const badReference = (state: ArmState, wanted: ArmBody, path: string): ArmAnswer | null => {
  for (const id of references(wanted)) {
    const target = state.resources.find((one) => lower(id) === lower(idOf(one.path)));
    if (target === undefined) return refuse(404, 'NotFound', `Resource ${id} was not found.`);
    if (isChanging(target)) return refuse(409, 'ReferencedResourceNotProvisioned', `${target.path} is not in Succeeded state.`);
    const owner = target.kind === 'disks' ? machineWith(state, target) : null;
    if (owner !== null && owner.path !== path)
      return refuse(409, 'AttachDiskWhileBeingDetached', 'The disk is attached to another machine.');
  }
  return null;
};

const osProfileOf = ({ properties }: ArmBody['body']): string => JSON.stringify('osProfile' in properties ? properties.osProfile : null);

/** An update that can't be made. */
const badUpdate = (before: FakeResource, { body }: ArmBody): ArmAnswer | null => {
  if (isChanging(before)) return refuse(409, 'AnotherOperationInProgress', 'Another operation on this resource is in progress.');
  if (before.body.location !== body.location) return refuse(409, 'InvalidResourceLocation', 'The resource is in another region.');
  if (osProfileOf(before.body) !== osProfileOf(body))
    return refuse(409, 'PropertyChangeNotAllowed', "Changing property 'osProfile' is not allowed.");
  return null;
};

export const putResource = (state: ArmState, wanted: ArmBody, { path, now, error }: ArmCall): ArmAnswer => {
  const group = state.groups.find(({ name }) => name === groupOf(path));
  if (group === undefined) return noGroup;
  if (group.goneAt !== null) return refuse(409, 'ResourceGroupBeingDeleted', 'The resource group is being deleted.');
  const before = state.resources.find((one) => one.path === path);
  const refusal = (before === undefined ? null : badUpdate(before, wanted)) ?? badReference(state, wanted, path);
  if (refusal !== null) return refusal;
  const change = { body: wanted.body, ends: now + durations[wanted.kind], error, failedAt: null };
  if (before !== undefined) {
    Object.assign(before, change, { state: 'Updating' });
    return { status: 200, json: show(state, before, false) };
  }
  const made: FakeResource = { path, kind: wanted.kind, state: 'Creating', power: null, ip: null, ...change };
  state.resources.push(made);
  return { status: 201, json: show(state, made, false) };
};

export const parseResource = (kind: ArmKind, body: unknown): ArmBody | null => {
  const parsed = armBodies[kind].body.safeParse(body);
  return parsed.success ? { kind, body: parsed.data } : null;
};

const onMachine =
  (act: (machine: FakeResource, call: ArmCall, state: ArmState) => ArmAnswer) =>
  (state: ArmState, call: ArmCall): ArmAnswer => {
    const path = call.path.replace(/\/(?:start|restart)$/, '');
    const machine = state.resources.find((one) => one.path === path);
    if (machine === undefined) return unknown(path);
    if (isChanging(machine)) return refuse(409, 'AnotherOperationInProgress', 'Another operation on this machine is in progress.');
    return act(machine, call, state);
  };

/** The calls besides those that put or get a resource. */
export const armOperations = {
  list_groups: (state: ArmState, { query, pageSize }: ArmCall): ArmAnswer => {
    const [, name = '', value] = /^tagName eq '([\w-]+)' and tagValue eq '([\w-]+)'$/.exec(query.$filter ?? '') ?? [];
    const found = state.groups.filter(({ tags }) => value !== undefined && tags[name] === value);
    const from = Number(query.$skiptoken ?? 0);
    const next = `https://management.azure.com/subscriptions/${SUBSCRIPTION}/resourcegroups?$skiptoken=${from + pageSize}`;
    const page = found.slice(from, from + pageSize).map(showGroup);
    return { status: 200, json: { value: page, ...(found.length > from + pageSize ? { nextLink: next } : {}) } };
  },
  get_group: (state: ArmState, { path }: ArmCall): ArmAnswer => {
    const found = state.groups.find(({ name }) => name === groupOf(path));
    return found === undefined ? noGroup : { status: 200, json: showGroup(found) };
  },
  put_group: (state: ArmState, { path, body }: ArmCall): ArmAnswer => {
    const { location, tags } = groupBody.parse(body);
    const before = state.groups.find(({ name }) => name === groupOf(path));
    if (before?.goneAt !== undefined && before.goneAt !== null) return refuse(409, 'ResourceGroupBeingDeleted', 'It is being deleted.');
    if (before !== undefined && before.location !== location) return refuse(409, 'InvalidResourceGroupLocation', 'It is elsewhere.');
    const made = { name: groupOf(path), location, tags, goneAt: null };
    state.groups = [...state.groups.filter((one) => one !== before), made];
    return { status: before === undefined ? 201 : 200, json: showGroup(made) };
  },
  delete_group: (state: ArmState, { path, now }: ArmCall): ArmAnswer => {
    const found = state.groups.find(({ name }) => name === groupOf(path));
    if (found === undefined) return noGroup;
    found.goneAt ??= now + GONE_MS;
    return { status: 202 };
  },
  get_resource: (state: ArmState, { path, query }: ArmCall): ArmAnswer => {
    const found = state.resources.find((one) => one.path === path);
    if (!state.groups.some(({ name }) => name === groupOf(path))) return noGroup;
    return found === undefined ? unknown(path) : { status: 200, json: show(state, found, query.$expand === 'instanceView') };
  },
  patch_virtualMachines: onMachine((machine, { body, now, path }, state) => {
    const { dataDisks } = patchBody.parse(body).properties.storageProfile;
    if (!('storageProfile' in machine.body.properties)) return unknown(path);
    const storageProfile = { ...machine.body.properties.storageProfile, dataDisks };
    const wanted: ArmBody = {
      kind: 'virtualMachines',
      body: { ...machine.body, properties: { ...machine.body.properties, storageProfile } },
    };
    const refusal = badReference(state, wanted, path);
    if (refusal !== null) return refusal;
    Object.assign(machine, { body: wanted.body, state: 'Updating', ends: now + 5000, error: null });
    return { status: 200, json: show(state, machine, false) };
  }),
  start_virtualMachines: onMachine((machine, { now, error }) => {
    if (machine.power === 'running') return { status: 202 };
    Object.assign(machine, { state: 'Updating', power: 'starting', ends: now + 15_000, error });
    return { status: 202 };
  }),
  restart_virtualMachines: onMachine((machine, { now }) => {
    if (machine.power !== 'running') return refuse(409, 'OperationNotAllowed', 'The machine is not running.');
    Object.assign(machine, { state: 'Updating', ends: now + 10_000, error: null });
    return { status: 202 };
  }),
  delete_virtualMachines: (state: ArmState, { path, now }: ArmCall): ArmAnswer => {
    const machine = state.resources.find((one) => one.path === path);
    if (machine === undefined) return { status: 204 };
    if (machine.state !== 'Deleting') Object.assign(machine, { state: 'Deleting', ends: now + 20_000, error: null });
    return { status: 202 };
  },
} as const;
