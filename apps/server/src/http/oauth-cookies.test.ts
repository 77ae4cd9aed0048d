import {
  type GithubPerson,
  type GithubStandIn,
  type GoogleStandIn,
  pressConsent,
  STAND_IN_CLIENT,
  startGithubStandIn,
  startGoogleStandIn,
} from '@notafter/auth/testing';
import { TEST_PASSWORD } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookiesOf, newPerson, signIn } from '../testing/people.ts';
import { plainScreens } from '../testing/plain-screens.ts';
import type { Answer } from '../testing/request.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const SITE = 'https://certs.example.com';
const FLOW = '__Host-notafter_oauth';
const LINK = '__Host-notafter_link';
const SESSION = '__Host-notafter_session';
const octocat: GithubPerson = { id: 583231, login: 'octocat', name: null, emails: [] };

let google: GoogleStandIn;
let github: GithubStandIn;
let server: TestServer;
beforeAll(async () => {
  const maren = { sub: '1', email: 'maren@harborline.example', emailVerified: true, givenName: 'Maren', familyName: 'Holt' };
  [google, github] = await Promise.all([startGoogleStandIn(maren), startGithubStandIn(octocat)]);
  server = await startTestServer({
    screens: plainScreens,
    env: {
      PUBLIC_URL: SITE,
      TARGET_ALLOW: '127.0.0.0/8',
      GOOGLE_ISSUER_URL: google.url,
      GOOGLE_CLIENT_ID: STAND_IN_CLIENT.clientId,
      GOOGLE_CLIENT_SECRET: STAND_IN_CLIENT.clientSecret,
      GITHUB_BASE_URL: github.url,
      GITHUB_CLIENT_ID: STAND_IN_CLIENT.clientId,
      GITHUB_CLIENT_SECRET: STAND_IN_CLIENT.clientSecret,
    },
  });
});
afterAll(async () => {
  await server.close();
  await Promise.all([google.close(), github.close()]);
});

/** `name=value` of a cookie that an answer sets, or null; the last word on a name counts, as in a browser. */
const given = (answer: Answer, name: string): string | null =>
  cookiesOf(answer)
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.split(';')[0] ?? '')
    .at(-1) ?? null;
const locationOf = ({ headers }: Answer): string => headers.location ?? '';

const begin = async (provider: 'github' | 'google', headers: Record<string, string> = {}) => {
  const answer = await server.call(`/v1/auth/${provider}`, { headers });
  return { answer, url: locationOf(answer), cookie: given(answer, FLOW) ?? '' };
};
const comeBack = (callback: URL, cookie: string) => server.call(`${callback.pathname}${callback.search}`, { headers: { cookie } });

