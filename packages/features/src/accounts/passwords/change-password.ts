import { oneTimeLinks, users } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { changePasswordInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { enqueueSecurityNotice } from '../security-notice.ts';
import { endOtherSessionsOf } from '../sessions/internal/end-sessions.ts';
import { requireProof } from '../sessions/proof.ts';
import { checkPassword } from './check-password.ts';
import { requireCurrentPassword } from './internal/current-password.ts';

/**
 * Changes the password after checking the current one; a person without a password sets their first one after another proof.
 * Ends every other session and every mailed reset link, and notifies the person by mail. Throws `current_password_wrong`,
 * `second_factor_invalid`, `proof_required`, `password_too_short`, `password_too_common`, `rate_limited`, or `conflict` if the
 * password changed in the meantime.
 */
export const changePassword = useCase({
  name: 'accounts/change-password',
  access: 'member',
  via: 'session',
  input: changePasswordInput,
  audit: 'Changed the password',
})(async (ctx, input): Promise<{ message: string }> => {
  const { currentPassword, code, password } = input;
  const person = ctx.actor;
  const stored = await requireCurrentPassword(ctx, person.userId, currentPassword);
  const proof = stored === null ? await requireProof(ctx, person, { code }) : null;
  await checkPassword(password, ctx.config.passwordMinLength, { ...person, organizationName: ctx.org.name });
  const passwordHash = await ctx.auth.hashPassword(password);

  await withTransaction(ctx, async (tx, audit) => {
    const { userId } = person;
    await proof?.use(tx);
    const unchanged = stored === null ? isNull(users.passwordHash) : eq(users.passwordHash, stored);
    const changed = await tx.db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, userId), unchanged))
      .returning({ id: users.id });
    if (changed.length === 0) throw new DomainError('conflict');
    await tx.db
      .update(oneTimeLinks)
      .set({ usedAt: tx.clock.now() })
      .where(and(eq(oneTimeLinks.userId, userId), eq(oneTimeLinks.purpose, 'password-reset'), isNull(oneTimeLinks.usedAt)));
    await endOtherSessionsOf(tx, person);
    await enqueueSecurityNotice(tx, userId, stored === null ? 'password-set' : 'password-changed');
    audit({ subjectId: userId, detail: { first: stored === null } });
  });
  return { message: stored === null ? 'Password set.' : 'Password changed. Every other browser was signed out.' };
});
