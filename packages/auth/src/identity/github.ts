import { IdentityProviderError, looksLikeEmail, normalizeEmail } from '@notafter/domain';
import { authorizationCodeGrant, type Configuration, fetchProtectedResource, type ServerMetadata } from 'openid-client';
import { configure, type Provider, type ProviderClient, requestAuthorization, textOrNull } from './provider.ts';

const PUBLIC_HOST = 'github.com';

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** github.com, regional clouds (`<name>.ghe.com`) and Enterprise Server have their API at different URLs. */
const apiOf = (baseUrl: string): string => {
  const { host } = new URL(baseUrl);
  return host === PUBLIC_HOST || host.endsWith('.ghe.com') ? `https://api.${host}` : `${withoutSlash(baseUrl)}/api/v3`;
};

/** The issuer that GitHub sends in `iss` (RFC 9207). */
const metadataOf = (baseUrl: string): ServerMetadata => {
  const base = withoutSlash(baseUrl);
  return {
    issuer: `${base}/login/oauth`,
    authorization_endpoint: `${base}/login/oauth/authorize`,
    token_endpoint: `${base}/login/oauth/access_token`,
    code_challenge_methods_supported: ['S256'],
  };
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

const ask = async (config: Configuration, token: string, url: string): Promise<unknown> => {
  const headers = new Headers({ accept: 'application/vnd.github+json' });
  const answer = await fetchProtectedResource(config, token, new URL(url), 'GET', undefined, headers);
  if (answer.status !== 200) {
    throw new IdentityProviderError(
      answer.status >= 500 || answer.status === 429 ? 'unavailable' : 'refused',
      `Its API answered ${answer.status}.`,
    );
  }
  try {
    return await answer.json();
  } catch {
    throw new IdentityProviderError('refused', 'Its API did not answer with JSON.');
  }
};

const verifiedEmailOf = (emails: unknown): string | null => {
  const primary = Array.isArray(emails)
    ? emails.find((entry) => isRecord(entry) && entry.primary === true && entry.verified === true)
    : null;
  if (!isRecord(primary) || typeof primary.email !== 'string') return null;
  const address = normalizeEmail(primary.email);
  return looksLikeEmail(address) ? address : null;
};

/** Plain OAuth 2: the API returns the person, and the address only if GitHub verified it. */
export const createGithub = (client: ProviderClient): Provider => {
  const metadata = metadataOf(client.baseUrl);
  const api = apiOf(client.baseUrl);
  const { host } = new URL(client.baseUrl);
  return {
    begin: (redirectUri, fetch) =>
      requestAuthorization(configure(metadata, client, fetch), { redirectUri, scope: 'user:email', nonce: false }),
    finish: async (callback, { state, codeVerifier }, fetch) => {
      const config = configure(metadata, client, fetch);
      const tokens = await authorizationCodeGrant(config, callback, { expectedState: state, pkceCodeVerifier: codeVerifier });
      const user = await ask(config, tokens.access_token, `${api}/user`);
      if (!isRecord(user) || typeof user.id !== 'number' || !Number.isSafeInteger(user.id) || user.id <= 0) {
        throw new IdentityProviderError('refused', 'Its API returned no account.');
      }
      const emails = await ask(config, tokens.access_token, `${api}/user/emails?per_page=100`);
      return {
        // IDs are unique within one GitHub installation only.
        subject: host === PUBLIC_HOST ? String(user.id) : `${host} ${user.id}`,
        email: verifiedEmailOf(emails),
        firstName: null,
        lastName: null,
        fullName: textOrNull(user.name) ?? textOrNull(user.login),
      };
    },
  };
};
