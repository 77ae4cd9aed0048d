import type { AuthorizationRequest, IdentityProviderName, IdentityProviders, ProvenIdentity } from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch, createResolver } from '@notafter/net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type GithubPerson,
  type GithubStandIn,
  type GooglePerson,
  type GoogleStandIn,
  pressConsent,
  STAND_IN_CLIENT,
  startGithubStandIn,
  startGoogleStandIn,
  type TokenFlaw,
} from '../testing/index.ts';
import { createIdentityProviders } from './create-identity-providers.ts';

const maren: GooglePerson = {
  sub: '10769150350006150715113082367',
  email: 'Maren@Harborline.example',
  emailVerified: true,
  givenName: 'Maren',
  familyName: 'Holt',
};
const octocat: GithubPerson = {
  id: 583231,
  login: 'octocat',
  name: 'Mona Lisa Octocat',
  emails: [
    { email: 'other@example.com', primary: false, verified: true },
    { email: 'Mona@Example.com', primary: true, verified: true },
  ],
};

let google: GoogleStandIn;
let github: GithubStandIn;
beforeAll(async () => {
  [google, github] = await Promise.all([startGoogleStandIn(maren), startGithubStandIn(octocat)]);
});
afterAll(() => Promise.all([google.close(), github.close()]));
beforeEach(() => {
  Object.assign(google, { person: maren, flaw: 'none', trouble: 'none' });
  Object.assign(github, { person: octocat, trouble: 'none' });
});

const guardedFetchFor = (allow: readonly string[]) =>
  createGuardedFetch({ guard: createGuard(createResolver({ servers: [], timeoutMs: 20_000 }), createAddressPolicy({ allow })) });

const open = (options: { allow?: readonly string[]; secret?: string; timeoutMs?: number } = {}): IdentityProviders => {
  const { allow = ['127.0.0.0/8'], secret = STAND_IN_CLIENT.clientSecret, timeoutMs = 20_000 } = options;
  const client = { clientId: STAND_IN_CLIENT.clientId, clientSecret: secret };
  return createIdentityProviders({
    clients: { google: { ...client, baseUrl: google.url }, github: { ...client, baseUrl: github.url } },
    guardedFetch: guardedFetchFor(allow),
    stepTimeoutMs: timeoutMs,
  });
};

const redirectUri = (provider: string) => `https://notafter.example/v1/auth/${provider}/callback`;

const roundTrip = async (name: IdentityProviderName, providers = open()): Promise<ProvenIdentity> => {
  const { url, secrets } = await providers.begin(name, redirectUri(name));
  return providers.finish(name, await pressConsent(url), secrets);
};

const refused = { name: 'IdentityProviderError', kind: 'refused' };
const unavailable = { name: 'IdentityProviderError', kind: 'unavailable' };

describe('the redirect to the provider', () => {
  it.each(['google', 'github'] as const)(
    'to %s contains a state and the hash of a verifier, never the verifier or the secret',
    async (name) => {
      const { url, secrets } = await open().begin(name, redirectUri(name));
      const asked = new URL(url).searchParams;
      expect(Object.fromEntries(asked)).toMatchObject({
        response_type: 'code',
        client_id: STAND_IN_CLIENT.clientId,
        redirect_uri: redirectUri(name),
        state: secrets.state,
        code_challenge_method: 'S256',
      });
      expect(asked.get('nonce')).toBe(secrets.nonce);
      expect(secrets.nonce === null).toBe(name === 'github');
      expect(url).not.toContain(secrets.codeVerifier);
      expect(url).not.toContain(encodeURIComponent(STAND_IN_CLIENT.clientSecret));
    },
  );

  it('has new secrets each time', async () => {
    const [first, second] = await Promise.all([
      open().begin('google', redirectUri('google')),
      open().begin('google', redirectUri('google')),
    ]);
    const valuesOf = ({ secrets }: AuthorizationRequest) => [secrets.state, secrets.codeVerifier, secrets.nonce];
    expect(new Set([...valuesOf(first), ...valuesOf(second)]).size).toBe(6);
  });

  it('fetches the metadata once and shares it', async () => {
    const providers = open();
    const before = google.asked.length;
    await Promise.all([providers.begin('google', redirectUri('google')), providers.begin('google', redirectUri('google'))]);
    expect(google.asked.slice(before)).toEqual(['GET /.well-known/openid-configuration']);
  });

  it('goes to github.com without a request', async () => {
    const clients = { google: null, github: { baseUrl: 'https://github.com', clientId: 'id', clientSecret: 'secret' } };
    const { url } = await createIdentityProviders({ clients, guardedFetch: guardedFetchFor([]) }).begin('github', redirectUri('github'));
    expect(url).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/);
  });
});

