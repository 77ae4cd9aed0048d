import { z } from 'zod';
import type { GcpAccount } from '../../../clouds/gcp/gcp-key.ts';
import type { CloudFake } from '../cloud-fake.ts';
import { createCaller, FaultScript, never, type StruckBy } from '../cloud-faults.ts';
import { type FakeHandler, type FakeReply, type FakeRequest, fetchFrom, listenWith } from '../fake-transport.ts';
import { LaggingReads } from '../lagging-reads.ts';
import { type GcpAnswer, refuse, unknownPath } from './gcp-answers.ts';
import { findGcpOperation, type GcpOperationName, gcpOperations } from './gcp-operations.ts';
import { emptyGcp, type GcpState, gcpTruth, passGcpTime } from './gcp-state.ts';
import { acceptedUntil, TOKEN_URL, testKey } from './gcp-token.ts';

const PREFIX = '/compute/v1/projects/example-project/';
const TEST_PERMISSIONS = '/v1/projects/example-project:testIamPermissions';
const permissionsBody = z.strictObject({ permissions: z.array(z.string().regex(/^[a-z]+\.\w+\.\w+$/)).max(100) });

interface IdentifiedCall {
  readonly label: string;
  readonly isMutation: boolean;
  readonly permission: string | null;
  /** Faults end a long operation later. */
  readonly failsLater: boolean;
  answer(state: GcpState, error: 'ZONE_RESOURCE_POOL_EXHAUSTED' | 'QUOTA_EXCEEDED' | null): GcpAnswer;
}

export interface GcpFake extends CloudFake<GcpState, GcpAccount> {
  pageSize: number;
}

const isRead = (label: string): boolean => /^(?:list|get|test)_/.test(label);
const parseBody = (body: string): unknown => (body === '' ? null : JSON.parse(body));