describe('the cookie of a round trip', () => {
  it('is of this host alone, for ten minutes, and gone when the browser is back', async () => {
    const { answer, url, cookie } = await begin('google');
    expect(cookiesOf(answer)).toHaveLength(1);
    expect(cookiesOf(answer)[0]).toMatch(/^__Host-notafter_oauth=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/);
    const back = await comeBack(await pressConsent(url), cookie);
    expect(back).toMatchObject({ status: 302, headers: { location: '/certificates', 'cache-control': 'no-store' } });
    expect(cookiesOf(back)).toContain(`${FLOW}=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0`);
    const session = given(back, SESSION) ?? '';
    expect((await server.call('/who', { headers: { cookie: session } })).body).toEqual({ email: 'maren@harborline.example' });
  });

  it('is what makes the way back ours: another browser, or the same one again, is refused', async () => {
    const { url, cookie } = await begin('google');
    const callback = await pressConsent(url);
    const planted = (await begin('google')).cookie;
    for (const other of ['', planted, `${FLOW}=`, cookie.replace('__Host-', '')]) {
      const refused = await comeBack(callback, other);
      expect(locationOf(refused)).toBe('/?error=oauth_failed');
      expect(given(refused, SESSION)).toBeNull();
    }
    expect(locationOf(await comeBack(callback, cookie))).toBe('/certificates');
    expect(locationOf(await comeBack(callback, cookie))).toBe('/?error=oauth_failed');
  });

  it('fits its provider only', async () => {
    const { url, cookie } = await begin('google');
    const callback = await pressConsent(url);
    callback.pathname = callback.pathname.replace('google', 'github');
    expect(locationOf(await comeBack(callback, cookie))).toBe('/?error=oauth_failed');
  });

  it('leads back to PUBLIC_URL, whatever host the request names', async () => {
    const { url } = await begin('github', { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${SITE}/v1/auth/github/callback`);
  });
});

describe('the cookie of a link that waits', () => {
  it('is gone with the sign-in that it waited for', async () => {
    const person = await newPerson(server);
    github.person = { ...octocat, emails: [{ email: person.email, primary: true, verified: true }] };
    const { url, cookie } = await begin('github');
    const back = await comeBack(await pressConsent(url), cookie);
    expect(locationOf(back)).toBe('/');
    expect(given(back, SESSION)).toBeNull();
    const link = given(back, LINK) ?? '';
    expect(link.length).toBeGreaterThan(LINK.length + 40);

    const json = { email: person.email, password: person.password };
    const wrong = await server.call('/v1/accounts/login', { json: { ...json, password: 'wrong' }, headers: { cookie: link } });
    expect(given(wrong, LINK)).toBeNull();
    const origin = { origin: SITE };
    const signedIn = await server.call('/v1/accounts/login', { json, headers: { cookie: link, ...origin } });
    expect(given(signedIn, LINK)).toBe(`${LINK}=`);
    const again = await begin('github');
    expect(locationOf(await comeBack(await pressConsent(again.url), again.cookie))).toBe('/certificates');
  });
});

describe('a link from the settings', () => {
  const link = async (headers: Record<string, string>) =>
    server.call('/api/trpc/identities.link', { json: { provider: 'google', password: TEST_PASSWORD }, headers });

  it('is begun by our own page only', async () => {
    const cookie = await signIn(server, await newPerson(server));
    for (const hostile of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }, { origin: 'https://evil.example' }, {}]) {
      const refused = await link({ cookie, ...hostile });
      expect(refused).toMatchObject({ status: 403, body: { code: 'cross_site' } });
      expect(given(refused, FLOW)).toBeNull();
    }
    const begun = await link({ cookie, 'sec-fetch-site': 'same-origin' });
    expect(begun.status).toBe(200);
    expect(given(begun, FLOW)).toMatch(/=[\w.-]{100,}$/);
  });

  it('is not begun by a page load, which any site can cause', async () => {
    const person = await newPerson(server);
    const session = await signIn(server, person);
    google.person = { ...google.person, sub: 'attacker', email: 'attacker@evil.example' };
    const { url, cookie } = await begin('google', { cookie: session });
    await comeBack(await pressConsent(url), `${session}; ${cookie}`);
    const linked = await server.system.db.$client`
      select 1 from identities i join users u on u.id = i.user_id where u.email = ${person.email}`;
    expect(linked).toHaveLength(0);
  });
});

it('writes no code, state, token or secret to the log', async () => {
  const { url, cookie } = await begin('google');
  const callback = await pressConsent(url);
  await comeBack(callback, cookie);
  await comeBack(callback, cookie);
  const log = server.log.join('\n');
  for (const secret of [
    callback.searchParams.get('code'),
    callback.searchParams.get('state'),
    cookie.split('=')[1],
    STAND_IN_CLIENT.clientSecret,
  ]) {
    expect(secret).toBeTruthy();
    expect(log).not.toContain(secret);
  }
});

it('is not there for a provider without a client', async () => {
  const bare = await startTestServer({ screens: plainScreens, env: { PUBLIC_URL: SITE } });
  try {
    for (const path of ['/v1/auth/github', '/v1/auth/google', '/v1/auth/google/callback?code=x&state=y']) {
      expect(await bare.call(path, { headers: { accept: 'text/html' } })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
  } finally {
    await bare.close();
  }
});
