import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, signIn } from '../testing/people.ts';
import { plainScreens } from '../testing/plain-screens.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer({ screens: plainScreens });
  cookie = await signIn(server, await newPerson(server, {}, 'Enterprise'));
});
afterAll(() => server.close());

/** Sends exactly these bytes over one connection, and returns everything until the server closes it. */
const exchange = (sent: string): Promise<string> => {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.write(sent);
  return text(socket);
};

describe('/healthz', () => {
  it('answers HTTP/1.0 without Host, as load balancers send it', async () => {
    const answer = await exchange('GET /healthz HTTP/1.0\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toContain('{"status":"ok"}');
  });
});

describe('a response before the body was read', () => {
  const browser = () => ({ cookie, 'sec-fetch-site': 'same-origin' });
  it.each([
    ['413', '/v1/environments', { 'content-type': 'application/json' }, 'x'.repeat(1024 * 1024 + 1)],
    ['415', '/v1/environments', { 'content-type': 'text/plain' }, 'name'],
    ['413', '/api/trpc/environments.add', { 'content-type': 'application/json' }, 'x'.repeat(1024 * 1024 + 1)],
  ] as const)('%s on %s closes its connection and says so', async (status, path, headers, raw) => {
    const answer = await server.call(path, { raw, headers: { ...browser(), ...headers, connection: 'keep-alive' } });
    expect([String(answer.status), answer.headers.connection]).toEqual([status, 'close']);
  });

  it('401 closes its connection, and a response after the body was read keeps it open', async () => {
    const json = { name: 'Kept' };
    const keepAlive = { connection: 'keep-alive' };
    expect(await server.call('/v1/environments', { json, headers: keepAlive })).toMatchObject({
      status: 401,
      headers: { connection: 'close' },
    });
    const wrong = { authorization: 'Bearer nat_wrong', ...keepAlive };
    expect(await server.call('/v1/environments', { json, headers: wrong })).toMatchObject({
      status: 401,
      headers: { connection: 'close' },
    });
    const kept = await server.call('/v1/environments', { json, headers: { ...browser(), ...keepAlive } });
    expect(kept).toMatchObject({ status: 200, headers: { connection: 'keep-alive' } });
  });
});

describe('X-Request-Id', () => {
  it('is on every response, echoes a valid one and replaces any other', async () => {
    for (const path of ['/healthz', '/v1/nothing', '/v1/openapi.json', '/api/trpc/profile.get']) {
      const own = await server.call(path, { headers: { 'x-request-id': 'my-id_1=' } });
      expect(own.headers['x-request-id']).toBe('my-id_1=');
      for (const odd of ['with blank', 'x'.repeat(129), '<script>', 'a,b']) {
        const made = await server.call(path, { headers: { 'x-request-id': odd } });
        expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      }
    }
  });

  it('is in errors of /v1 and of tRPC', async () => {
    const headers = { 'x-request-id': 'reported' };
    expect(await server.call('/v1/profile', { headers })).toMatchObject({ status: 401, body: { request_id: 'reported' } });
    expect(await server.call('/v1/nothing', { headers })).toMatchObject({ status: 404, body: { request_id: 'reported' } });
    const wrong = { ...headers, authorization: 'Bearer nat_wrong' };
    expect(await server.call('/v1/profile', { headers: wrong })).toMatchObject({ status: 401, body: { request_id: 'reported' } });
    expect((await server.call('/api/trpc/profile.get', { headers })).text).toContain('"request_id":"reported"');
  });

  it('is a field of the log lines that the request causes', async () => {
    const wrong = { email: 'nobody@example.com', password: 'wrong password' };
    await server.call('/v1/accounts/login', { json: wrong, headers: { 'x-request-id': 'over-rest' } });
    await server.call('/api/trpc/accounts.login', { json: wrong, headers: { 'x-request-id': 'over-trpc' } });
    const made = await server.call('/v1/accounts/login', { json: wrong });
    const refusals = server.log.map((line) => Object(JSON.parse(line))).filter(({ msg }) => msg === 'sign-in refused');
    expect(refusals.map(({ request_id }) => request_id)).toEqual(['over-rest', 'over-trpc', made.headers['x-request-id']]);
  });
});
