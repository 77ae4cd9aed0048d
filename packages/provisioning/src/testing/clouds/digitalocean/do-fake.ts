import type { DigitalOceanAccount } from '../../../clouds/digitalocean/do-client.ts';
import type { CloudFake } from '../cloud-fake.ts';
import { createCaller, FaultScript, never, type StruckBy } from '../cloud-faults.ts';
import { type FakeHandler, type FakeReply, type FakeRequest, fetchFrom, listenWith } from '../fake-transport.ts';
import { LaggingReads } from '../lagging-reads.ts';
import { type DoAnswer, type DoOperation, doOperations, findOperation, holdingsOf } from './do-operations.ts';
import { emptyState, type FakeState, passTime } from './do-state.ts';

const TOKEN = 'dop_v1_example';
const RATE_LIMIT_MS = 7000;

interface IdentifiedCall {
  readonly operation: DoOperation;
  readonly label: string;
  readonly id: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}
export interface DigitalOceanFake extends CloudFake<FakeState, DigitalOceanAccount> {
  /** Systems of machines don't listen. */
  ignoresShutdown: boolean;
}

const refusal = (status: number, id: string, message: string): DoAnswer => ({ status, json: { id, message } });
const serverError = refusal(500, 'server_error', 'Unexpected server-side error');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const parseBody = (body: string): unknown => (body === '' ? null : JSON.parse(body));

/** DigitalOcean's API with a clock that stands still until it is moved. Refuses all that the API does not document. */
export const createDigitalOceanFake = (): DigitalOceanFake => {
  const script = new FaultScript();
  const reads = new LaggingReads(emptyState());

  const paged = ({ status, json, list }: DoAnswer, query: URLSearchParams, path: string): DoAnswer => {
    if (list === undefined || !Array.isArray(json)) return { status, json };
    const size = Number(query.get('per_page') ?? 20);
    const page = Number(query.get('page') ?? 1);
    const next = json.length > page * size ? { next: `https://api.digitalocean.com${path}?page=${page + 1}&per_page=${size}` } : {};
    const items: unknown[] = json.slice((page - 1) * size, page * size);
    return { status, json: { [list]: items, links: { pages: next }, meta: { total: json.length } } };
  };

  /** The documented call that a request is; otherwise a refusal. */
  const identify = ({ method, url, headers, body }: FakeRequest): IdentifiedCall | DoAnswer => {
    const [path = '', search = ''] = url.split('?');
    const query = new URLSearchParams(search);
    const found = findOperation(method, path);
    if (found === null) {
      fake.undocumented.push(`${method} ${url}`);
      return refusal(404, 'not_found', 'The resource you were accessing could not be found.');
    }
    const known = doOperations[found.operation];
    const parsed = parseBody(body);
    const type = isRecord(parsed) && typeof parsed.type === 'string' ? ` ${parsed.type}` : '';
    const label = `${found.operation}${type}`;
    if (known.body !== null && body === '{}') return { ...found, label: `${label} without anything`, path, query, body: null };
    const unknown = [...query.keys()].filter((name) => !known.query.some((one) => one === name));
    const badBody =
      known.body === null ? body !== '' : headers['content-type'] !== 'application/json' || !known.body.safeParse(parsed).success;
    if (unknown.length > 0 || badBody) {
      fake.undocumented.push(`${label}: ${unknown.join(', ')} ${badBody ? body : ''}`);
      return refusal(422, 'unprocessable_entity', 'Unknown parameters.');
    }
    return { ...found, label, path, query, body: parsed };
  };

  /** Null: the connection ends without an answer. */
  const answer = ({ operation, id, path, query, body }: IdentifiedCall, authorization: string | undefined, fault: StruckBy) => {
    if (fault === 'auth_revoked') fake.isRevoked = true;
    if (fake.isRevoked || authorization !== `Bearer ${TOKEN}`) return refusal(401, 'unauthorized', 'Unable to authenticate you');
    const known = doOperations[operation];
    if (fault === 'forbidden' || fake.denied.has(known.scope))
      return refusal(403, 'forbidden', `You are missing the required permission ${known.scope}.`);
    if (known.body !== null && body === null) return refusal(422, 'unprocessable_entity', 'Parameters are missing.');
    if (fault === 'throttled') return refusal(429, 'too_many_requests', 'API Rate limit exceeded.');
    if (fault === 'server_error') return serverError;
    if (fault === 'quota') return refusal(422, 'unprocessable_entity', 'creating this will exceed your droplet limit.');
    if (fault === 'invalid') return refusal(422, 'unprocessable_entity', 'Name is not valid.');
    if (fault === 'not_found') return refusal(404, 'not_found', 'The resource you were accessing could not be found.');
    if (fault === 'conflict') return refusal(409, 'conflict', 'The resource is in use.');
    if (fault === 'cut_before_commit') return null;

    passTime(fake.state, fake.now, fake.ignoresShutdown);
    const { isMutation, answer: carryOut } = known;
    const call = { id, query: Object.fromEntries(query), body, now: fake.now, hasNoRoom: fault === 'capacity' };
    if (isMutation) reads.remember(fake.state, fake.now);
    if (fault === 'stale_read') reads.lag();
    const seen = isMutation ? fake.state : reads.seen(fake.state, fake.now);
    let given: DoAnswer = carryOut(seen, call);
    if (fault === 'duplicate') given = carryOut(seen, call);
    countMachines();
    return fault === 'cut_after_commit' ? null : paged(given, query, path);
  };

  const countMachines = (): void => {
    const tags = fake.state.droplets.flatMap((droplet) => droplet.tags.filter((tag) => tag.split(':').length === 3));
    for (const tag of tags) fake.mostAtOnce = Math.max(fake.mostAtOnce, tags.filter((one) => one === tag).length);
  };

  const sent = (given: DoAnswer): FakeReply => {
    const headers = {
      'content-type': 'application/json',
      'ratelimit-limit': '5000',
      ...(given.status === 429 ? { 'ratelimit-reset': String(Math.ceil((fake.now + RATE_LIMIT_MS) / 1000)) } : {}),
    };
    return { status: given.status, headers, body: given.json === undefined ? '' : JSON.stringify(given.json) };
  };

  const handle: FakeHandler = async (request, caller) => {
    if (caller.isDead) return never();
    const call = identify(request);
    if ('status' in call) return sent(call);
    const given = await script.carry(call.label, caller, (fault) => answer(call, request.headers.authorization, fault));
    return given === null ? null : sent(given);
  };

  const fake: DigitalOceanFake = {
    now: Date.parse('2026-11-26T12:00:00Z'),
    state: emptyState(),
    ignoresShutdown: false,
    isRevoked: false,
    denied: new Set(),
    calls: script.calls,
    undocumented: [],
    faults: script.faults,
    mostAtOnce: 0,
    holdings: () => [
      ...fake.state.droplets.map(({ id, size }) => `droplet ${id} of ${size}`),
      ...fake.state.volumes.map(({ id, droplet }) => `volume ${id} of droplet ${droplet}`),
      ...fake.state.firewalls.map(({ id }) => `firewall ${id}`),
    ],
    account: (changes = {}, caller = createCaller()) => ({
      ...{ credentials: { token: TOKEN }, endpoint: null, now: () => fake.now, fetch: fetchFrom(handle, caller) },
      ...changes,
    }),
    truth: () => {
      passTime(fake.state, fake.now, fake.ignoresShutdown);
      return holdingsOf(fake.state, fake.now);
    },
    listen: (onCall) => listenWith(handle, onCall),
  };
  return fake;
};
