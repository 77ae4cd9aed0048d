import type { PlanName } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cookiesOf, newPerson, type Person, signIn } from '../testing/people.ts';
import { plainScreens } from '../testing/plain-screens.ts';
import type { Answer, RequestOptions } from '../testing/request.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const SITE = 'http://certs.example.com';
// Few, because all of them are made within one window.
const LIMIT = 12;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    screens: plainScreens,
    env: { PUBLIC_URL: SITE, API_REQUESTS_PER_MINUTE: String(LIMIT), TRUSTED_PROXIES: '127.0.0.1' },
  });
});
afterAll(() => server.close());

const withSecret = z.object({ token: z.object({ id: z.string(), value: z.string() }) });
const withKey = z.object({ api_key: z.object({ id: z.string(), key: z.string() }) });
const fromOurPages = { 'sec-fetch-site': 'same-origin' };

interface Equipped {
  readonly person: Person & { readonly orgId: string };
  readonly cookie: string;
  readonly token: string;
  readonly key: string;
  readonly tokenId: string;
}

/** An admin with a session, a token and an API key with read permission. */
const equipped = async (permissions = { read: true, write: false }, plan: PlanName = 'Business'): Promise<Equipped> => {
  const person = await newPerson(server, {}, plan);
  const cookie = await signIn(server, person);
  const post = (path: string, json: unknown) => server.call(path, { json, headers: { cookie, ...fromOurPages } });
  const { token } = withSecret.parse((await post('/v1/tokens', { name: 'Script' })).body);
  const { api_key } = withKey.parse((await post('/v1/api-keys', { name: 'Page', permissions })).body);
  return { person, cookie, token: token.value, tokenId: token.id, key: api_key.key };
};
const get = (headers: Record<string, string>, path = '/v1/certificates') => server.call(path, { headers });
const refused = { status: 401, body: { code: 'credential_invalid', error: expect.any(String), message: expect.any(String) } };