/** Compute Engine's API with a clock that stands still until it is moved. Refuses tokens that it did not give, and all that the API does not document. */
export const createGcpFake = (): GcpFake => {
  const script = new FaultScript();
  const reads = new LaggingReads(emptyGcp());
  const tokens = new Map<string, number>();
  const audiences = [TOKEN_URL];

  const giveToken = (body: string): GcpAnswer => {
    const until = fake.isRevoked ? null : acceptedUntil(body, audiences, fake.now);
    if (until === null) return { status: 400, json: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } };
    const token = `ya29.${tokens.size + 1}`;
    tokens.set(token, until);
    return { status: 200, json: { access_token: token, expires_in: 3600, token_type: 'Bearer' } };
  };

  const undocumented = (label: string, status: number): GcpAnswer => {
    fake.undocumented.push(label);
    return refuse(status, status === 404 ? 'notFound' : 'invalid', 'Unknown path, parameter or field.');
  };

  const testPermissions = (body: string): IdentifiedCall | GcpAnswer => {
    const asked = permissionsBody.safeParse(parseBody(body));
    if (!asked.success) return undocumented(`test_permissions: ${body}`, 400);
    const answer = () => ({ status: 200, json: { permissions: asked.data.permissions.filter((one) => !fake.denied.has(one)) } });
    return { label: 'test_permissions', isMutation: false, permission: null, failsLater: false, answer };
  };

  const computeCall = (label: GcpOperationName, path: string, query: URLSearchParams, sent: FakeRequest): IdentifiedCall | GcpAnswer => {
    const known = gcpOperations[label];
    const unknown = [...query.keys()].filter((one) => !known.query.some((name) => name === one));
    const body = parseBody(sent.body);
    const isBadBody =
      known.body === null ? body !== null : sent.headers['content-type'] !== 'application/json' || !known.body.safeParse(body).success;
    if (unknown.length > 0 || isBadBody) return undocumented(`${label}: ${unknown.join(', ')} ${isBadBody ? sent.body : ''}`, 400);
    return {
      ...{ label, isMutation: !isRead(label), permission: known.permission },
      failsLater: ['insert_instance', 'insert_disk', 'start_instance'].includes(label),
      answer: (state, error) =>
        known.answer(state, { path, query: Object.fromEntries(query), body, now: fake.now, pageSize: fake.pageSize, error }),
    };
  };

  const identify = (request: FakeRequest): IdentifiedCall | GcpAnswer => {
    const { method, url, body, headers } = request;
    const [path = '', search = ''] = url.split('?');
    if (method === 'POST' && path === '/token' && headers['content-type'] === 'application/x-www-form-urlencoded') {
      return { label: 'get_token', isMutation: false, permission: null, failsLater: false, answer: () => giveToken(body) };
    }
    if (method === 'POST' && path === TEST_PERMISSIONS) return testPermissions(body);
    const below = path.startsWith(PREFIX) ? path.slice(PREFIX.length) : null;
    const found = below === null ? null : findGcpOperation(method, below);
    if (below === null || found === null) return undocumented(`${method} ${url}`, 404);
    return computeCall(found, below, new URLSearchParams(search), request);
  };

  const refusedAtOnce = ({ label, failsLater }: IdentifiedCall, fault: StruckBy): GcpAnswer | null => {
    if (fault === 'throttled' && label === 'get_token') return { status: 429, json: { error: 'rate_limit_exceeded' } };
    if (fault === 'throttled') return refuse(403, 'rateLimitExceeded', 'Quota exceeded for quota metric Queries.');
    if (fault === 'server_error') return refuse(503, 'backendError', 'Internal error.');
    if (fault === 'quota' && !failsLater) return refuse(403, 'quotaExceeded', "Quota 'CPUS' exceeded. Limit: 24.0 in region europe-west3.");
    if (fault === 'invalid') return refuse(400, 'invalid', "Invalid value for field 'resource.name'.");
    if (fault === 'not_found') return unknownPath(label);
    if (fault === 'conflict') return refuse(409, 'alreadyExists', 'The resource already exists.');
    return null;
  };

  const hasToken = ({ headers }: FakeRequest): boolean => {
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    return !fake.isRevoked && (tokens.get(token) ?? 0) > fake.now;
  };

  /** Null: the connection ends without an answer. */
  const answer = (call: IdentifiedCall, request: FakeRequest, fault: StruckBy): GcpAnswer | null => {
    if (fault === 'auth_revoked') fake.isRevoked = true;
    if (call.label !== 'get_token' && !hasToken(request))
      return refuse(401, 'authError', 'Request had invalid authentication credentials.');
    if (call.permission !== null && (fault === 'forbidden' || fake.denied.has(call.permission)))
      return refuse(403, 'forbidden', `Required '${call.permission}' permission for 'projects/example-project'`);
    const refused = refusedAtOnce(call, fault);
    if (refused !== null) return refused;
    if (fault === 'cut_before_commit') return null;
    passGcpTime(fake.state, fake.now);
    if (call.isMutation) reads.remember(fake.state, fake.now);
    if (fault === 'stale_read') reads.lag();
    const seen = call.isMutation ? fake.state : reads.seen(fake.state, fake.now);
    const error = fault === 'capacity' && call.failsLater ? 'ZONE_RESOURCE_POOL_EXHAUSTED' : fault === 'quota' ? 'QUOTA_EXCEEDED' : null;
    let given = call.answer(seen, error);
    if (fault === 'duplicate') given = call.answer(seen, error);
    countMachines();
    return fault === 'cut_after_commit' ? null : given;
  };

  const countMachines = (): void => {
    const names = fake.state.instances.map(({ name }) => name);
    for (const name of names) fake.mostAtOnce = Math.max(fake.mostAtOnce, names.filter((one) => one === name).length);
  };

  const sent = ({ status, json }: GcpAnswer): FakeReply => ({
    ...{ status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) },
  });

  const handle: FakeHandler = async (request, caller) => {
    if (caller.isDead) return never();
    const call = identify(request);
    if ('status' in call) return sent(call);
    const given = await script.carry(call.label, caller, (fault) => answer(call, request, fault));
    return given === null ? null : sent(given);
  };

  const fake: GcpFake = {
    now: Date.parse('2026-11-26T12:00:00Z'),
    state: emptyGcp(),
    isRevoked: false,
    denied: new Set(),
    pageSize: 500,
    calls: script.calls,
    undocumented: [],
    faults: script.faults,
    mostAtOnce: 0,
    holdings: () => [
      ...fake.state.instances.map(({ path, type, status }) => `${status} ${path} of ${type}`),
      ...fake.state.disks.map(({ path, user }) => `${path} of ${user}`),
      ...[...fake.state.addresses, ...fake.state.rules].map(({ path }) => path),
    ],
    truth: () => {
      passGcpTime(fake.state, fake.now);
      return gcpTruth(fake.state);
    },
    account: (changes = {}, caller = createCaller()) => ({
      ...{ credentials: { key: JSON.stringify(testKey) }, endpoint: null, tokenUrl: TOKEN_URL },
      ...{ now: () => fake.now, fetch: fetchFrom(handle, caller) },
      ...changes,
    }),
    listen: async (onCall) => {
      const listener = await listenWith(handle, onCall);
      audiences.push(`${listener.endpoint}/token`);
      return listener;
    },
  };
  return fake;
};
