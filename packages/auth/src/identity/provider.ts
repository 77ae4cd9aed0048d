import type { AuthorizationRequest, AuthorizationSecrets, ProvenIdentity } from '@notafter/domain';
import type { CustomFetch } from 'openid-client';
import {
  allowInsecureRequests,
  buildAuthorizationUrl,
  Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';

/** A client registered with a provider. */
export interface ProviderClient {
  /** The OpenID issuer, or GitHub's base URL. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** One step with one provider; `fetch` enforces the step's deadline. */
export interface Provider {
  begin(redirectUri: string, fetch: CustomFetch): Promise<AuthorizationRequest>;
  finish(callback: URL, secrets: AuthorizationSecrets, fetch: CustomFetch): Promise<ProvenIdentity>;
}

/** Plain http only if the operator configured such a URL: then the provider's other endpoints can be plain too. */
export const isPlain = ({ baseUrl }: ProviderClient): boolean => new URL(baseUrl).protocol === 'http:';

export const configure = (metadata: ServerMetadata, client: ProviderClient, fetch: CustomFetch): Configuration => {
  const config = new Configuration(metadata, client.clientId, client.clientSecret);
  config[customFetch] = fetch;
  if (isPlain(client)) allowInsecureRequests(config);
  return config;
};

interface RequestOptions {
  readonly redirectUri: string;
  readonly scope: string;
  /** Whether the provider returns a nonce in an ID token. */
  readonly nonce: boolean;
}

/** Returns new secrets and the URL with their public parts. */
export const requestAuthorization = async (
  config: Configuration,
  { redirectUri, scope, nonce: hasNonce }: RequestOptions,
): Promise<AuthorizationRequest> => {
  const codeVerifier = randomPKCECodeVerifier();
  const state = randomState();
  const nonce = hasNonce ? randomNonce() : null;
  const url = buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(nonce === null ? {} : { nonce }),
  });
  return { url: url.href, secrets: { state, codeVerifier, nonce } };
};

export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
