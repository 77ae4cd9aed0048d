import { z } from 'zod';
import type { AzureAccount } from '../../../clouds/azure/azure-client.ts';
import type { CloudFake } from '../cloud-fake.ts';
import { createCaller, FaultScript, never, type StruckBy } from '../cloud-faults.ts';
import { type FakeHandler, type FakeReply, type FakeRequest, fetchFrom, listenWith } from '../fake-transport.ts';
import { LaggingReads } from '../lagging-reads.ts';
import { type ArmKind, armBodies, armKinds, groupBody, patchBody } from './arm-bodies.ts';
import { type ArmAnswer, armOperations, parseResource, putResource, refuse } from './arm-operations.ts';
import { type ArmState, armTruth, emptyArm, lower, passArmTime, SUBSCRIPTION } from './arm-state.ts';

const TENANT = 'a7c1c4a5-6f0e-4a0e-8d3c-6b1d2f3e4a5b';
export const azureCredentials = {
  tenantId: TENANT,
  clientId: 'c0ffee00-1111-4222-8333-444455556666',
  clientSecret: 'example~secret',
  subscriptionId: SUBSCRIPTION,
};
const tokenForm = z.strictObject({
  grant_type: z.literal('client_credentials'),
  client_id: z.literal(azureCredentials.clientId),
  client_secret: z.literal(azureCredentials.clientSecret),
  scope: z.literal('https://management.azure.com/.default'),
});
const RESOURCE_GROUPS = 'Microsoft.Resources/subscriptions/resourceGroups';
const GROUPS_VERSION = '2021-04-01';

interface IdentifiedCall {
  readonly label: string;
  readonly action: string | null;
  readonly failsLater: boolean;
  answer(state: ArmState, error: string | null): ArmAnswer;
}

export interface ArmFake extends CloudFake<ArmState, AzureAccount> {
  pageSize: number;
}

const parseBody = (body: string): unknown => (body === '' ? null : JSON.parse(body));
const isRead = (label: string): boolean => /^(?:get|list)_/.test(label);
const GROUP = '/resourcegroups/[a-z0-9._()-]{1,90}';

interface Route {
  readonly label: string;
  readonly method: string;
  readonly path: RegExp;
  readonly version: string;
  readonly query: readonly string[];
  readonly action: string;
  /** Null: no body. */
  readonly accepts: ((body: unknown) => boolean) | null;
  readonly kind?: ArmKind;
}

const isGroup = (body: unknown): boolean => groupBody.safeParse(body).success;
const at = (pattern: string): RegExp => new RegExp(`^${pattern}$`);
const group = { path: at(GROUP), version: GROUPS_VERSION, query: [] };

const routesOf = (kind: ArmKind): readonly Route[] => {
  const { provider, version } = armBodies[kind];
  const path = at(`${GROUP}/providers/${provider}/${lower(kind)}/[a-z0-9._-]{1,80}`);
  const name = `${provider === 'microsoft.compute' ? 'Microsoft.Compute' : 'Microsoft.Network'}/${kind}`;
  const base = { path, version, kind };
  const query = kind === 'virtualMachines' ? ['$expand'] : [];
  return [
    { ...base, label: `get_${kind}`, method: 'GET', query, action: `${name}/read`, accepts: null },
    {
      ...base,
      label: `put_${kind}`,
      method: 'PUT',
      query: [],
      action: `${name}/write`,
      accepts: (body) => parseResource(kind, body) !== null,
    },
  ];
};

