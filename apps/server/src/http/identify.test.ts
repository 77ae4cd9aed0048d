import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieOf, cookiesOf, newPerson, type Person, signIn } from '../testing/people.ts';
import { plainScreens } from '../testing/plain-screens.ts';
import type { RequestOptions } from '../testing/request.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const SITE = 'http://certs.example.com';

let server: TestServer;
let person: Person;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer({ screens: plainScreens, env: { PUBLIC_URL: SITE, TRUSTED_PROXIES: '127.0.0.2' } });
  person = await newPerson(server);
  cookie = await signIn(server, person);
});
afterAll(() => server.close());

const whoIs = async (sent: string): Promise<unknown> => (await server.call('/who', { headers: { cookie: sent } })).body;
/** Drizzle changes how its client reads dates: they arrive as text. */
const rowsOf = (email: string) => server.system.db.$client<{ id: string; ip: string; expires_at: string }[]>`
  select s.id, s.ip, s.expires_at from sessions s join users u on u.id = s.user_id where u.email = ${email} order by s.created_at`;
const setExpiry = async (email: string, at: Date): Promise<void> => {
  const iso = at.toISOString();
  await server.system.db.$client`update sessions set expires_at = ${iso} where user_id = (select id from users where email = ${email})`;
};

describe('the session cookie', () => {
  it('is hidden from scripts and other sites', async () => {
    const answer = await server.call('/v1/accounts/login', { json: { email: person.email, password: person.password } });
    expect(cookiesOf(answer)).toHaveLength(1);
    expect(cookiesOf(answer)[0]).toMatch(/^notafter_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=/);
    expect(answer.text).not.toContain(cookieOf(answer).split('=')[1]);
  });

  it('is Secure and bound to its host under https', async () => {
    const secure = await startTestServer({ screens: plainScreens, env: { PUBLIC_URL: 'https://certs.example.com' } });
    try {
      const other = await newPerson(secure);
      const answer = await secure.call('/v1/accounts/login', { json: { email: other.email, password: other.password } });
      expect(cookiesOf(answer)[0]).toMatch(/^__Host-notafter_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/);
      expect((await secure.call('/who', { headers: { cookie: cookieOf(answer) } })).body).toEqual({ email: other.email });
    } finally {
      await secure.close();
    }
  });

  it('identifies the caller on every surface', async () => {
    expect(await whoIs(cookie)).toEqual({ email: person.email });
    expect((await server.call('/v1/accounts/session', { headers: { cookie } })).status).toBe(200);
    expect((await server.call('/api/trpc/accounts.session', { headers: { cookie } })).status).toBe(200);
  });

  it.each([
    'notafter_session=',
    'notafter_session=short',
    `notafter_session=${'A'.repeat(43)}`,
    `notafter_session=${'A'.repeat(9000)}`,
    'other=1',
  ])('is ignored when it is "%.40s"', async (sent) => {
    expect(await whoIs(sent)).toEqual({ email: null });
    expect((await server.call('/v1/accounts/session', { headers: { cookie: sent } })).status).toBe(401);
  });

  it('is deleted at logout, and its token no longer works', async () => {
    const mine = await signIn(server, person);
    const answer = await server.call('/v1/accounts/logout', { method: 'POST', headers: { cookie: mine, origin: SITE } });
    expect(cookiesOf(answer)).toEqual(['notafter_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0']);
    expect(await whoIs(mine)).toEqual({ email: null });
  });

  it('is renewed on every surface after half of its time, and not before', async () => {
    const other = await newPerson(server);
    const mine = await signIn(server, other);
    expect(cookiesOf(await server.call('/who', { headers: { cookie: mine } }))).toEqual([]);
    for (const path of ['/', '/who', '/v1/accounts/session', '/api/trpc/accounts.session']) {
      const soon = new Date(Date.now() + 14 * 86_400_000);
      await setExpiry(other.email, soon);
      const answer = await server.call(path, { headers: { cookie: mine } });
      expect(cookieOf(answer), path).toBe(mine);
      const expires = Date.parse(/Expires=([^;]+)/.exec(cookiesOf(answer)[0] ?? '')?.[1] ?? '');
      expect(expires - Date.now(), path).toBeGreaterThan(29 * 86_400_000);
      expect(Date.parse((await rowsOf(other.email))[0]?.expires_at ?? ''), path).toBeGreaterThan(soon.getTime());
    }
  });

  it('is ignored after it expired', async () => {
    const other = await newPerson(server);
    const mine = await signIn(server, other);
    await setExpiry(other.email, new Date(Date.now() - 1000));
    expect(await whoIs(mine)).toEqual({ email: null });
    expect((await server.call('/v1/accounts/session', { headers: { cookie: mine } })).status).toBe(401);
    expect(await rowsOf(other.email)).toEqual([]);
  });
});

