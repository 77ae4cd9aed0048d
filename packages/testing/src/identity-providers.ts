import { randomUUID } from 'node:crypto';
import { IdentityProviderError, type IdentityProviderName, type IdentityProviders, type ProvenIdentity } from '@notafter/domain';

export interface ScriptedIdentityProviders extends IdentityProviders {
  /** Who comes back with this code; an error instead is what `finish` rejects with. */
  answer(provider: IdentityProviderName, code: string, outcome: ProvenIdentity | IdentityProviderError): void;
  /** The next `begin` rejects with this, once. */
  failNext(error: IdentityProviderError): void;
  /** Where browsers were sent, and where they were to come back to. */
  readonly begun: { readonly provider: IdentityProviderName; readonly redirectUri: string }[];
  /** Codes that were exchanged. */
  readonly exchanged: string[];
}

/** Judges the state as a real one does; everything else is as scripted, and a code without a script is refused. */
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
