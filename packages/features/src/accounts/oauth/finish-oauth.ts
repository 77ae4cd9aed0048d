import type { NewSession } from '@notafter/auth';
import { identities, users } from '@notafter/db';
import {
  DomainError,
  type IdentityProviderName,
  networkOf,
  type ProvenIdentity,
  personNameOf,
  type SecondFactorQuestion,
  type UserId,
} from '@notafter/domain';
import type { FinishOauthInput } from '@notafter/domain/inputs';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { RequestContext } from '../../context.ts';
import { openOrganization } from '../../open-organization.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockPerson } from '../internal/lock-person.ts';
import { createAccount } from '../registration/internal/create-account.ts';
import { markMailboxProven } from '../registration/internal/mark-mailbox-proven.ts';
import { endUnprovenSignUp, isProven } from '../registration/unproven-sign-up.ts';
import { type OpenedSession, openSession } from '../sessions/internal/open-session.ts';
import { findSignInAccount, linkedDetail, requireOpenAccount, type SignInAccount, signInNote } from '../sessions/internal/signed-in.ts';
import { askProvider, callbackUrl, requireOffered } from './internal/ask-provider.ts';
import { linkIdentity } from './internal/link-identity.ts';
import { openFlow, sealPendingLink } from './internal/oauth-state.ts';

/** Outcome of a round trip. `confirm`: the address has an account, whose owner must sign in before the identity is linked. */
export type FinishedOauth =
  | { readonly state: 'signed-in'; readonly session: NewSession }
  | { readonly state: 'second-factor'; readonly question: SecondFactorQuestion }
  | { readonly state: 'linked' }
  | { readonly state: 'confirm' /** Sealed; for a cookie until the owner signs in. */; readonly pendingLink: string };

interface Proven extends ProvenIdentity {
  readonly provider: IdentityProviderName;
}

const finishedOf = (opened: OpenedSession): FinishedOauth =>
  opened.state === 'signed-in' ? { state: 'signed-in', session: opened.session } : opened;

const rowOf = ({ provider, subject }: Proven) => and(eq(identities.provider, provider), eq(identities.subject, subject));

const findLinked = (ctx: RequestContext, proven: Proven): Promise<SignInAccount | undefined> =>
  findSignInAccount(ctx, inArray(users.id, ctx.db.select({ id: identities.userId }).from(identities).where(rowOf(proven))));

const requireEmail = ({ email }: Proven): string => {
  if (email === null) throw new DomainError('oauth_email_unverified');
  return email;
};

/** Linking from the settings: the signed-in person confirmed their identity when it started. */
const linkTo = async (ctx: RequestContext, userId: UserId, proven: Proven): Promise<FinishedOauth> => {
  await openOrganization(ctx);
  const owner = await findLinked(ctx, proven);
  if (owner?.id === userId) return { state: 'linked' };
  if (owner !== undefined) throw new DomainError('identity_taken');
  const { provider, subject } = proven;
  const email = requireEmail(proven);
  await withTransaction(ctx, async (tx, audit) => {
    if (!(await lockPerson(tx, userId))) throw new DomainError('unauthenticated');
    if (!(await linkIdentity(tx, { provider, subject, email, userId }))) throw new DomainError('identity_exists');
    audit({ subjectId: userId, detail: { provider, linked: true } });
  });
  return { state: 'linked' };
};

const signIn = async (ctx: RequestContext, proven: Proven, account: SignInAccount): Promise<FinishedOauth> => {
  requireOpenAccount(account);
  const opened = await withTransaction(ctx, async (tx, audit) => {
    await lockPerson(tx, account.id);
    const email = proven.email ?? identities.email;
    const mine = and(rowOf(proven), eq(identities.userId, account.id));
    const still = await tx.db
      .update(identities)
      .set({ email: sql`${email}` })
      .where(mine)
      .returning({ email: identities.email });
    // Deleted concurrently.
    if (still.length === 0) throw new DomainError('oauth_failed');
    const result = await openSession(tx, account.id, { secondFactorGiven: false });
    if (result.state === 'signed-in') await markMailboxProven(tx, account.id, proven.email);
    audit(signInNote(account, { provider: proven.provider, state: result.state, ...linkedDetail(result) }));
    return result;
  });
  return finishedOf(opened);
};

