import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, createClient, NotafterError } from './index.ts';

const STATS = { total: 3 };

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  () =>
    Promise.resolve(Response.json(body, { status, headers }));
const refused = (status: number, headers: Record<string, string> = {}) =>
  answer(status, { error: 'Wait.', message: 'Wait.', code: 'rate_limited', request_id: 'r-1' }, headers);
const reset = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('socket hang up') }));

/** A client whose server gives these answers, one after another, and the last one from then on. */
const clientOf = (
  answers: readonly ((signal: AbortSignal | null | undefined) => Promise<Response>)[],
  options: Partial<ClientOptions> = {},
) => {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = (input, init = {}) => {
    const { method = 'GET', headers, body, signal } = init;
    sent.push({ method, url: String(input), headers: new Headers(headers), body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const next = answers[Math.min(sent.length, answers.length) - 1];
    return next === undefined ? reset() : next(signal);
  };
  return { client: createClient({ url: 'https://notafter.test', token: 'nat_x', fetch, ...options }), sent };
};

const failure = async (call: Promise<unknown>): Promise<NotafterError> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof NotafterError)) throw new Error('It did not fail with a NotafterError.', { cause: error });
  return error;
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
/** Lets all waits pass. */
const settled = async <T>(call: Promise<T>): Promise<T> => {
  call.catch(() => undefined);
  await vi.runAllTimersAsync();
  return call;
};

describe('a request', () => {
  it('has the token, the query, the body and the idempotency key', async () => {
    const { client, sent } = clientOf([answer(200, {})]);
    await client.get('/v1/certificates/{id}/history', { path: { id: 'a/b c' }, query: { limit: 2 } });
    await client.post('/v1/certificates', { body: { domain: 'example.com' }, idempotencyKey: 'once', headers: { 'x-request-id': 'r' } });
    expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', 'https://notafter.test/v1/certificates/a%2Fb%20c/history?limit=2', undefined],
      ['POST', 'https://notafter.test/v1/certificates', { domain: 'example.com' }],
    ]);
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer nat_x', 'Bearer nat_x']);
    expect(Object.fromEntries(sent[1]?.headers ?? [])).toMatchObject({ 'idempotency-key': 'once', 'x-request-id': 'r' });
  });

  it.each(['', '.', '..'])('with the ID %j leads to no other operation', async (id) => {
    const { client, sent } = clientOf([answer(200, {})]);
    await expect(async () => client.delete('/v1/certificates/{id}', { path: { id } })).rejects.toThrow(TypeError);
    expect(sent).toEqual([]);
  });

  it('sends no token in clear text to another machine, unless that is allowed', async () => {
    for (const url of ['http://notafter.test', 'ftp://notafter.test', 'notafter.test'])
      expect(() => createClient({ url, token: 'nat_x' }), url).toThrow(TypeError);
    for (const url of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000', 'https://notafter.test'])
      expect(() => createClient({ url, token: 'nat_x' }), url).not.toThrow();
    expect(() => createClient({ url: 'http://notafter.test', token: 'nat_x', allowHttp: true })).not.toThrow();
    expect(() => createClient({ url: 'http://notafter.test' })).not.toThrow();
  });
});

describe('a failure', () => {
  it('has code, status, details, request ID and the seconds to wait', async () => {
    const details = [{ path: 'domain', message: 'Enter a domain.' }];
    const body = { error: 'No.', message: 'No.', code: 'invalid_input', details, request_id: 'r-1' };
    const { client } = clientOf([answer(400, body, { 'Retry-After': '7' })]);
    const error = await failure(client.post('/v1/certificates', { body: { domain: '' } }));
    expect({ ...error, message: error.message }).toEqual({
      ...{ name: 'NotafterError', message: 'No.', status: 400, code: 'invalid_input', details, requestId: 'r-1', retryAfter: 7, body },
    });
  });

  it('of something before the server, a file and an unchanged answer has a code as well', async () => {
    const { client } = clientOf([
      () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'X-Request-Id': 'r-2' } })),
      () => Promise.resolve(new Response('a;b', { headers: { 'Content-Type': 'text/csv' } })),
      () => Promise.resolve(new Response(null, { status: 304 })),
    ]);
    const call = () => failure(client.get('/v1/dashboard/stats'));
    expect(await call()).toMatchObject({ status: 502, code: 'invalid_answer', message: 'The server answered 502.', requestId: 'r-2' });
    expect(await call()).toMatchObject({ code: 'invalid_answer', message: expect.stringContaining('text/csv') });
    expect(await call()).toMatchObject({ status: 304, code: 'not_modified' });
  });
});

