import { users } from '@notafter/db';
import { DomainError, networkOf } from '@notafter/domain';
import { loginInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import type { RequestContext, TransactionContext } from '../../context.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { mailLinkTo } from '../internal/one-time-links.ts';
import { isKnownNetwork } from './internal/known-network.ts';
import {
  findSignInAccount,
  type Login,
  linkedDetail,
  requireOpenAccount,
  type SignInAccount,
  signInAs,
  signInNote,
} from './internal/signed-in.ts';

/** The mail may have been lost or expired: a person who knows the password gets another link, a few times a day. */
const mailActivationAgain = async (ctx: RequestContext, email: string): Promise<void> => {
  if (!(await throttleOf(ctx).trySpend('activationMail', email))) return;
  await ctx.db.transaction((db) => mailLinkTo({ ...ctx, db }, 'account-activation', email));
};

/**
 * Whether the checked password is still current. A concurrent password change waits until the session exists, and ends it with
 * the others.
 */
const holdPassword = async ({ db }: TransactionContext<RequestContext>, { id, passwordHash }: SignInAccount): Promise<boolean> => {
  const unchanged = and(eq(users.id, id), eq(users.passwordHash, passwordHash ?? ''));
  return (await db.select({ id: users.id }).from(users).where(unchanged).for('share')).length > 0;
};

/**
 * Signs in with address and password: always creates a new session and ends the browser's previous one. Unknown addresses and
 * wrong passwords get the same text, status and response time: `invalid_credentials`. Only after the right password:
 * `not_activated`, `organization_disabled`, and for a person with an authenticator app a challenge instead of a session.
 * `rate_limited` counts per person and network first; strangers from many networks who use up the account's tries do not lock
 * out the networks that its owner signs in from.
 */
export const login = useCase({
  name: 'accounts/login',
  access: 'anyone',
  input: loginInput,
  audit: 'Signed in',
})(async (ctx, { email, password }): Promise<Login> => {
  const throttle = throttleOf(ctx);
  const network = networkOf(ctx.origin.ip);
  await throttle.spend('loginFromNetwork', network);
  await throttle.spend('loginToAccountFromNetwork', `${email} ${network}`);
  // Checked only after the shared tries are used up; the second spending gives the wait.
  const isCrowded = !(await throttle.trySpend('loginToAccount', email));
  if (isCrowded && !(await isKnownNetwork(ctx, email, network))) await throttle.spend('loginToAccount', email);

  const account = await findSignInAccount(ctx, eq(users.email, email));
  if (!(await ctx.auth.verifyPassword(account?.passwordHash ?? null, password)) || account === undefined) {
    ctx.log.info({ ip: ctx.origin.ip, userId: account?.id }, 'sign-in refused');
    throw new DomainError('invalid_credentials');
  }
  await throttle.refund('loginFromNetwork', network);
  await throttle.forgive('loginToAccountFromNetwork', `${email} ${network}`);
  await throttle.forgive('loginToAccount', email);
  if (account.activatedAt === null) await mailActivationAgain(ctx, email);
  requireOpenAccount(account);

  return withTransaction(ctx, async (tx, audit) => {
    if (!(await holdPassword(tx, account))) throw new DomainError('invalid_credentials');
    const result = await signInAs(tx, account, { secondFactorGiven: false });
    audit(signInNote(account, { state: result.state, ...linkedDetail(result) }));
    return result;
  });
});
