import { IdentityProviderError, type IdentityProviderName, type ProvenIdentity } from '@notafter/domain';
import type { OAuthCookies } from '@notafter/features';
import {
  actorOf,
  createTestContext,
  makeOrganization,
  makeRequestContext,
  makeUser,
  type TestContext,
  type TestUser,
} from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRestApp } from '../../../rest-app.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { identityProviders: ['github', 'google'] } });
});
afterAll(() => test.close());

interface Effects {
  readonly session: (string | null)[];
  readonly cookies: [keyof OAuthCookies, string | null][];
}

interface CallOptions {
  readonly as?: TestUser;
  readonly oauthFlow?: string | null;
  readonly headers?: Record<string, string>;
  readonly method?: string;
}

const call = async (path: string, { as, oauthFlow = null, headers = {}, method = 'GET' }: CallOptions = {}) => {
  const seen: Effects = { session: [], cookies: [] };
  const session = {
    set: (token: string) => void seen.session.push(token),
    clear: () => void seen.session.push(null),
    setOAuth: (what: keyof OAuthCookies, sealed: string | null) => void seen.cookies.push([what, sealed]),
  };
  const request = {
    ...makeRequestContext(test.ctx, { actor: as === undefined ? null : actorOf(as) }),
    oauthCookies: { oauthFlow, pendingLink: null },
  };
  const response = await createRestApp().request(path, { method, headers }, { request, session });
  return { status: response.status, headers: response.headers, to: response.headers.get('location'), ...seen };
};

let codes = 0;
const identity = (overrides: Partial<ProvenIdentity> = {}): ProvenIdentity => {
  codes += 1;
  const subject = `rest-${codes}`;
  return { subject, email: `${subject}@example.com`, firstName: 'Maren', lastName: 'Holt', fullName: null, ...overrides };
};

/** The redirect back from the provider for the person it names. */
const wayBack = async (provider: IdentityProviderName, outcome: ProvenIdentity | IdentityProviderError) => {
  const begun = await call(`/v1/auth/${provider}`);
  codes += 1;
  const code = `rest-code-${codes}`;
  test.ctx.gateways.identityProviders.answer(provider, code, outcome);
  const state = new URL(begun.to ?? '').searchParams.get('state') ?? '';
  return { path: `/v1/auth/${provider}/callback?code=${code}&state=${state}`, oauthFlow: begun.cookies[0]?.[1] ?? null };
};
const trip = async (provider: IdentityProviderName, outcome: ProvenIdentity | IdentityProviderError, options: CallOptions = {}) => {
  const { path, oauthFlow } = await wayBack(provider, outcome);
  return call(path, { oauthFlow, ...options });
};
const newUser = async () => makeUser(test.ctx, await makeOrganization(test.ctx));

