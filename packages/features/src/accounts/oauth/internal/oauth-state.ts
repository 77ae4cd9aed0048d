import { randomUUID } from 'node:crypto';
import { addMs, type IdentityProviderName, identityProviderNames, OAUTH_FLOW_VALID_MS, PENDING_LINK_VALID_MS } from '@notafter/domain';
import { idInput } from '@notafter/domain/inputs';
import { z } from 'zod';
import type { SystemContext } from '../../../context.ts';

type Sealer = Pick<SystemContext, 'auth' | 'clock'>;

const provider = z.enum(identityProviderNames);
const expiresAt = z.iso.datetime();

const flowText = z.object({
  /** Identifies the round trip, so that it is finished once. */
  id: z.string(),
  provider,
  secrets: z.object({ state: z.string(), codeVerifier: z.string(), nonce: z.string().nullable() }),
  /** The account to link the identity to; null: sign in. */
  linkTo: idInput<'user'>().nullable(),
  expiresAt,
});

const pendingLinkText = z.object({
  provider,
  subject: z.string(),
  email: z.string(),
  /** The account whose owner must sign in first. */
  userId: idInput<'user'>(),
  expiresAt,
});

type Flow = z.infer<typeof flowText>;
export type OauthFlow = Omit<Flow, 'id' | 'expiresAt'>;
export type PendingLink = Omit<z.infer<typeof pendingLinkText>, 'expiresAt'>;

const flowPlace = (name: IdentityProviderName) => ({ table: 'cookie-oauth-flow', row: name });
const pendingLinkPlace = { table: 'cookie-pending-link', row: '' };

/** Returns a sealed state that has not expired; null for anything else, since the input comes from the browser. */
const openText = <Kept extends { readonly expiresAt: string }>(
  { auth, clock }: Sealer,
  place: { readonly table: string; readonly row: string },
  schema: z.ZodType<Kept>,
  sealed: string | null,
): Kept | null => {
  if (sealed === null) return null;
  try {
    const kept = schema.parse(JSON.parse(auth.sealing.open(place, sealed)));
    return new Date(kept.expiresAt) > clock.now() ? kept : null;
  } catch {
    return null;
  }
};

/** Seals a state for the browser to store while it is at the provider. */
export const sealFlow = ({ auth, clock }: Sealer, flow: OauthFlow): string => {
  const text: Flow = { ...flow, id: randomUUID(), expiresAt: addMs(clock.now(), OAUTH_FLOW_VALID_MS).toISOString() };
  return auth.sealing.seal(flowPlace(flow.provider), JSON.stringify(text));
};

/** Returns the round trip that this browser started with this provider; null if it started none or it expired. */
export const openFlow = (ctx: Sealer, name: IdentityProviderName, sealed: string | null): Flow | null =>
  openText(ctx, flowPlace(name), flowText, sealed);

/** Seals a link for the browser to store until the account's owner signs in. */
export const sealPendingLink = ({ auth, clock }: Sealer, link: PendingLink): string =>
  auth.sealing.seal(pendingLinkPlace, JSON.stringify({ ...link, expiresAt: addMs(clock.now(), PENDING_LINK_VALID_MS).toISOString() }));

export const openPendingLink = (ctx: Sealer, sealed: string | null): PendingLink | null =>
  openText(ctx, pendingLinkPlace, pendingLinkText, sealed);
