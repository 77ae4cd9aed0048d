import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DigitalOceanAccount } from '../../../clouds/digitalocean/do-client.ts';
import type { CloudFault, ScriptedFault } from '../cloud-faults.ts';
import { type DoAnswer, doOperations, findOperation } from './do-operations.ts';
import { emptyState, type FakeState, passTime } from './do-state.ts';

const TOKEN = 'dop_v1_example';
const STALE_MS = 2000;
const RATE_LIMIT_MS = 7000;

interface ReceivedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly authorization: string | null;
  readonly contentType: string | null;
  readonly body: string;
}
interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface DigitalOceanFake {
  now: number;
  state: FakeState;
  /** Systems of machines don't listen. */
  ignoresShutdown: boolean;
  /** An administrator revoked the token. */
  isRevoked: boolean;
  /** The labels of the calls that were answered, in order. */
  readonly calls: string[];
  /** Requests with something that the API does not document. */
  readonly undocumented: string[];
  readonly faults: ScriptedFault[];
  /** The most droplets that one tag had at any moment. */
  mostAtOnce: number;
  /** How a client reaches it without a socket. */
  account(changes?: Partial<DigitalOceanAccount>): DigitalOceanAccount;
  listen(): Promise<{ readonly apiUrl: string; close(): Promise<void> }>;
}

const refusal = (status: number, id: string, message: string): DoAnswer => ({ status, json: { id, message } });
const serverError = refusal(500, 'server_error', 'Unexpected server-side error');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
const parseBody = (body: string): unknown => (body === '' ? null : JSON.parse(body));

/** DigitalOcean's API with a clock that stands still until it is moved. Refuses all that the API does not document. */
export const createDigitalOceanFake = (): DigitalOceanFake => {
  const counts = new Map<string, number>();
  let beforeLastChange = emptyState();
  let staleUntil = 0;

  const paged = ({ status, json, list }: DoAnswer, query: URLSearchParams, path: string): DoAnswer => {
    if (list === undefined || !Array.isArray(json)) return { status, json };
    const size = Number(query.get('per_page') ?? 20);
    const page = Number(query.get('page') ?? 1);
    const next = json.length > page * size ? { next: `https://api.digitalocean.com${path}?page=${page + 1}&per_page=${size}` } : {};
    const items: unknown[] = json.slice((page - 1) * size, page * size);
    return { status, json: { [list]: items, links: { pages: next }, meta: { total: json.length } } };
  };

  /** Null: the connection ends without an answer. */
  const answer = ({ method, url, authorization, contentType, body }: ReceivedRequest): DoAnswer | null => {
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
    fake.calls.push(label);
    const unknown = [...query.keys()].filter((name) => !known.query.some((one) => one === name));
    const badBody = known.body === null ? body !== '' : contentType !== 'application/json' || !known.body.safeParse(parsed).success;
    if (unknown.length > 0 || badBody) {
      fake.undocumented.push(`${label}: ${unknown.join(', ')} ${badBody ? body : ''}`);
      return refusal(422, 'unprocessable_entity', 'Unknown parameters.');
    }
    const nth = (counts.get(label) ?? 0) + 1;
    counts.set(label, nth);
    const fault: CloudFault | null = fake.faults.find((one) => one.label === label && one.nth === nth)?.fault ?? null;
    if (fault === 'auth_revoked') fake.isRevoked = true;
    if (fake.isRevoked || authorization !== `Bearer ${TOKEN}`) return refusal(401, 'unauthorized', 'Unable to authenticate you');
    if (fault === 'throttled') return refusal(429, 'too_many_requests', 'API Rate limit exceeded.');
    if (fault === 'server_error') return serverError;
    if (fault === 'quota') return refusal(422, 'unprocessable_entity', 'creating this will exceed your droplet limit.');
    if (fault === 'cut_before_commit') return null;

    passTime(fake.state, fake.now, fake.ignoresShutdown);
    const call = { id: found.id, query: Object.fromEntries(query), body: parsed, now: fake.now, hasNoRoom: fault === 'capacity' };
    if (known.isMutation) beforeLastChange = structuredClone(fake.state);
    if (fault === 'stale_read') staleUntil = fake.now + STALE_MS;
    const seen = !known.isMutation && fake.now < staleUntil ? beforeLastChange : fake.state;
    let given: DoAnswer = known.answer(seen, call);
    if (fault === 'duplicate') given = known.answer(seen, call);
    countMachines();
    if (fault === 'cut_after_commit') return null;
    return paged(given, query, path);
  };

  const countMachines = (): void => {
    const tags = fake.state.droplets.flatMap((droplet) => droplet.tags.filter((tag) => tag.split(':').length === 3));
    for (const tag of tags) fake.mostAtOnce = Math.max(fake.mostAtOnce, tags.filter((one) => one === tag).length);
  };

  const handle = (request: ReceivedRequest): Sent | null => {
    const given = answer(request);
    if (given === null) return null;
    const headers = {
      'content-type': 'application/json',
      'ratelimit-limit': '5000',
      ...(given.status === 429 ? { 'ratelimit-reset': String(Math.ceil((fake.now + RATE_LIMIT_MS) / 1000)) } : {}),
    };
    return { status: given.status, headers, body: given.json === undefined ? '' : JSON.stringify(given.json) };
  };

  const fetchFromFake: typeof globalThis.fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    const { method, url, headers } = new Request(input, init);
    const { pathname, search } = new URL(url);
    const body = typeof init?.body === 'string' ? init.body : '';
    const sent = handle({
      ...{ method, url: `${pathname}${search}`, body },
      ...{ authorization: headers.get('authorization'), contentType: headers.get('content-type') },
    });
    if (sent === null) throw new TypeError('fetch failed');
    return new Response(sent.status === 204 ? null : sent.body, { status: sent.status, headers: sent.headers });
  };

  const fake: DigitalOceanFake = {
    now: Date.parse('2026-11-26T12:00:00Z'),
    state: emptyState(),
    ignoresShutdown: false,
    isRevoked: false,
    calls: [],
    undocumented: [],
    faults: [],
    mostAtOnce: 0,
    account: (changes = {}) => ({
      ...{ token: TOKEN, apiUrl: 'https://api.digitalocean.com', now: () => fake.now, fetch: fetchFromFake },
      ...changes,
    }),
    async listen() {
      const server = createServer(async (request, response) => {
        const { method = '', url = '', headers } = request;
        const sent = handle({
          ...{ method, url, body: await text(request) },
          ...{ authorization: headers.authorization ?? null, contentType: headers['content-type'] ?? null },
        });
        if (sent === null) return void request.socket.destroy();
        response.writeHead(sent.status, sent.headers).end(sent.body);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      return {
        apiUrl: `http://127.0.0.1:${port}`,
        close: async () => {
          server.closeAllConnections();
          server.close();
          await once(server, 'close');
        },
      };
    },
  };
  return fake;
};