describe('GET /v1/auth/{provider}', () => {
  it('sends the browser to the provider, with something to keep', async () => {
    const begun = await call('/v1/auth/github');
    expect(begun).toMatchObject({ status: 302, to: expect.stringContaining('https://github.example/authorize?'), session: [] });
    expect(begun.cookies).toEqual([['oauthFlow', expect.stringMatching(/^[\w.-]+$/)]]);
    expect(begun.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['/v1/auth/gitlab', '/v1/auth/__proto__', '/v1/auth/github/callback/more', '/v1/auth'])('answers 404 for %s', async (path) => {
    expect(await call(path)).toMatchObject({ status: 404, cookies: [] });
  });

  it('never begins a link, whatever the query says: another site could send a browser here', async () => {
    const as = await newUser();
    const begun = await call('/v1/auth/github?link=true&redirect_uri=https://evil.example', { as });
    const code = 'never-links';
    test.ctx.gateways.identityProviders.answer('github', code, identity());
    const state = new URL(begun.to ?? '').searchParams.get('state') ?? '';
    const back = await call(`/v1/auth/github/callback?code=${code}&state=${state}`, { as, oauthFlow: begun.cookies[0]?.[1] ?? null });
    expect(back.to).toBe('/certificates');
    expect(back.session).toHaveLength(1);
  });

  it('reports a failure to a person on the sign-in screen, and to a script in the envelope', async () => {
    const unavailable = new IdentityProviderError('unavailable', 'silence');
    test.ctx.gateways.identityProviders.failNext(unavailable);
    expect(await call('/v1/auth/google', { headers: { accept: 'text/html,*/*' } })).toMatchObject({
      status: 302,
      to: '/?error=oauth_unavailable',
      cookies: [],
    });
    test.ctx.gateways.identityProviders.failNext(unavailable);
    expect(await call('/v1/auth/google')).toMatchObject({ status: 503 });
  });

  it('is not a write', async () => {
    expect(await call('/v1/auth/github', { method: 'POST' })).toMatchObject({ status: 405, cookies: [] });
  });

  it('is for browsers only', async () => {
    const session = { set: () => undefined, clear: () => undefined };
    const response = await createRestApp().request('/v1/auth/github', {}, { request: makeRequestContext(test.ctx), session });
    expect(response.status).toBe(403);
  });
});

describe('GET /v1/auth/{provider}/callback', () => {
  it('signs in, lands on the certificates and takes the round trip away', async () => {
    const back = await trip('google', identity());
    expect(back).toMatchObject({ status: 302, to: '/certificates', session: [expect.any(String)], cookies: [['oauthFlow', null]] });
    expect(back.headers.get('referrer-policy')).toBe('no-referrer');
    expect(back.headers.get('cache-control')).toBe('no-store');
  });

  it('asks the owner of the address to sign in, and has the browser keep the link', async () => {
    const { email } = await newUser();
    const back = await trip('github', identity({ email }));
    expect(back).toMatchObject({ status: 302, to: '/', session: [] });
    expect(back.cookies).toEqual([
      ['oauthFlow', null],
      ['pendingLink', expect.any(String)],
    ]);
  });

  it.each([
    ['/?error=oauth_email_unverified', identity({ email: null })],
    ['/?error=oauth_failed', new IdentityProviderError('refused', 'no')],
    ['/?error=oauth_unavailable', new IdentityProviderError('unavailable', 'silence')],
  ])('shows a failure at %s', async (to, outcome) => {
    expect(await trip('github', outcome)).toMatchObject({ status: 302, to, session: [], cookies: [['oauthFlow', null]] });
  });

  it('shows it in the settings of a signed-in person', async () => {
    const as = await newUser();
    const refused = new IdentityProviderError('refused', 'no');
    expect(await trip('github', refused, { as })).toMatchObject({ status: 302, to: '/settings?tab=0&error=oauth_failed' });
  });

  it('leads to our own paths only', async () => {
    const { path, oauthFlow } = await wayBack('google', identity());
    const hostile = '&next=https://evil.example&redirect_uri=https://evil.example&return_to=//evil.example';
    expect(
      await call(`${path}${hostile}`, { oauthFlow, headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } }),
    ).toMatchObject({
      to: '/certificates',
    });
    expect(test.ctx.gateways.identityProviders.begun.every(({ redirectUri }) => redirectUri.startsWith('http://localhost:3000/'))).toBe(
      true,
    );
  });

  it.each(['', '?code=x', '?code=x&state=y', `?code=${'x'.repeat(9_000)}&state=y`, '?error=access_denied', '?code=%00&state=%E0%A4%A'])(
    'refuses %j, which no browser of ours was sent back with',
    async (query) => {
      expect(await call(`/v1/auth/github/callback${query}`)).toMatchObject({ status: 302, to: '/?error=oauth_failed', session: [] });
    },
  );

  it('logs a fault of ours without the code, and shows the screen', async () => {
    const { path, oauthFlow } = await wayBack('google', identity());
    const broken = { ...test.ctx.gateways.identityProviders, finish: () => Promise.reject(new Error('broken')) };
    const logged = test.ctx.log.entries.length;
    const session = { set: () => undefined, clear: () => undefined, setOAuth: () => undefined };
    const gateways = { ...test.ctx.gateways, identityProviders: broken };
    const request = { ...makeRequestContext({ ...test.ctx, gateways }), oauthCookies: { oauthFlow, pendingLink: null } };
    const response = await createRestApp().request(path, {}, { request, session });
    expect(response.headers.get('location')).toBe('/?error=internal');
    const entries = test.ctx.log.entries.slice(logged);
    expect(entries).toMatchObject([{ level: 'error', message: 'round trip over a provider failed' }]);
    expect(JSON.stringify(entries)).not.toContain('rest-code');
  });
});
