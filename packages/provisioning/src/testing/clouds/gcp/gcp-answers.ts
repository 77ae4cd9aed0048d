import { type FakeOperation, type GcpState, userOf } from './gcp-state.ts';

export interface GcpAnswer {
  readonly status: number;
  readonly json: unknown;
}

const HOST = 'https://www.googleapis.com/compute/v1';
const PROJECT = 'projects/example-project';
export const linkOf = (path: string): string => `${HOST}/${PROJECT}/${path}`;
const iso = (instant: number): string => new Date(instant).toISOString();

export const refuse = (status: number, reason: string, message: string): GcpAnswer => ({
  ...{ status, json: { error: { code: status, message, errors: [{ message, domain: 'global', reason }] } } },
});
export const unknownPath = (path: string): GcpAnswer => refuse(404, 'notFound', `The resource '${PROJECT}/${path}' was not found`);
export const notReady = (path: string): GcpAnswer => refuse(400, 'resourceNotReady', `The resource '${PROJECT}/${path}' is not ready`);
export const taken = (path: string): GcpAnswer => refuse(409, 'alreadyExists', `The resource '${PROJECT}/${path}' already exists`);
export const inUse = (path: string, user: string): GcpAnswer =>
  refuse(400, 'resourceInUseByAnotherResource', `The resource '${PROJECT}/${path}' is already being used by '${PROJECT}/${user}'`);

const messages: Readonly<Record<string, string>> = {
  ZONE_RESOURCE_POOL_EXHAUSTED: 'The zone does not have enough resources available to fulfill the request.',
  QUOTA_EXCEEDED: "Quota 'CPUS' exceeded. Limit: 24.0 in region europe-west3.",
};

export const showOperation = ({ name, target, type, inserted, ends, isDone, error }: FakeOperation) => ({
  ...{ kind: 'compute#operation', name, targetLink: linkOf(target), operationType: type, insertTime: iso(inserted) },
  ...{ status: isDone ? 'DONE' : 'RUNNING', ...(isDone ? { endTime: iso(ends) } : {}) },
  ...(isDone && error !== null
    ? { error: { errors: [{ code: error, message: messages[error] }] }, httpErrorStatusCode: error === 'QUOTA_EXCEEDED' ? 403 : 503 }
    : {}),
});

const byScope = (items: readonly { readonly path: string; readonly shown: unknown }[], kind: string) => {
  const scopes = new Map<string, unknown[]>();
  for (const { path, shown } of items) {
    const scope = path.split('/').slice(0, 2).join('/');
    scopes.set(scope, [...(scopes.get(scope) ?? []), shown]);
  }
  const empty = { 'zones/us-west1-a': { warning: { code: 'NO_RESULTS_ON_PAGE', message: 'Nothing was found.' } } };
  return { ...empty, ...Object.fromEntries([...scopes].map(([scope, found]) => [scope, { [kind]: found }])) };
};

/** Lists that a filter can be asked about: the fields that filters name, and each resource as it is shown. */
const rowsOf = (state: GcpState) => ({
  instances: state.instances.map((one) => ({
    ...{ path: one.path, name: one.name, labels: one.labels },
    shown: {
      ...{ name: one.name, selfLink: linkOf(one.path), status: one.status, labels: one.labels, creationTimestamp: iso(one.created) },
      machineType: linkOf(`${one.path.split('/').slice(0, 2).join('/')}/machineTypes/${one.type}`),
      networkInterfaces: [{ name: 'nic0', accessConfigs: one.natIp === null ? [] : [{ natIP: one.natIp }] }],
    },
  })),
  disks: state.disks.map((one) => ({
    ...{ path: one.path, name: one.name, labels: one.labels },
    shown: {
      ...{ name: one.name, selfLink: linkOf(one.path), sizeGb: String(one.sizeGb), labels: one.labels },
      ...{ status: one.isReady ? 'READY' : 'CREATING', ...(one.user === null ? {} : { users: [linkOf(one.user)] }) },
    },
  })),
  addresses: state.addresses.map((one) => {
    const user = userOf(state, one);
    return {
      ...{ path: one.path, name: one.name, labels: {} },
      shown: {
        ...{ name: one.name, selfLink: linkOf(one.path), description: one.description },
        ...(one.ip === null ? { status: 'RESERVING' } : { address: one.ip, status: user === null ? 'RESERVED' : 'IN_USE' }),
        ...(user === null ? {} : { users: [linkOf(user)] }),
      },
    };
  }),
  firewalls: state.rules.map((one) => ({
    ...{ path: one.path, name: one.name, labels: {} },
    shown: {
      ...{ name: one.name, selfLink: linkOf(one.path), description: one.description, sourceRanges: one.ranges, priority: one.priority },
      ...(one.isDeny ? { denied: [{ IPProtocol: 'all' }] } : { allowed: [{ IPProtocol: 'tcp', ports: one.ports }] }),
    },
  })),
});
export type GcpKind = keyof ReturnType<typeof rowsOf>;

interface FilteredRow {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** The filters that we use, of the forms that the reference has; null for any other. */
const parseFilter = (filter: string): ((row: FilteredRow) => boolean) | null => {
  const names = filter.split(' OR ').map((one) => /^\(name = "([a-z0-9-]+)"\)$/.exec(one)?.[1]);
  if (names.every((name) => name !== undefined)) return ({ name }) => names.includes(name);
  const [, label = '', value] = /^labels\.(\w+) = "([\w-]+)"$/.exec(filter) ?? [];
  if (value !== undefined) return ({ labels }) => labels[label] === value;
  const [, pattern] = /^name eq "([a-z0-9.*-]+)"$/.exec(filter) ?? [];
  if (pattern !== undefined) return ({ name }) => new RegExp(`^${pattern}$`).test(name);
  return null;
};

/** One page of the resources of a kind. */
export const pageOf = (state: GcpState, kind: GcpKind, query: Readonly<Record<string, string>>, pageSize: number): GcpAnswer => {
  const matches = parseFilter(query.filter ?? '');
  if (matches === null) return refuse(400, 'invalid', 'Invalid list filter expression.');
  const found = rowsOf(state)[kind].filter(matches);
  const from = Number(query.pageToken ?? 0);
  const page = found.slice(from, from + pageSize);
  const next = found.length > from + pageSize ? { nextPageToken: String(from + pageSize) } : {};
  return { status: 200, json: { items: kind === 'firewalls' ? page.map(({ shown }) => shown) : byScope(page, kind), ...next } };
};