describe('a retry', () => {
  it('of a GET waits as long as the server asks', async () => {
    const { client, sent } = clientOf([refused(429, { 'Retry-After': '3' }), refused(503, { 'Retry-After': '2' }), answer(200, STATS)]);
    const startedAt = Date.now();
    expect(await settled(client.get('/v1/dashboard/stats'))).toEqual(STATS);
    expect([sent.length, Date.now() - startedAt]).toEqual([3, 5000]);
  });

  it('of a POST needs an idempotency key', async () => {
    const body = { domain: 'example.com' };
    for (const [options, tries] of [
      [{ body }, 1],
      [{ body, idempotencyKey: 'once' }, 3],
    ] as const) {
      const { client, sent } = clientOf([refused(503)]);
      expect(await settled(failure(client.post('/v1/certificates', options)))).toMatchObject({ status: 503 });
      expect(sent).toHaveLength(tries);
    }
  });

  it('is not made of PUT and DELETE, of other refusals, or if the server asks for more than a minute', async () => {
    const put = clientOf([reset]);
    await settled(failure(put.client.put('/v1/certificates/{id}/tags', { path: { id: '1' }, body: { tags: {} } })));
    const remove = clientOf([refused(503)]);
    await settled(failure(remove.client.delete('/v1/certificates/{id}', { path: { id: '1' } })));
    const fault = clientOf([refused(500)]);
    await settled(failure(fault.client.get('/v1/dashboard/stats')));
    const long = clientOf([refused(429, { 'Retry-After': '61' })]);
    expect(await settled(failure(long.client.get('/v1/dashboard/stats')))).toMatchObject({ retryAfter: 61 });
    expect([put, remove, fault, long].map(({ sent }) => sent.length)).toEqual([1, 1, 1, 1]);
  });

  it('follows a lost connection and a timeout', async () => {
    const never = (signal: AbortSignal | null | undefined) =>
      new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const { client, sent } = clientOf([reset, never, answer(200, STATS)], { timeoutMs: 100 });
    expect(await settled(client.get('/v1/dashboard/stats'))).toEqual(STATS);
    expect(sent).toHaveLength(3);
    const silent = clientOf([never], { timeoutMs: 100, retries: 0 });
    expect(await settled(failure(silent.client.get('/v1/dashboard/stats')))).toMatchObject({ status: 0, code: 'timeout' });
    const lost = clientOf([reset], { retries: 0 });
    expect(await failure(lost.client.get('/v1/dashboard/stats'))).toMatchObject({
      ...{ status: 0, code: 'connection_failed', message: 'https://notafter.test does not answer: socket hang up' },
    });
  });

  it('ends with the signal, whose reason is thrown', async () => {
    const { client, sent } = clientOf([refused(429, { 'Retry-After': '30' })]);
    const stop = new AbortController();
    const call = client.get('/v1/dashboard/stats', { signal: stop.signal });
    call.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(1000);
    stop.abort(new Error('Enough.'));
    await expect(call).rejects.toThrow('Enough.');
    expect(sent).toHaveLength(1);
  });
});

describe('a list', () => {
  const pages = [
    answer(200, { certificates: [{ domain: 'a' }, { domain: 'b' }], next_cursor: 'n+1' }),
    answer(200, { certificates: [{ domain: 'c' }], next_cursor: null }),
  ];

  it('is read over all pages, each asked for once', async () => {
    const { client, sent } = clientOf(pages);
    const domains: string[] = [];
    for await (const { domain } of client.items('/v1/certificates', 'certificates', { query: { limit: 2, status: 'expired' } }))
      domains.push(domain);
    expect(domains).toEqual(['a', 'b', 'c']);
    const query = 'https://notafter.test/v1/certificates?limit=2&status=expired';
    expect(sent.map(({ url }) => url)).toEqual([query, `${query}&cursor=n%2B1`]);
  });

  it('asks for no page that nobody reads', async () => {
    const { client, sent } = clientOf(pages);
    for await (const page of client.pages('/v1/certificates')) {
      expect(page.certificates).toHaveLength(2);
      break;
    }
    expect(sent).toHaveLength(1);
  });
});
