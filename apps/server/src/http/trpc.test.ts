import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, signIn } from '../testing/people.ts';
import { plainScreens } from '../testing/plain-screens.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const MEGABYTE = 1024 * 1024;
const sameOrigin = { 'sec-fetch-site': 'same-origin' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ screens: plainScreens });
});
afterAll(() => server.close());

const loginOf = (bytes: number): string => {
  const empty = JSON.stringify({ email: 'ada@example.com', password: '' });
  return empty.replace('"password":""', `"password":"${'x'.repeat(bytes - empty.length)}"`);
};

describe('a body on /api/trpc', () => {
  it('can have 1 MB, and not a byte more', async () => {
    const headers = { 'content-type': 'application/json', ...sameOrigin };
    expect((await server.call('/api/trpc/accounts.login', { raw: loginOf(MEGABYTE), headers })).status).toBe(400);
    const refused = await server.call('/api/trpc/accounts.login', { raw: loginOf(MEGABYTE + 1), headers });
    expect(refused).toMatchObject({ status: 413, body: { code: 'body_too_large', error: 'The request body is larger than 1 MB.' } });
  });

  it('can have 32 MB for an import by a signed-in person, and 1 MB otherwise', async () => {
    const cookie = await signIn(server, await newPerson(server));
    const headers = { 'content-type': 'application/json', ...sameOrigin };
    const importOf = (bytes: number, as: Record<string, string>) =>
      server.call('/api/trpc/certificates.import', { raw: JSON.stringify({ text: '#'.repeat(bytes) }), headers: { ...headers, ...as } });
    expect((await importOf(2 * MEGABYTE, { cookie })).body).toMatchObject({ error: { data: { code: 'import_invalid' } } });
    expect(await importOf(32 * MEGABYTE, { cookie })).toMatchObject({
      status: 413,
      body: { error: 'The request body is larger than 32 MB.' },
    });
    expect(await importOf(2 * MEGABYTE, {})).toMatchObject({ status: 413, body: { error: 'The request body is larger than 1 MB.' } });
  });

  it('is counted while it arrives if no length is given', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked', ...sameOrigin };
    expect((await server.call('/api/trpc/accounts.login', { raw: loginOf(MEGABYTE), headers })).status).toBe(400);
    expect((await server.call('/api/trpc/accounts.login', { raw: loginOf(MEGABYTE + 1), headers })).status).toBe(413);
  });

  it('that is invalid JSON is rejected, without a stack in the log', async () => {
    const headers = { 'content-type': 'application/json', ...sameOrigin };
    const { status, text } = await server.call('/api/trpc/accounts.login', { raw: '{"email":', headers });
    expect([status, text.includes('not valid JSON')]).toEqual([400, true]);
    expect(text).not.toMatch(/ at .*\.ts/);
    expect(server.log.filter((line) => line.includes('stack'))).toEqual([]);
  });

  it('that a form of another site could send is rejected', async () => {
    const answer = await server.call('/api/trpc/accounts.login', { raw: loginOf(200), headers: { 'content-type': 'text/plain' } });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([415, undefined]);
  });
});

describe('a response on /api/trpc', () => {
  it('is not cached', async () => {
    const cookie = await signIn(server, await newPerson(server));
    const answer = await server.call('/api/trpc/accounts.session', { headers: { cookie } });
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  });

  it('of an unknown procedure is 404 and names no file', async () => {
    const answer = await server.call('/api/trpc/accounts.nothing');
    expect(answer.status).toBe(404);
    expect(answer.text).not.toMatch(/stack|\.ts/);
  });
});
