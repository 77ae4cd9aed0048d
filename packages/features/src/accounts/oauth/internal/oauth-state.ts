import { randomUUID } from 'node:crypto';
import { addMs, type IdentityProviderName, identityProviderNames, OAUTH_FLOW_VALID_MS, PENDING_LINK_VALID_MS } from '@notafter/domain';
import { idInput } from '@notafter/domain/inputs';
import { z } from 'zod';
import type { SystemContext } from '../../../context.ts';

type Sealer = Pick<SystemContext, 'auth' | 'clock'>;

const provider = z.enum(identityProviderNames);
const expiresAt = z.iso.datetime();

const flowText = z.object({
  /** Names the round trip, so that it is finished once. */
  id: z.string(),
  provider,
  secrets: z.object({ state: z.string(), codeVerifier: z.string(), nonce: z.string().nullable() }),
  /** Whose account the identity is to be linked to; null: to sign in. */
  linkTo: idInput<'user'>().nullable(),
  expiresAt,
});

const pendingLinkText = z.object({
  provider,
  subject: z.string(),
  email: z.string(),
  /** The account that has to prove itself first. */
  userId: idInput<'user'>(),
  expiresAt,
});

type Flow = z.infer<typeof flowText>;
export type OauthFlow = Omit<Flow, 'id' | 'expiresAt'>;
export type PendingLink = Omit<z.infer<typeof pendingLinkText>, 'expiresAt'>;

const flowPlace = (name: IdentityProviderName) => ({ table: 'cookie-oauth-flow', row: name });
const pendingLinkPlace = { table: 'cookie-pending-link', row: '' };

/** What was sealed here and is not over; null for everything else, since it comes from outside. */
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

/** For the browser to keep while it is at the provider. */
export const sealFlow = ({ auth, clock }: Sealer, flow: OauthFlow): string => {
  const text: Flow = { ...flow, id: randomUUID(), expiresAt: addMs(clock.now(), OAUTH_FLOW_VALID_MS).toISOString() };
  return auth.sealing.seal(flowPlace(flow.provider), JSON.stringify(text));
};

/** The round trip that this browser began with this provider; null where it began none, or too long ago. */
export const openFlow = (ctx: Sealer, name: IdentityProviderName, sealed: string | null): Flow | null =>
  openText(ctx, flowPlace(name), flowText, sealed);

/** For the browser to keep until the account's owner signs in. */
export const sealPendingLink = ({ auth, clock }: Sealer, link: PendingLink): string =>
  auth.sealing.seal(pendingLinkPlace, JSON.stringify({ ...link, expiresAt: addMs(clock.now(), PENDING_LINK_VALID_MS).toISOString() }));

export const openPendingLink = (ctx: Sealer, sealed: string | null): PendingLink | null =>
  openText(ctx, pendingLinkPlace, pendingLinkText, sealed);
