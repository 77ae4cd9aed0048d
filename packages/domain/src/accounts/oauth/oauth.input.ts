import { z } from 'zod';
import { proofInput } from '../sessions/sign-in.input.ts';
import { identityProviderNames } from './identity-provider.ts';

const provider = z.enum(identityProviderNames, 'is not a provider that people sign in with');

export const beginOauthInput = z.object({ provider });
export type BeginOauthInput = z.infer<typeof beginOauthInput>;

/** The query that the browser returned with, with or without its `?`. */
export const finishOauthInput = z.object({ provider, query: z.string().max(8_000) });
export type FinishOauthInput = z.infer<typeof finishOauthInput>;

export const beginLinkInput = proofInput.extend({ provider });
export type BeginLinkInput = z.infer<typeof beginLinkInput>;

export const removeIdentityInput = proofInput.extend({ provider });
export type RemoveIdentityInput = z.infer<typeof removeIdentityInput>;