const VM = `${GROUP}/providers/microsoft.compute/virtualmachines/[a-z0-9._-]{1,80}`;
const vm = { version: armBodies.virtualMachines.version, query: [], accepts: null };
const routes: readonly Route[] = [
  { ...group, label: 'get_group', method: 'GET', action: `${RESOURCE_GROUPS}/read`, accepts: null },
  { ...group, label: 'put_group', method: 'PUT', action: `${RESOURCE_GROUPS}/write`, accepts: isGroup },
  { ...group, label: 'delete_group', method: 'DELETE', action: `${RESOURCE_GROUPS}/delete`, accepts: null },
  {
    ...{ label: 'list_groups', method: 'GET', path: at('/resourcegroups'), version: GROUPS_VERSION, query: ['$filter', '$skiptoken'] },
    ...{ action: `${RESOURCE_GROUPS}/read`, accepts: null },
  },
  ...armKinds.flatMap(routesOf),
  {
    ...{ ...vm, label: 'patch_virtualMachines', method: 'PATCH', path: at(VM), action: 'Microsoft.Compute/virtualMachines/write' },
    accepts: (body) => patchBody.safeParse(body).success,
  },
  {
    ...vm,
    label: 'start_virtualMachines',
    method: 'POST',
    path: at(`${VM}/start`),
    action: 'Microsoft.Compute/virtualMachines/start/action',
  },
  {
    ...{ ...vm, label: 'restart_virtualMachines', method: 'POST', path: at(`${VM}/restart`) },
    action: 'Microsoft.Compute/virtualMachines/restart/action',
  },
  { ...vm, label: 'delete_virtualMachines', method: 'DELETE', path: at(VM), action: 'Microsoft.Compute/virtualMachines/delete' },
];

const isOperation = (label: string): label is keyof typeof armOperations => label in armOperations;

