import type { NewSession } from '@notafter/auth';
import { organizations, users } from '@notafter/db';
import { DomainError, type OrganizationId, type SessionUser } from '@notafter/domain';
import type { LoginInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import type { RequestContext } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { networkOf } from './internal/network-of.ts';
import { mailLinkTo } from './internal/one-time-links.ts';
import { sessionUserOf } from './internal/session-user.ts';
import { throttleOf } from './internal/throttle.ts';

export interface Login {
  readonly user: SessionUser;
  readonly orgId: OrganizationId;
  /** For the transport's cookie; never part of an answer's body. */
  readonly session: NewSession;
}

const findAccount = async (ctx: RequestContext, email: string) => {
  const [account] = await ctx.db
    .select({ user: users, organizationDisabled: organizations.disabled })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.orgId))
    .where(eq(users.email, email));
  return account;
};

/** The mail may have been lost or be too old: whoever knows the password gets another link, a few times a day. */
const mailActivationAgain = async (ctx: RequestContext, email: string): Promise<void> => {
  if (!(await throttleOf(ctx).trySpend('activationMail', email))) return;
  await ctx.db.transaction((db) => mailLinkTo({ ...ctx, db }, 'account-activation', email));
};

/**
 * Signs in with address and password: always a new session, and the end of the one the browser had. Unknown addresses and
 * wrong passwords answer alike in text, status and time: `invalid_credentials`. Only after the right password:
 * `not_activated`, `organization_disabled`. `rate_limited` counts against person and network together first.
 */
export const login = async (ctx: RequestContext, { email, password }: LoginInput): Promise<Login> => {
  const throttle = throttleOf(ctx);
  const network = networkOf(ctx.origin.ip);
  await throttle.spend('loginFromNetwork', network);
  await throttle.spend('loginToAccountFromNetwork', `${email} ${network}`);
  await throttle.spend('loginToAccount', email);

  const account = await findAccount(ctx, email);
  if (!(await ctx.auth.verifyPassword(account?.user.passwordHash ?? null, password)) || account === undefined) {
    ctx.log.info({ ip: ctx.origin.ip, userId: account?.user.id }, 'sign-in refused');
    throw new DomainError('invalid_credentials');
  }
  await throttle.refund('loginFromNetwork', network);
  await throttle.forgive('loginToAccountFromNetwork', `${email} ${network}`);
  await throttle.forgive('loginToAccount', email);
  const { user } = account;
  if (user.activatedAt === null) {
    await mailActivationAgain(ctx, email);
    throw new DomainError('not_activated');
  }
  if (account.organizationDisabled) throw new DomainError('organization_disabled');

  const session = await withTransaction(ctx, 'accounts/login', async (tx, audit) => {
    if (ctx.actor?.via === 'session') await tx.auth.endSession(tx.db, ctx.actor.sessionId);
    audit({ subjectId: user.id, actorId: user.id, actorEmail: user.email, orgId: user.orgId });
    return tx.auth.createSession(tx.db, user.id, ctx.origin);
  });
  return { user: sessionUserOf({ ...user, userId: user.id }), orgId: user.orgId, session };
};
