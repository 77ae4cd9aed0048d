import { clouds, servicePlans } from '@notafter/domain';
import { z } from 'zod';
import { type GcpAnswer, type GcpKind, inUse, notReady, pageOf, refuse, showOperation, taken, unknownPath } from './gcp-answers.ts';
import { begin, type FakeOperation, type GcpState, isBusy, userOf } from './gcp-state.ts';

export interface GcpCall {
  /** Below the project. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly now: number;
  readonly pageSize: number;
  /** How the operation that begins will end. */
  readonly error: 'ZONE_RESOURCE_POOL_EXHAUSTED' | 'QUOTA_EXCEEDED' | null;
}

interface Operation {
  readonly method: string;
  readonly path: RegExp;
  readonly query: readonly string[];
  readonly body: z.ZodType | null;
  readonly permission: string;
  answer(state: GcpState, call: GcpCall): GcpAnswer;
}

const name = z.string().regex(/^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/);
const label = z.string().regex(/^[\p{Ll}\p{N}_-]{0,63}$/u);
const labels = z.record(label, label);
const cidr = z.cidrv4();
const size = z.string().regex(/^\d+$/);
const type = z.enum(servicePlans.map(({ machineTypes }) => machineTypes.gcp ?? ''));
const regions = clouds.gcp.regions.map(({ code }) => code);
const zone = regions.join('|');