/** Azure Resource Manager with a clock that stands still until it is moved. Refuses tokens that it did not give, and all that we don't name. */
export const createArmFake = (): ArmFake => {
  const script = new FaultScript();
  const reads = new LaggingReads(emptyArm());
  const tokens = new Map<string, number>();

  const giveToken = (body: string): ArmAnswer => {
    const isRight = !fake.isRevoked && tokenForm.safeParse(Object.fromEntries(new URLSearchParams(body))).success;
    if (!isRight) return { status: 401, json: { error: 'invalid_client', error_codes: [7_000_215], error_description: 'Invalid secret.' } };
    const token = `eyJ.${tokens.size + 1}`;
    tokens.set(token, fake.now + 3_599_000);
    return { status: 200, json: { token_type: 'Bearer', expires_in: 3599, access_token: token } };
  };

  const undocumented = (label: string): ArmAnswer => {
    fake.undocumented.push(label);
    return refuse(400, 'InvalidRequestContent', 'Unknown path, parameter or field.');
  };

  const permissions = (): ArmAnswer => {
    const all = ['Microsoft.Compute/*', 'microsoft.network/*', 'Microsoft.Resources/subscriptions/resourceGroups/*'];
    const reader = { actions: ['*/register/action'], notActions: [] };
    return { status: 200, json: { value: [reader, { actions: all, notActions: [...fake.denied], dataActions: [] }] } };
  };

  const identify = ({ method, url, headers, body }: FakeRequest): IdentifiedCall | ArmAnswer => {
    const [whole = '', search = ''] = url.split('?');
    if (method === 'POST' && whole === `/${TENANT}/oauth2/v2.0/token`)
      return { label: 'get_token', action: null, failsLater: false, answer: () => giveToken(body) };
    const prefix = `/subscriptions/${SUBSCRIPTION}`;
    if (!lower(whole).startsWith(prefix)) return refuse(404, 'SubscriptionNotFound', 'The subscription could not be found.');
    const path = lower(whole).slice(prefix.length);
    const query = new URLSearchParams(search);
    if (method === 'GET' && path === '/providers/microsoft.authorization/permissions' && query.get('api-version') === '2022-04-01')
      return { label: 'list_permissions', action: null, failsLater: false, answer: permissions };
    const route = routes.find((one) => one.method === method && one.path.test(path));
    if (route === undefined) return undocumented(`${method} ${url}`);
    const unknown = [...query.keys()].filter((name) => name !== 'api-version' && !route.query.includes(name));
    const parsed = parseBody(body);
    const isBad = route.accepts === null ? parsed !== null : headers['content-type'] !== 'application/json' || !route.accepts(parsed);
    if (unknown.length > 0 || isBad || query.get('api-version') !== route.version)
      return undocumented(`${route.label}: ${query} ${isBad ? body : ''}`);
    return callOf(route, path, Object.fromEntries(query), parsed);
  };

  const callOf = (
    { label, action, kind }: Route,
    path: string,
    query: Readonly<Record<string, string>>,
    body: unknown,
  ): IdentifiedCall => ({
    ...{ label, action, failsLater: ['put_virtualMachines', 'start_virtualMachines'].includes(label) },
    answer: (state, error) => {
      const call = { path, query, body, now: fake.now, pageSize: fake.pageSize, error };
      if (isOperation(label)) return armOperations[label](state, call);
      const wanted = kind === undefined || isRead(label) ? null : parseResource(kind, body);
      return wanted === null ? armOperations.get_resource(state, call) : putResource(state, wanted, call);
    },
  });

  const refusedAtOnce = ({ label }: IdentifiedCall, fault: StruckBy): ArmAnswer | null => {
    if (fault === 'throttled') return refuse(429, 'TooManyRequests', 'The request is being throttled.');
    if (fault === 'server_error') return refuse(500, 'InternalServerError', 'Encountered internal server error.');
    if (fault === 'quota')
      return refuse(409, 'QuotaExceeded', 'Operation could not be completed as it results in exceeding approved quota.');
    if (fault === 'invalid') return refuse(400, 'InvalidParameter', 'The value of parameter name is invalid.');
    if (fault === 'not_found') return refuse(404, 'NotFound', `${label} was not found.`);
    if (fault === 'conflict') return refuse(409, 'Conflict', 'The resource is in use.');
    return null;
  };

  const hasToken = ({ headers }: FakeRequest): boolean => {
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    return !fake.isRevoked && (tokens.get(token) ?? 0) > fake.now;
  };

  /** Null: the connection ends without an answer. */
  const answer = (call: IdentifiedCall, request: FakeRequest, fault: StruckBy): ArmAnswer | null => {
    if (fault === 'auth_revoked') fake.isRevoked = true;
    if (call.label !== 'get_token' && !hasToken(request)) return refuse(401, 'InvalidAuthenticationToken', 'The access token is invalid.');
    if (call.action !== null && (fault === 'forbidden' || fake.denied.has(call.action)))
      return refuse(
        403,
        'AuthorizationFailed',
        `The client does not have authorization to perform action '${call.action}' over scope '/'.`,
      );
    const refused = refusedAtOnce(call, fault);
    if (refused !== null) return refused;
    if (fault === 'cut_before_commit') return null;
    passArmTime(fake.state, fake.now);
    if (!isRead(call.label)) reads.remember(fake.state, fake.now);
    if (fault === 'stale_read') reads.lag();
    const seen = isRead(call.label) ? reads.seen(fake.state, fake.now) : fake.state;
    const error = fault === 'capacity' && call.failsLater ? 'AllocationFailed' : null;
    let given = call.answer(seen, error);
    if (fault === 'duplicate') given = call.answer(seen, error);
    fake.mostAtOnce = Math.max(fake.mostAtOnce, fake.state.resources.filter(({ kind }) => kind === 'virtualMachines').length);
    return fault === 'cut_after_commit' ? null : given;
  };

  const sent = ({ status, json }: ArmAnswer): FakeReply => ({
    status,
    headers: {
      'content-type': 'application/json',
      ...(status === 429 ? { 'retry-after': '7' } : {}),
      ...(status === 201 || status === 202 ? { 'azure-asyncoperation': 'https://management.azure.com/operations/1' } : {}),
    },
    body: json === undefined ? '' : JSON.stringify(json),
  });

  const handle: FakeHandler = async (request, caller) => {
    if (caller.isDead) return never();
    const call = identify(request);
    if ('status' in call) return sent(call);
    const given = await script.carry(call.label, caller, (fault) => answer(call, request, fault));
    return given === null ? null : sent(given);
  };

  const fake: ArmFake = {
    now: Date.parse('2026-11-26T12:00:00Z'),
    state: emptyArm(),
    isRevoked: false,
    denied: new Set(),
    pageSize: 1000,
    calls: script.calls,
    undocumented: [],
    faults: script.faults,
    mostAtOnce: 0,
    holdings: () => [
      ...fake.state.groups.map(({ name, goneAt }) => `group ${name}${goneAt === null ? '' : ', which is being deleted'}`),
      ...fake.state.resources.map(({ path, state }) => `${state} ${path.split('/').slice(-2).join('/')}`),
    ],
    truth: () => {
      passArmTime(fake.state, fake.now);
      return armTruth(fake.state);
    },
    account: (changes = {}, caller = createCaller()) => ({
      ...{ credentials: azureCredentials, endpoint: null, authorityHost: null },
      ...{ now: () => fake.now, fetch: fetchFrom(handle, caller) },
      ...changes,
    }),
    listen: (onCall) => listenWith(handle, onCall),
  };
  return fake;
};
