import { emailChanges, oneTimeLinks, users } from '@notafter/db';
import { DomainError, networkOf } from '@notafter/domain';
import { resetPasswordInput } from '@notafter/domain/inputs';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { type LinkState, readLinkState, useLink } from '../internal/one-time-links.ts';
import { enqueueSecurityNotice } from '../security-notice.ts';
import { checkPassword, getPasswordOwner } from './check-password.ts';
import { type EndedCredentials, endCredentials, listCredentials, type RemainingCredential } from './internal/made-credentials.ts';
import {
  listSignInMethods,
  type RemainingSignInMethod,
  type RemovedSignInMethods,
  removeSignInMethods,
} from './internal/remaining-sign-in-methods.ts';

type OpenLink = Exclude<LinkState, { state: 'unknown' }>;

const requireOpen = (link: LinkState): OpenLink => {
  switch (link.state) {
    case 'unknown':
      throw new DomainError('link_invalid');
    case 'used':
      throw new DomainError('link_used');
    case 'expired':
      throw new DomainError('link_expired');
    case 'open':
      return link;
  }
};

export interface ResetPassword {
  readonly message: string;
  readonly ended: EndedCredentials;
  /** Oldest first; empty if they were to be ended. */
  readonly remaining: readonly RemainingCredential[];
  readonly removed: RemovedSignInMethods;
  readonly remainingSignInMethods: readonly RemainingSignInMethod[];
}

/**
 * Sets a new password by a mailed link, once. With `endCredentials`, the person's tokens and the API keys they created end too;
 * without it, they are returned as `remaining`. `removeSignInMethods` removes passkeys and linked accounts, except from a person
 * with an authenticator app, which always stays. Ends every session, every older link and a pending email change, and notifies
 * the person by mail. Activates an account that was not active, since the mail proved its address. Throws `link_invalid`,
 * `link_used`, `link_expired`, `password_too_short` or `password_too_common`.
 */
export const resetPassword = useCase({
  name: 'accounts/reset-password',
  access: 'anyone',
  input: resetPasswordInput,
  audit: 'Reset the password',
})(async (ctx, input): Promise<ResetPassword> => {
  const { token, password, endCredentials: endsCredentials = false, removeSignInMethods: removesMethods = false } = input;
  const { email, userId: ownerId } = requireOpen(await readLinkState(ctx, 'password-reset', token));
  await checkPassword(password, ctx.config.passwordMinLength, await getPasswordOwner(ctx, ownerId));
  const passwordHash = await ctx.auth.hashPassword(password);

  const after = await withTransaction({ ...ctx, actor: null }, async (tx, audit) => {
    const { id, userId, orgId } = requireOpen(await readLinkState(tx, 'password-reset', token));
    if (!(await useLink(tx, id))) throw new DomainError('link_used');
    const now = tx.clock.now();
    await tx.db
      .update(users)
      .set({ passwordHash, activatedAt: sql`coalesce(${users.activatedAt}, ${sql.param(now, users.activatedAt)})` })
      .where(eq(users.id, userId));
    await tx.db
      .update(oneTimeLinks)
      .set({ usedAt: now })
      .where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.purpose, 'password-reset'), isNull(oneTimeLinks.usedAt)));
    // A person who had to recover their account did not request the email change.
    await tx.db.delete(emailChanges).where(eq(emailChanges.userId, userId));
    await tx.auth.endAllSessions(tx.db, userId);
    await enqueueSecurityNotice(tx, userId, 'password-changed');
    const ended = endsCredentials ? await endCredentials(tx, { userId, orgId }) : { tokens: 0, apiKeys: 0 };
    const removed = removesMethods ? await removeSignInMethods(tx, userId) : { passkeys: 0, identities: 0 };
    const detail = {
      ...(endsCredentials ? { endedTokens: ended.tokens, endedApiKeys: ended.apiKeys } : {}),
      ...(removesMethods ? { removedPasskeys: removed.passkeys, removedIdentities: removed.identities } : {}),
    };
    audit({ subjectId: userId, actorId: userId, actorEmail: email, orgId, detail });
    const remaining = await listCredentials(tx, { userId, orgId });
    return { ended, remaining, removed, remainingSignInMethods: await listSignInMethods(tx, userId) };
  });
  const throttle = throttleOf(ctx);
  await throttle.forgive('loginToAccount', email);
  await throttle.forgive('loginToAccountFromNetwork', `${email} ${networkOf(ctx.origin.ip)}`);
  return { message: 'Password reset successfully! Redirecting to login...', ...after };
});
