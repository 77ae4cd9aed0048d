import { randomUUID } from 'node:crypto';
import { IdentityProviderError, type IdentityProviderName, type IdentityProviders, type ProvenIdentity } from '@notafter/domain';

export interface ScriptedIdentityProviders extends IdentityProviders {
  /** The person who returns with this code; an error makes `finish` reject. */
  answer(provider: IdentityProviderName, code: string, outcome: ProvenIdentity | IdentityProviderError): void;
  /** The next `begin` rejects with this, once. */
  failNext(error: IdentityProviderError): void;
  /** The URLs that browsers were sent to, and their return URLs. */
  readonly begun: { readonly provider: IdentityProviderName; readonly redirectUri: string }[];
  /** Exchanged codes. */
  readonly exchanged: string[];
}

/** Checks the state like a real provider; everything else is scripted, and an unscripted code is rejected. */
export const createScriptedIdentityProviders = (): ScriptedIdentityProviders => {
  const outcomes = new Map<string, ProvenIdentity | IdentityProviderError>();
  const begun: { readonly provider: IdentityProviderName; readonly redirectUri: string }[] = [];
  const exchanged: string[] = [];
  let failure: IdentityProviderError | null = null;
  return {
    begun,
    exchanged,
    answer: (provider, code, outcome) => {
      outcomes.set(`${provider} ${code}`, outcome);
    },
    failNext: (error) => {
      failure = error;
    },
    begin: async (provider, redirectUri) => {
      if (failure !== null) {
        const error = failure;
        failure = null;
        throw error;
      }
      begun.push({ provider, redirectUri });
      const state = randomUUID();
      const secrets = { state, codeVerifier: randomUUID(), nonce: provider === 'google' ? randomUUID() : null };
      return { url: `https://${provider}.example/authorize?state=${state}`, secrets };
    },
    finish: async (provider, callback, { state }) => {
      const code = callback.searchParams.get('code') ?? '';
      if (callback.searchParams.get('state') !== state) throw new IdentityProviderError('refused', 'unexpected "state"');
      exchanged.push(code);
      const outcome = outcomes.get(`${provider} ${code}`) ?? new IdentityProviderError('refused', 'unknown code');
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
};
