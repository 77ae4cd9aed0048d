import type { IdentityProviderName } from '../accounts/oauth/identity-provider.ts';

/** Values that must return from the provider, or be sent to it, in the same browser: stored sealed until then. */
export interface AuthorizationSecrets {
  readonly state: string;
  /** RFC 7636. */
  readonly codeVerifier: string;
  /** In the ID token; null for providers without one (plain OAuth 2). */
  readonly nonce: string | null;
}

export interface AuthorizationRequest {
  /** Where the browser goes. */
  readonly url: string;
  readonly secrets: AuthorizationSecrets;
}

/** The account that the provider returned. */
export interface ProvenIdentity {
  /** Never changes and is never given to another: the provider's own name of the account. */
  readonly subject: string;
  /** The account's primary address, normalized; null unless the provider verified it. */
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly fullName: string | null;
}

/** Sign-in with accounts elsewhere. Both reject with `IdentityProviderError`; a provider that is not configured is a fault. */
export interface IdentityProviders {
  begin(provider: IdentityProviderName, redirectUri: string): Promise<AuthorizationRequest>;
  /** `callback` is `redirectUri` with the query that the browser came back with. */
  finish(provider: IdentityProviderName, callback: URL, secrets: AuthorizationSecrets): Promise<ProvenIdentity>;
}

/**
 * Why nobody was proven. `unavailable`: the provider did not answer, or only that it cannot. `refused`: the person, the
 * provider or our judgement of its answer said no. The message is for the log and holds no secret.
 */
export class IdentityProviderError extends Error {
  readonly kind: 'unavailable' | 'refused';

  constructor(kind: 'unavailable' | 'refused', message: string) {
    super(message);
    this.name = 'IdentityProviderError';
    this.kind = kind;
  }
}
