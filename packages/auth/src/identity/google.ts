import { addMs, HOUR_MS, IdentityProviderError, looksLikeEmail, normalizeEmail } from '@notafter/domain';
import type { CustomFetch } from 'openid-client';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  customFetch,
  discovery,
  type ExportedJWKSCache,
  enableNonRepudiationChecks,
  getJwksCache,
  type IDToken,
  type ServerMetadata,
  setJwksCache,
} from 'openid-client';
import { configure, isPlain, type Provider, type ProviderClient, requestAuthorization, textOrNull } from './provider.ts';

const GOOGLE_ISSUER = 'https://accounts.google.com';
const METADATA_KEPT_MS = HOUR_MS;

/** Only an address that the provider verified: Google sends true, never a string. */
const verifiedEmailOf = ({ email, email_verified }: IDToken): string | null => {
  if (email_verified !== true || typeof email !== 'string') return null;
  const address = normalizeEmail(email);
  return looksLikeEmail(address) ? address : null;
};

/** Fetched at most once an hour; a failed fetch is retried. */
const createMetadata = (client: ProviderClient) => {
  let kept: { readonly metadata: Promise<ServerMetadata>; readonly until: Date } | null = null;
  return async (fetch: CustomFetch): Promise<ServerMetadata> => {
    const now = new Date();
    if (kept === null || kept.until <= now) {
      const asked = discovery(new URL(client.baseUrl), client.clientId, client.clientSecret, undefined, {
        [customFetch]: fetch,
        ...(isPlain(client) ? { execute: [allowInsecureRequests] } : {}),
      }).then((config) => config.serverMetadata());
      kept = { metadata: asked, until: addMs(now, METADATA_KEPT_MS) };
    }
    const { metadata } = kept;
    try {
      return await metadata;
    } catch (error) {
      if (kept?.metadata === metadata) kept = null;
      throw error;
    }
  };
};

/** OpenID Connect: metadata by discovery; verifies signature, issuer, audience, nonce and times of the ID token. */
export const createGoogle = (client: ProviderClient): Provider => {
  const metadata = createMetadata(client);
  let keys: ExportedJWKSCache | undefined;
  const open = async (fetch: CustomFetch) => {
    const config = configure(await metadata(fetch), client, fetch);
    // By default, the library trusts TLS alone for tokens that come directly from the provider.
    enableNonRepudiationChecks(config);
    if (keys !== undefined) setJwksCache(config, keys);
    return config;
  };
  return {
    begin: async (redirectUri, fetch) =>
      requestAuthorization(await open(fetch), { redirectUri, scope: 'openid email profile', nonce: true }),
    finish: async (callback, { state, codeVerifier, nonce }, fetch) => {
      if (nonce === null) throw new IdentityProviderError('refused', 'The round trip started without a nonce.');
      const config = await open(fetch);
      const tokens = await authorizationCodeGrant(config, callback, {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      keys = getJwksCache(config);
      const claims = tokens.claims();
      if (claims === undefined) throw new IdentityProviderError('refused', 'It sent no ID token.');
      return {
        // A subject is unique per issuer only (OpenID Connect Core section 5.7).
        subject: claims.iss === GOOGLE_ISSUER ? claims.sub : `${claims.iss} ${claims.sub}`,
        email: verifiedEmailOf(claims),
        firstName: textOrNull(claims.given_name),
        lastName: textOrNull(claims.family_name),
        fullName: textOrNull(claims.name),
      };
    },
  };
};
