import type { IdentityProviderName, IdentityProviders } from '@notafter/domain';
import type { GuardedFetch } from '@notafter/net';
import { createGithub } from './github.ts';
import { createGoogle } from './google.ts';
import type { Provider, ProviderClient } from './provider.ts';
import { createStepFetch, STEP_TIMEOUT_MS, toProviderError } from './provider-client.ts';

interface IdentityProvidersOptions {
  /** Null if a provider is not configured. */
  readonly clients: Readonly<Record<IdentityProviderName, ProviderClient | null>>;
  readonly guardedFetch: GuardedFetch;
  /** Time limit for each of the two steps. */
  readonly stepTimeoutMs?: number;
}

/** The real providers, called through the outbound guard: one in private space needs TARGET_ALLOW. */
export const createIdentityProviders = ({
  clients,
  guardedFetch,
  stepTimeoutMs = STEP_TIMEOUT_MS,
}: IdentityProvidersOptions): IdentityProviders => {
  const providers: Readonly<Record<IdentityProviderName, Provider | null>> = {
    github: clients.github === null ? null : createGithub(clients.github),
    google: clients.google === null ? null : createGoogle(clients.google),
  };
  const requireProvider = (name: IdentityProviderName): Provider => {
    const provider = providers[name];
    if (provider === null) throw new Error(`The identity provider ${name} is not configured.`);
    return provider;
  };
  const step = async <Result>(take: () => Promise<Result>): Promise<Result> => {
    try {
      return await take();
    } catch (error) {
      throw toProviderError(error);
    }
  };
  const newFetch = () => createStepFetch(guardedFetch, stepTimeoutMs);
  return {
    begin: (name, redirectUri) => step(() => requireProvider(name).begin(redirectUri, newFetch())),
    finish: (name, callback, secrets) => step(() => requireProvider(name).finish(callback, secrets, newFetch())),
  };
};