describe('a credential', () => {
  it('identifies the caller, in each of its headers, on /v1 and on tRPC', async () => {
    const { person, token, key } = await equipped();
    for (const headers of [
      { token, 'org-id': person.orgId },
      { token, 'org-id': person.orgId.toUpperCase() },
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${key}` },
      { 'x-api-key': key },
    ]) {
      expect(await get(headers)).toMatchObject({ status: 200 });
      expect(await get(headers, '/api/trpc/analytics.get')).toMatchObject({ status: 200 });
    }
    expect(await get({ authorization: `Bearer ${token}` }, '/v1/accounts/session')).toMatchObject({ body: { email: person.email } });
    expect(await get({ 'x-api-key': key }, '/v1/accounts/session')).toMatchObject({ status: 403, body: { code: 'api_key_scope' } });
  });

  it('reads the event log with a read API key, in a plan with webhooks', async () => {
    const eventsFor = (key: string) => get({ 'x-api-key': key }, '/v1/events');
    expect(await eventsFor((await equipped(undefined, 'Self-hosted')).key)).toMatchObject({ status: 200, body: { events: [] } });
    const writer = await equipped({ read: false, write: true }, 'Self-hosted');
    expect(await eventsFor(writer.key)).toMatchObject({ status: 403, body: { code: 'api_key_scope' } });
    expect(await eventsFor((await equipped()).key)).toMatchObject({ status: 403, body: { code: 'webhooks_plan' } });
  });

  it('is rejected if it is wrong, in another header, or of another organization', async () => {
    const { person, token, key } = await equipped();
    const other = await equipped();
    for (const headers of [
      { token, 'org-id': other.person.orgId },
      { token, 'org-id': '' },
      { token },
      { token: key, 'org-id': person.orgId },
      { 'x-api-key': token },
      { 'x-api-key': '' },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${token}x` },
      { authorization: `Bearer nat_${'A'.repeat(43)}` },
      { 'x-api-key': key, authorization: `Bearer ${token}` },
    ]) {
      expect(await get(headers), JSON.stringify(headers)).toMatchObject(refused);
    }
  });

  it('is requested in every 401 of /v1, which is not cached', async () => {
    const challenges = async (headers: Record<string, string>, path?: string) => {
      const { status, headers: given } = await get(headers, path);
      return [status, given['www-authenticate'], given['cache-control']];
    };
    expect(await challenges({})).toEqual([401, 'Bearer', 'no-store']);
    for (const path of ['/v1/certificates', '/v1/no-such-path'])
      expect(await challenges({ 'x-api-key': 'wrong' }, path)).toEqual([401, 'Bearer error="invalid_token"', 'no-store']);
    expect((await get({ accept: 'text/html', authorization: 'Bearer wrong' })).headers['content-type']).toBe('application/json');
  });

  it('ends at once when it is revoked, and a token when its owner is removed', async () => {
    const { person, cookie, token, tokenId, key } = await equipped();
    const headers = { authorization: `Bearer ${token}` };
    await server.call(`/v1/tokens/${tokenId}`, { method: 'DELETE', headers: { cookie, ...fromOurPages } });
    expect(await get(headers)).toMatchObject(refused);
    const again = withSecret.parse((await server.call('/v1/tokens', { json: { name: 'x' }, headers: { cookie, ...fromOurPages } })).body)
      .token.value;
    expect(await get({ authorization: `Bearer ${again}` })).toMatchObject({ status: 200 });
    await server.system.db.$client`delete from users where email = ${person.email}`;
    expect(await get({ authorization: `Bearer ${again}` })).toMatchObject(refused);
    expect(await get({ 'x-api-key': key })).toMatchObject({ status: 200 });
  });

  it('of a person acts with their current role', async () => {
    const { person, token } = await equipped();
    const write = { json: { name: 'Live' }, headers: { authorization: `Bearer ${token}` } };
    expect(await server.call('/v1/environments', write)).toMatchObject({ status: 403, body: { code: 'environment_plan' } });
    await server.system.db.$client`update users set role = 'viewer' where email = ${person.email}`;
    expect(await server.call('/v1/environments', write)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  it('of an organization is refused while its plan has no API keys, and while it is disabled', async () => {
    const { person, key, token } = await equipped();
    await server.system.db.$client`update organizations set plan = 'Team' where id = ${person.orgId}`;
    expect(await get({ 'x-api-key': key })).toMatchObject({ status: 403, body: { code: 'api_keys_plan' } });
    expect(await get({ authorization: `Bearer ${token}` })).toMatchObject({ status: 200 });
    await server.system.db.$client`update organizations set plan = 'Business', disabled = true where id = ${person.orgId}`;
    expect(await get({ 'x-api-key': key })).toMatchObject({ status: 403, body: { code: 'organization_disabled' } });
  });

  it('with an address list is checked against the address from trusted proxies', async () => {
    const { cookie } = await equipped();
    const json = { name: 'Fixed', allowed_addresses: ['198.51.100.0/24', '2001:db8::/32'] };
    const made = await server.call('/v1/api-keys', { json, headers: { cookie, ...fromOurPages } });
    const key = withKey.parse(made.body).api_key.key;
    const from = (forwarded: string) => get({ 'x-api-key': key, 'x-forwarded-for': forwarded });
    for (const forwarded of ['198.51.100.7', '203.0.113.1, 198.51.100.7', '2001:db8::5']) {
      expect(await from(forwarded)).toMatchObject({ status: 200 });
    }
    for (const forwarded of ['203.0.113.1', '198.51.100.7, 203.0.113.1', '2001:db9::5']) {
      expect(await from(forwarded)).toMatchObject({ status: 403, body: { code: 'api_key_address' } });
    }
    expect(await get({ 'x-api-key': key })).toMatchObject({ status: 403, body: { code: 'api_key_address' } });
  });

  it('writes within its permission without browser headers', async () => {
    const reader = await equipped();
    const writer = await equipped({ read: false, write: true });
    const add = (key: string) => server.call('/v1/certificates', { json: { domain: 'no port' }, headers: { 'x-api-key': key } });
    expect(await add(reader.key)).toMatchObject({ status: 403, body: { code: 'api_key_scope' } });
    expect(await add(writer.key)).toMatchObject({ status: 400, body: { code: 'target_invalid' } });
    expect(await get({ 'x-api-key': writer.key })).toMatchObject({ status: 403, body: { code: 'api_key_scope' } });
  });

  it('opens no screen', async () => {
    const { token } = await equipped();
    expect((await get({ authorization: `Bearer ${token}` }, '/who')).body).toEqual({ email: null });
  });
});

describe('a cookie in addition', () => {
  const crossSite = { 'sec-fetch-site': 'cross-site', origin: 'http://evil.example' };
  const bogus: readonly Record<string, string>[] = [
    { token: 'x', 'org-id': 'x' },
    { token: '' },
    { 'x-api-key': 'x' },
    { authorization: 'Bearer x' },
    { authorization: 'Bearer' },
  ];

  it('does not replace a wrong credential, for any request', async () => {
    const { cookie } = await equipped();
    const made = async () => (await server.system.db.$client<{ n: number }[]>`select count(*)::int as n from tokens`)[0]?.n;
    const before = await made();
    for (const headers of bogus) {
      const write: RequestOptions = { json: { name: 'forged' }, headers: { cookie, ...headers, ...crossSite } };
      expect(await server.call('/v1/tokens', write)).toMatchObject(refused);
      expect(await server.call('/api/trpc/settings.addToken', { ...write, json: { json: { name: 'forged' } } })).toMatchObject({
        status: 401,
      });
      expect(await get({ cookie, ...headers })).toMatchObject(refused);
      expect(await get({ cookie, ...headers }, '/who')).toMatchObject(refused);
    }
    expect(await made()).toBe(before);
  });

  it('counts, with its origin check, if the header is not one of our credentials', async () => {
    const { cookie } = await equipped();
    for (const header of [{ authorization: 'Basic dXNlcjpwYXNz' }, { 'org-id': 'x' }]) {
      expect(await get({ cookie, ...header })).toMatchObject({ status: 200 });
      const write: RequestOptions = { json: { name: 'forged' }, headers: { cookie, ...header, ...crossSite } };
      expect(await server.call('/v1/tokens', write)).toMatchObject({ status: 403, body: { code: 'cross_site' } });
    }
  });

  it('is neither used nor set if the credential is right', async () => {
    const mine = await equipped();
    const theirs = await equipped();
    const headers = { authorization: `Bearer ${theirs.token}`, ...crossSite };
    const session = await get({ cookie: mine.cookie, ...headers }, '/v1/accounts/session');
    expect(session).toMatchObject({ status: 200, body: { email: theirs.person.email } });
    const login = { email: theirs.person.email, password: theirs.person.password };
    const signedIn = await server.call('/v1/accounts/login', { json: login, headers: { cookie: mine.cookie, ...headers } });
    expect([signedIn.status, cookiesOf(signedIn)]).toEqual([200, []]);
    expect((await get({ cookie: mine.cookie }, '/v1/accounts/session')).body).toMatchObject({ email: mine.person.email });
  });
});

describe('guesses', () => {
  it('are throttled by network, and a right credential never is', async () => {
    const { key } = await equipped();
    const from = { 'x-forwarded-for': '198.51.100.9' };
    const statuses: number[] = [];
    let last: Answer | null = null;
    for (let guess = 0; guess < 62; guess += 1) {
      last = await get({ ...from, 'x-api-key': `nak_${String(guess).padStart(43, 'A')}` });
      statuses.push(last.status);
    }
    expect(statuses).toEqual([...Array(60).fill(401), 429, 429]);
    expect(last).toMatchObject({ body: { code: 'rate_limited' }, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
    expect(await get({ ...from, 'x-api-key': key })).toMatchObject({ status: 200 });
    expect(await get({ 'x-forwarded-for': '198.51.100.10', 'x-api-key': 'guess' })).toMatchObject(refused);
  });
});

describe('the rate of requests', () => {
  it('is in every response, leads to 429 for one credential alone, and writes nothing', async () => {
    const { key, token, cookie } = await equipped();
    const headers = { 'x-api-key': key };
    const first = await get(headers);
    expect(first.headers).toMatchObject({
      'ratelimit-limit': String(LIMIT),
      'ratelimit-remaining': String(LIMIT - 1),
      'ratelimit-reset': expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
      'ratelimit-policy': `"credential";q=${LIMIT};w=60`,
      ratelimit: expect.stringMatching(new RegExp(`^"credential";r=${LIMIT - 1};t=\\d+$`)),
    });
    for (const [path, status] of [
      ['/v1/nothing', 404],
      ['/v1/tokens', 403],
      ['/api/trpc/analytics.get', 200],
      ['/v1/openapi.json', 200],
    ] as const) {
      const answer = await get(headers, path);
      expect([answer.status, answer.headers['ratelimit-limit']], path).toEqual([status, String(LIMIT)]);
    }
    const row = async () => server.system.db.$client`select xmin::text from api_keys where name = 'Page' order by id desc limit 1`;
    const before = await row();
    for (let more = 5; more < LIMIT; more += 1) expect((await get(headers)).status).toBe(200);
    const over = await get(headers);
    expect(over).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', error: 'Too many requests. Please wait and try again.' },
      headers: { 'ratelimit-limit': String(LIMIT), 'ratelimit-remaining': '0', 'retry-after': over.headers['ratelimit-reset'] },
    });
    expect(await row()).toEqual(before);
    expect((await get({ authorization: `Bearer ${key}` })).status).toBe(429);
    expect((await get({ authorization: `Bearer ${token}` })).headers['ratelimit-remaining']).toBe(String(LIMIT - 1));
    const { status, headers: plain } = await get({ cookie });
    expect([status, plain['ratelimit-limit']]).toEqual([200, undefined]);
  });
});