const register = async (ctx: RequestContext, proven: Proven, email: string): Promise<FinishedOauth> => {
  await throttleOf(ctx).spend('registerFromNetwork', networkOf(ctx.origin.ip));
  const { provider, subject, firstName, lastName, fullName } = proven;
  const name = personNameOf({ first: firstName, last: lastName, full: fullName, email });
  const opened = await withTransaction(ctx, async (tx, audit) => {
    const linkedAt = tx.clock.now();
    // The sign-up with this address never proved it; the provider says whose address it is.
    const endedSignUp = await endUnprovenSignUp(tx, email);
    const account = await createAccount(tx, { email, ...name, passwordHash: null, activatedAt: linkedAt });
    // A concurrent request registered the address or linked the identity: the next try finds it.
    if (account === null) throw new DomainError('conflict');
    const { userId, orgId } = account;
    const linked = await tx.db.insert(identities).values({ provider, subject, userId, email, linkedAt }).onConflictDoNothing().returning();
    if (linked.length === 0) throw new DomainError('conflict');
    await markMailboxProven(tx, userId, email);
    const detail = { provider, registered: true, ...(endedSignUp ? { endedSignUp } : {}) };
    audit({ subjectId: userId, actorId: userId, actorEmail: email, orgId, detail });
    return openSession(tx, userId, { secondFactorGiven: false });
  });
  return finishedOf(opened);
};

/**
 * Finishes a round trip with an identity provider, once, in the browser that started it. A known identity signs in. An unknown
 * identity with a verified address creates an account, replacing a sign-up that nobody proved, or waits for the owner of the
 * account with that address. Throws `oauth_failed` for anything that does not match, `oauth_unavailable`,
 * `oauth_email_unverified`, `identity_taken`, `identity_exists`, `not_activated`, `organization_disabled`, `rate_limited`, and
 * `not_found` if the provider is not offered.
 */
export const finishOauth = useCase({
  name: 'accounts/finish-oauth',
  access: 'anyone',
  audit: 'Signed in with a provider, or linked one',
})(async (ctx, { provider, query }: FinishOauthInput): Promise<FinishedOauth> => {
  requireOffered(ctx, provider);
  const throttle = throttleOf(ctx);
  await throttle.spend('oauthFromNetwork', networkOf(ctx.origin.ip));
  const flow = openFlow(ctx, provider, ctx.oauthCookies?.oauthFlow ?? null);
  if (flow === null || !(await throttle.trySpend('oauthFlow', flow.id))) throw new DomainError('oauth_failed');
  const isOwner = ctx.actor?.via === 'session' && ctx.actor.userId === flow.linkTo;
  if (flow.linkTo !== null && !isOwner) throw new DomainError('oauth_failed');

  // PUBLIC_URL, regardless of the host that the request named.
  const callback = new URL(callbackUrl(ctx, provider));
  callback.search = query;
  const { identityProviders } = ctx.gateways;
  const identity = await askProvider(ctx, provider, () => identityProviders.finish(provider, callback, flow.secrets));
  const proven: Proven = { ...identity, provider };
  if (flow.linkTo !== null) return linkTo(ctx, flow.linkTo, proven);

  const known = await findLinked(ctx, proven);
  if (known !== undefined) return signIn(ctx, proven, known);
  const email = requireEmail(proven);
  const [holder] = await ctx.db
    .select({ id: users.id, activatedAt: users.activatedAt, inUse: isProven(ctx.db, users.orgId) })
    .from(users)
    .where(eq(users.email, email));
  if (holder === undefined || (holder.activatedAt === null && !holder.inUse)) return register(ctx, proven, email);
  return { state: 'confirm', pendingLink: sealPendingLink(ctx, { provider, subject: proven.subject, email, userId: holder.id }) };
});