describe('a write', () => {
  const writes: readonly [string, RequestOptions & { readonly path: string }][] = [
    ['/v1', { path: '/v1/certificates/check-all', json: {} }],
    ['/api/trpc', { path: '/api/trpc/certificates.startCheckRun', json: { all: true } }],
    ['Remix', { path: '/who', raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
  ];
  const cases: readonly [string, Record<string, string>, boolean][] = [
    ['same-origin', { 'sec-fetch-site': 'same-origin' }, true],
    ['same-origin, with any Origin', { 'sec-fetch-site': 'same-origin', origin: 'null' }, true],
    ['our Origin from a browser without Sec-Fetch-Site', { origin: SITE }, true],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }, false],
    ['cross-site with our Origin', { 'sec-fetch-site': 'cross-site', origin: SITE }, false],
    ['same-site, a sibling host', { 'sec-fetch-site': 'same-site' }, false],
    ['none', { 'sec-fetch-site': 'none' }, false],
    ['another Origin', { origin: 'http://evil.example' }, false],
    ['our name on another scheme', { origin: 'https://certs.example.com' }, false],
    ['our name on another port', { origin: `${SITE}:8080` }, false],
    ['Origin null', { origin: 'null' }, false],
    ['neither header', {}, false],
  ];
  const all = writes.flatMap(([surface, write]) => cases.map(([name, headers, passes]) => ({ surface, write, name, headers, passes })));

  it.each(all)('on $surface with a cookie: $name passes: $passes', async ({ write, headers, passes }) => {
    const { path, ...options } = write;
    const { status, body } = await server.call(path, { ...options, headers: { cookie, ...options.headers, ...headers } });
    if (passes) expect(status).toBe(200);
    else
      expect({ status, body }).toMatchObject({ status: 403, body: { code: 'cross_site', error: expect.stringContaining('another site') } });
  });

  it.each(['DELETE', 'PUT', 'PATCH'])('by %s is checked too', async (method) => {
    const { status, body } = await server.call('/v1/certificates/01989f0a-7c1e-7b42-9f60-000000000000', {
      method,
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
    });
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'cross_site' } });
  });

  it('is not possible by GET', async () => {
    const input = encodeURIComponent(JSON.stringify({ json: { all: true } }));
    const answer = await server.call(`/api/trpc/certificates.startCheckRun?input=${input}`, {
      headers: { cookie, 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(405);
  });

  it('that signs a person in from another site is rejected, without a cookie too', async () => {
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'http://evil.example' }]) {
      const rest = await server.call('/v1/accounts/login', { json: { email: person.email, password: person.password }, headers });
      const trpc = await server.call('/api/trpc/accounts.login', {
        json: { json: { email: person.email, password: person.password } },
        headers,
      });
      expect([rest.status, trpc.status, cookiesOf(rest), cookiesOf(trpc)]).toEqual([403, 403, [], []]);
    }
  });

  it('by a script without cookie and origin needs no headers', async () => {
    expect((await server.call('/v1/accounts/login', { json: { email: person.email, password: person.password } })).status).toBe(200);
  });
});

describe('the caller', () => {
  const addressAfterSignIn = async (options: Pick<RequestOptions, 'from' | 'headers'>): Promise<string | undefined> => {
    const other = await newPerson(server);
    const answer = await server.call('/v1/accounts/login', { json: { email: other.email, password: other.password }, ...options });
    expect(answer.status).toBe(200);
    return (await rowsOf(other.email))[0]?.ip;
  };

  it('is the address in X-Forwarded-For, if a trusted proxy sends it', async () => {
    expect(await addressAfterSignIn({ from: '127.0.0.2', headers: { 'x-forwarded-for': '198.51.100.7' } })).toBe('198.51.100.7');
    expect(await addressAfterSignIn({ from: '127.0.0.2', headers: { 'x-forwarded-for': '1.2.3.4, 198.51.100.7' } })).toBe('198.51.100.7');
  });

  it('is the address of the socket, whatever the header claims', async () => {
    expect(await addressAfterSignIn({ from: '127.0.0.3', headers: { 'x-forwarded-for': '198.51.100.7' } })).toBe('127.0.0.3');
  });
});
