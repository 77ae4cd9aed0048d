import { z } from 'zod';
import { identityProviderNames } from './identity-provider.ts';

const provider = z.enum(identityProviderNames, 'is not a provider that people sign in with');

/** `link`: for the account that is signed in; else to sign in. */
export const beginOauthInput = z.object({ provider, link: z.boolean() });
export type BeginOauthInput = z.infer<typeof beginOauthInput>;

/** What the browser came back with: the query of the callback's address, with or without its `?`. */
export const finishOauthInput = z.object({ provider, query: z.string().max(8_000) });
export type FinishOauthInput = z.infer<typeof finishOauthInput>;

export const linkIdentityInput = z.object({ provider });
export const removeIdentityInput = z.object({ provider });
export type RemoveIdentityInput = z.infer<typeof removeIdentityInput>;