describe('the returning person', () => {
  it('from Google is identified by the ID token, at its issuer', async () => {
    expect(await roundTrip('google')).toEqual({
      subject: `${google.url} ${maren.sub}`,
      email: 'maren@harborline.example',
      firstName: 'Maren',
      lastName: 'Holt',
      fullName: 'Maren Holt',
    });
  });

  it('from GitHub is identified by the ID, on its host, with the primary address', async () => {
    expect(await roundTrip('github')).toEqual({
      subject: `${new URL(github.url).host} 583231`,
      email: 'mona@example.com',
      firstName: null,
      lastName: null,
      fullName: 'Mona Lisa Octocat',
    });
  });

  it('has no unverified address', async () => {
    google.person = { ...maren, emailVerified: false };
    expect(await roundTrip('google')).toMatchObject({ email: null });
    Object.assign(google, { person: maren, flaw: 'verified as text' });
    expect(await roundTrip('google')).toMatchObject({ email: null });
    github.person = { ...octocat, emails: [{ email: 'mona@example.com', primary: true, verified: false }, ...octocat.emails.slice(0, 1)] };
    expect(await roundTrip('github')).toMatchObject({ email: null });
    github.person = { ...octocat, emails: [{ email: 'no address', primary: true, verified: true }] };
    expect(await roundTrip('github')).toMatchObject({ email: null });
  });
});

describe('an ID token', () => {
  it.each<TokenFlaw>([
    'wrong nonce',
    'no nonce',
    'wrong signature',
    'unsigned',
    'symmetric',
    'expired',
    'wrong audience',
    'wrong issuer',
    'not base64',
  ])('with a flaw is rejected: %s', async (flaw) => {
    google.flaw = flaw;
    await expect(roundTrip('google')).rejects.toMatchObject(refused);
  });
});

describe('a callback', () => {
  it.each(['google', 'github'] as const)('from %s with another state, another issuer or no code is rejected', async (name) => {
    const providers = open();
    const { url, secrets } = await providers.begin(name, redirectUri(name));
    const genuine = await pressConsent(url);
    const tampered = (change: (query: URLSearchParams) => void): URL => {
      const callback = new URL(genuine);
      change(callback.searchParams);
      return callback;
    };
    const callbacks = [
      tampered((query) => query.set('state', 'x'.repeat(43))),
      tampered((query) => query.delete('state')),
      tampered((query) => query.append('state', secrets.state)),
      tampered((query) => query.set('iss', 'https://evil.example')),
      tampered((query) => query.delete('code')),
      tampered((query) => query.set('code', 'guessed')),
      tampered((query) => query.set('id_token', 'injected')),
    ];
    for (const callback of callbacks) await expect(providers.finish(name, callback, secrets)).rejects.toMatchObject(refused);
  });

  it.each(['google', 'github'] as const)('from %s works once', async (name) => {
    const providers = open();
    const { url, secrets } = await providers.begin(name, redirectUri(name));
    const callback = await pressConsent(url);
    await providers.finish(name, callback, secrets);
    await expect(providers.finish(name, callback, secrets)).rejects.toMatchObject(refused);
  });

  it('with the verifier of another round trip is rejected', async () => {
    const providers = open();
    const { url, secrets } = await providers.begin('google', redirectUri('google'));
    const other = await providers.begin('google', redirectUri('google'));
    const mixed = { ...secrets, codeVerifier: other.secrets.codeVerifier };
    await expect(providers.finish('google', await pressConsent(url), mixed)).rejects.toMatchObject(refused);
  });

  it('of a person who canceled is a refusal', async () => {
    const providers = open();
    const { url, secrets } = await providers.begin('google', redirectUri('google'));
    await expect(providers.finish('google', await pressConsent(url, 'no'), secrets)).rejects.toMatchObject({
      ...refused,
      message: 'It came back with "access_denied".',
    });
  });

  it.each(['google', 'github'] as const)('from %s is rejected for a client with another secret', async (name) => {
    await expect(roundTrip(name, open({ secret: 'guessed' }))).rejects.toMatchObject(refused);
  });
});

describe('a failing provider', () => {
  it.each([
    ['down', 'It answered 503.'],
    ['silent', /did not answer within 2 s/],
    ['huge', /larger than/],
  ] as const)('that is %s is unavailable, quickly and with a reason', async (trouble, message) => {
    const providers = open(trouble === 'silent' ? { timeoutMs: 2_000 } : {});
    google.trouble = trouble;
    await expect(providers.begin('google', redirectUri('google'))).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringMatching(message),
    });
    google.trouble = 'none';
    await roundTrip('google', open());
  });

  it.each(['google', 'github'] as const)('after the consent at %s is unavailable too', async (name) => {
    const providers = open();
    const { url, secrets } = await providers.begin(name, redirectUri(name));
    const callback = await pressConsent(url);
    Object.assign(name === 'google' ? google : github, { trouble: 'down' });
    await expect(providers.finish(name, callback, secrets)).rejects.toMatchObject(unavailable);
  });

  it('in private space is not called unless the operator allows it', async () => {
    const before = google.asked.length;
    await expect(open({ allow: [] }).begin('google', redirectUri('google'))).rejects.toMatchObject({
      ...unavailable,
      message: expect.stringContaining('private'),
    });
    expect(google.asked.length).toBe(before);
  });
});

it('reports the fault, without quoting the response', async () => {
  google.flaw = 'wrong nonce';
  const error: unknown = await roundTrip('google').catch((reason: unknown) => reason);
  expect(error).toMatchObject({ ...refused, message: expect.stringContaining('nonce') });
  expect(error).not.toHaveProperty('cause');
});