const diskBody = z.strictObject({ name, sizeGb: size, type: z.string().regex(/\/diskTypes\/pd-balanced$/), labels });
const addressBody = z.strictObject({
  ...{ name, description: z.string().max(2048), addressType: z.literal('EXTERNAL'), networkTier: z.literal('PREMIUM') },
});
const ports = z.array(z.string().regex(/^\d+$/)).min(1);
const allowed = z.tuple([z.strictObject({ IPProtocol: z.literal('tcp'), ports })]);
const ranges = z.array(cidr).min(1);
const ruleBody = z.strictObject({
  ...{ name, description: z.string().max(2048), network: z.literal('global/networks/default'), direction: z.literal('INGRESS') },
  ...{ targetTags: z.array(name).length(1), priority: z.int().min(0).max(65_534), sourceRanges: ranges },
  ...{ allowed: allowed.optional(), denied: z.tuple([z.strictObject({ IPProtocol: z.literal('all') })]).optional() },
});
const patchBody = z.strictObject({ allowed, sourceRanges: ranges });
const accessConfig = z.strictObject({
  ...{ name: z.string(), type: z.literal('ONE_TO_ONE_NAT'), natIP: z.ipv4(), networkTier: z.literal('PREMIUM') },
});
const dataDisk = z.strictObject({
  ...{ boot: z.literal(false), autoDelete: z.literal(false), mode: z.literal('READ_WRITE') },
  ...{ source: z.string().regex(/^projects\/example-project\/zones\//), deviceName: name },
});
const bootDisk = z.strictObject({
  ...{ boot: z.literal(true), autoDelete: z.literal(true) },
  initializeParams: z.strictObject({
    ...{ sourceImage: z.literal('projects/debian-cloud/global/images/family/debian-12'), diskSizeGb: size, diskType: z.string() },
  }),
});
const instanceBody = z.strictObject({
  ...{ name, labels, machineType: z.string(), tags: z.strictObject({ items: z.array(name) }) },
  disks: z.tuple([bootDisk, dataDisk]),
  networkInterfaces: z.tuple([z.strictObject({ network: z.literal('global/networks/default'), accessConfigs: z.tuple([accessConfig]) })]),
  metadata: z.strictObject({ items: z.array(z.strictObject({ key: z.string().regex(/^[\w-]{1,128}$/), value: z.string().max(262_144) })) }),
});
const typeBody = z.strictObject({ machineType: z.string() });

const sourcePath = (source: string): string => source.replace('projects/example-project/', '');
const typeIn = (machineType: string, path: string) => {
  const [, place, found] = /^(zones\/[^/]+)\/machineTypes\/(.+)$/.exec(machineType) ?? [];
  return place === path.split('/').slice(0, 2).join('/') ? type.safeParse(found).data : undefined;
};
const noType = refuse(400, 'invalid', "Invalid value for field 'resource.machineType'.");
const started = (operation: FakeOperation): GcpAnswer => ({ status: 200, json: showOperation(operation) });
const noQuery = { query: [] };

const insertInstance = (state: GcpState, call: GcpCall): GcpAnswer => {
  const { requestId = '' } = call.query;
  const before = state.operations.find((one) => one.requestId === requestId);
  if (before !== undefined) return started(before);
  const wanted = instanceBody.parse(call.body);
  const path = `${call.path}/${wanted.name}`;
  const [, { source }] = wanted.disks;
  const [{ accessConfigs }] = wanted.networkInterfaces;
  const disk = state.disks.find((one) => one.path === sourcePath(source));
  const found = typeIn(wanted.machineType, path);
  if (found === undefined) return noType;
  if (state.instances.some((one) => one.path === path)) return taken(path);
  if (disk === undefined || disk.path.split('/')[1] !== path.split('/')[1]) return unknownPath(sourcePath(source));
  if (!disk.isReady) return notReady(disk.path);
  if (disk.user !== null) return inUse(disk.path, disk.user);
  const [{ natIP }] = accessConfigs;
  const address = state.addresses.find(({ ip }) => ip === natIP);
  if (address === undefined) return refuse(400, 'invalid', `Specified IP address ${natIP} is not reserved.`);
  const user = userOf(state, address);
  if (user !== null) return inUse(address.path, user);
  const metadata = Object.fromEntries(wanted.metadata.items.map(({ key, value }) => [key, value]));
  state.instances.push({
    ...{ path, name: wanted.name, type: found, labels: wanted.labels, networkTags: wanted.tags.items, metadata },
    ...{ status: 'PROVISIONING', natIp: natIP, created: call.now },
  });
  disk.user = path;
  return started(begin(state, { target: path, type: 'insert', error: call.error, requestId }, call.now));
};

const insertDisk = (state: GcpState, { path: place, body, now, error }: GcpCall): GcpAnswer => {
  const wanted = diskBody.parse(body);
  const path = `${place}/${wanted.name}`;
  if (state.disks.some((one) => one.path === path)) return taken(path);
  state.disks.push({ path, name: wanted.name, sizeGb: Number(wanted.sizeGb), labels: wanted.labels, user: null, isReady: false });
  return started(begin(state, { target: path, type: 'insert', error }, now));
};

const insertAddress = (state: GcpState, { path: place, body, now }: GcpCall): GcpAnswer => {
  const wanted = addressBody.parse(body);
  const path = `${place}/${wanted.name}`;
  if (state.addresses.some((one) => one.path === path)) return taken(path);
  state.addresses.push({ path, name: wanted.name, description: wanted.description, ip: null });
  return started(begin(state, { target: path, type: 'insert' }, now));
};

const insertRule = (state: GcpState, { path: place, body, now }: GcpCall): GcpAnswer => {
  const { name: wanted, description, targetTags, priority, sourceRanges, allowed: opened, denied } = ruleBody.parse(body);
  const path = `${place}/${wanted}`;
  if ((opened === undefined) === (denied === undefined)) return refuse(400, 'invalid', 'A firewall allows or denies.');
  if (state.rules.some((one) => one.path === path)) return taken(path);
  const isDeny = denied !== undefined;
  const opening = opened?.[0].ports ?? [];
  state.rules.push({ path, name: wanted, description, targetTags, priority, isDeny, ports: opening, ranges: sourceRanges });
  return started(begin(state, { target: path, type: 'insert' }, now));
};

/** A change of an instance that needs one of these states. */
const onInstance =
  (statuses: readonly string[], act: (state: GcpState, instance: GcpState['instances'][number], call: GcpCall) => GcpAnswer) =>
  (state: GcpState, call: GcpCall): GcpAnswer => {
    const path = call.path.replace(/\/\w+$/, '');
    const instance = state.instances.find((one) => one.path === path);
    if (instance === undefined) return unknownPath(path);
    if (isBusy(state, path)) return notReady(path);
    if (!statuses.includes(instance.status)) return refuse(400, 'invalid', `Instance is ${instance.status}.`);
    return act(state, instance, call);
  };

const remove =
  (kind: 'instances' | 'disks' | 'addresses' | 'rules') =>
  (state: GcpState, call: GcpCall): GcpAnswer => {
    const { path, now } = call;
    const found = state[kind].find((one) => one.path === path);
    if (found === undefined) return unknownPath(path);
    const disk = state.disks.find((one) => one.path === path);
    const address = state.addresses.find((one) => one.path === path);
    const user = disk?.user ?? (address === undefined ? null : userOf(state, address));
    if (user !== null) return inUse(path, user);
    if (isBusy(state, path)) return notReady(path);
    const instance = state.instances.find((one) => one.path === path);
    if (instance !== undefined) instance.status = 'STOPPING';
    return started(begin(state, { target: path, type: 'delete' }, now));
  };

const list =
  (kind: GcpKind) =>
  (state: GcpState, { query, pageSize }: GcpCall) =>
    pageOf(state, kind, query, pageSize);
const LISTED = { method: 'GET', query: ['filter', 'pageToken'], body: null } as const;
const ZONE = `zones/(?:${zone})-[b-d]`;
const REGION = `regions/(?:${zone})`;
const NAME = '[a-z][-a-z0-9]*';
const at = (pattern: string): RegExp => new RegExp(`^${pattern}$`);

const listOperations = (state: GcpState, { path, query }: GcpCall): GcpAnswer => {
  const place = path.replace(/\/operations$/, '');
  const [, suffix] = /^targetLink eq "\.\*\/([\w/-]+)"$/.exec(query.filter ?? '') ?? [];
  const found = state.operations.filter(({ target }) => target === suffix && target.startsWith(`${place}/`));
  return suffix === undefined
    ? refuse(400, 'invalid', 'Invalid list filter expression.')
    : { status: 200, json: { items: found.map(showOperation) } };
};

/** The requests of the API that we use, with all that each of them may have (the discovery document of compute v1). */
export const gcpOperations = {
  list_instances: { ...LISTED, path: at('aggregated/instances'), permission: 'compute.instances.list', answer: list('instances') },
  list_disks: { ...LISTED, path: at('aggregated/disks'), permission: 'compute.disks.list', answer: list('disks') },
  list_addresses: { ...LISTED, path: at('aggregated/addresses'), permission: 'compute.addresses.list', answer: list('addresses') },
  list_firewalls: { ...LISTED, path: at('global/firewalls'), permission: 'compute.firewalls.list', answer: list('firewalls') },
  list_zone_operations: {
    ...{ ...LISTED, path: at(`${ZONE}/operations`), permission: 'compute.zoneOperations.list', answer: listOperations },
  },
  list_region_operations: {
    ...{ ...LISTED, path: at(`${REGION}/operations`), permission: 'compute.regionOperations.list', answer: listOperations },
  },
  list_global_operations: {
    ...{ ...LISTED, path: at('global/operations'), permission: 'compute.globalOperations.list', answer: listOperations },
  },
  get_region: {
    ...{ method: 'GET', path: at(REGION), ...noQuery, body: null, permission: 'compute.regions.get' },
    answer: (_, { path }) => {
      const code = path.split('/')[1];
      return {
        status: 200,
        json: { name: code, zones: ['d', 'b', 'c'].map((letter) => `https://www.googleapis.com/zones/${code}-${letter}`) },
      };
    },
  },
  insert_disk: {
    ...{ method: 'POST', path: at(`${ZONE}/disks`), ...noQuery, body: diskBody, permission: 'compute.disks.create' },
    answer: insertDisk,
  },
  insert_address: {
    ...{ method: 'POST', path: at(`${REGION}/addresses`), ...noQuery, body: addressBody, permission: 'compute.addresses.create' },
    answer: insertAddress,
  },
  insert_firewall: {
    ...{ method: 'POST', path: at('global/firewalls'), ...noQuery, body: ruleBody, permission: 'compute.firewalls.create' },
    answer: insertRule,
  },
  patch_firewall: {
    ...{ method: 'PATCH', path: at(`global/firewalls/${NAME}`), ...noQuery, body: patchBody, permission: 'compute.firewalls.update' },
    answer: (state, { path, body, now }) => {
      const wanted = patchBody.parse(body);
      if (!state.rules.some((one) => one.path === path)) return unknownPath(path);
      if (isBusy(state, path)) return notReady(path);
      const change = { ports: wanted.allowed[0].ports, ranges: wanted.sourceRanges };
      return started(begin(state, { target: path, type: 'patch', change }, now));
    },
  },
  insert_instance: {
    ...{ method: 'POST', path: at(`${ZONE}/instances`), query: ['requestId'], body: instanceBody },
    ...{ permission: 'compute.instances.create', answer: insertInstance },
  },
  start_instance: {
    ...{ method: 'POST', path: at(`${ZONE}/instances/${NAME}/start`), ...noQuery, body: null, permission: 'compute.instances.start' },
    answer: onInstance(['TERMINATED'], (state, instance, { now, error }) => {
      instance.status = 'PROVISIONING';
      return started(begin(state, { target: instance.path, type: 'start', error }, now));
    }),
  },
  stop_instance: {
    ...{ method: 'POST', path: at(`${ZONE}/instances/${NAME}/stop`), ...noQuery, body: null, permission: 'compute.instances.stop' },
    answer: onInstance(['RUNNING'], (state, instance, { now }) => {
      instance.status = 'STOPPING';
      return started(begin(state, { target: instance.path, type: 'stop' }, now));
    }),
  },
  reset_instance: {
    ...{ method: 'POST', path: at(`${ZONE}/instances/${NAME}/reset`), ...noQuery, body: null, permission: 'compute.instances.reset' },
    answer: onInstance(['RUNNING'], (state, { path }, { now }) => started(begin(state, { target: path, type: 'reset' }, now))),
  },
  set_machine_type: {
    ...{ method: 'POST', path: at(`${ZONE}/instances/${NAME}/setMachineType`), ...noQuery, body: typeBody },
    permission: 'compute.instances.setMachineType',
    answer: onInstance(['TERMINATED'], (state, { path }, { body, now }) => {
      const found = typeIn(typeBody.parse(body).machineType, path);
      return found === undefined ? noType : started(begin(state, { target: path, type: 'setMachineType', change: { type: found } }, now));
    }),
  },
  attach_disk: {
    ...{ method: 'POST', path: at(`${ZONE}/instances/${NAME}/attachDisk`), ...noQuery, body: dataDisk },
    permission: 'compute.instances.attachDisk',
    answer: onInstance(['RUNNING', 'TERMINATED'], (state, { path }, { body, now }) => {
      const disk = state.disks.find((one) => one.path === sourcePath(dataDisk.parse(body).source));
      if (disk === undefined) return unknownPath(path);
      if (disk.user !== null) return inUse(disk.path, disk.user);
      disk.user = path;
      return started(begin(state, { target: path, type: 'attachDisk' }, now));
    }),
  },
  add_access_config: {
    ...{ method: 'POST', path: at(`${ZONE}/instances/${NAME}/addAccessConfig`), query: ['networkInterface'], body: accessConfig },
    permission: 'compute.instances.addAccessConfig',
    answer: onInstance(['RUNNING', 'TERMINATED'], (state, instance, { body, now }) => {
      if (instance.natIp !== null) return refuse(400, 'invalid', 'At most one access config currently supported.');
      instance.natIp = accessConfig.parse(body).natIP;
      return started(begin(state, { target: instance.path, type: 'addAccessConfig' }, now));
    }),
  },
  resize_disk: {
    ...{ method: 'POST', path: at(`${ZONE}/disks/${NAME}/resize`), ...noQuery, body: z.strictObject({ sizeGb: size }) },
    permission: 'compute.disks.resize',
    answer: (state, { path: whole, body, now }) => {
      const path = whole.replace(/\/resize$/, '');
      const sizeGb = Number(z.strictObject({ sizeGb: size }).parse(body).sizeGb);
      const disk = state.disks.find((one) => one.path === path);
      if (disk === undefined) return unknownPath(path);
      if (isBusy(state, path)) return notReady(path);
      if (sizeGb <= disk.sizeGb) return refuse(400, 'invalid', 'New disk size must be larger than the current one.');
      return started(begin(state, { target: path, type: 'resizeDisk', change: { sizeGb } }, now));
    },
  },
  delete_instance: {
    ...{ method: 'DELETE', path: at(`${ZONE}/instances/${NAME}`), ...noQuery, body: null, permission: 'compute.instances.delete' },
    answer: remove('instances'),
  },
  delete_disk: {
    ...{ method: 'DELETE', path: at(`${ZONE}/disks/${NAME}`), ...noQuery, body: null, permission: 'compute.disks.delete' },
    answer: remove('disks'),
  },
  delete_address: {
    ...{ method: 'DELETE', path: at(`${REGION}/addresses/${NAME}`), ...noQuery, body: null, permission: 'compute.addresses.delete' },
    answer: remove('addresses'),
  },
  delete_firewall: {
    ...{ method: 'DELETE', path: at(`global/firewalls/${NAME}`), ...noQuery, body: null, permission: 'compute.firewalls.delete' },
    answer: remove('rules'),
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type GcpOperationName = keyof typeof gcpOperations;
const isName = (text: string): text is GcpOperationName => text in gcpOperations;

export const findGcpOperation = (method: string, path: string): GcpOperationName | null =>
  Object.keys(gcpOperations)
    .filter(isName)
    .find((one) => gcpOperations[one].method === method && gcpOperations[one].path.test(path)) ?? null;
