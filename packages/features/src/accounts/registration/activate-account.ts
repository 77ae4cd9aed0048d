import { users } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { activateAccountInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { readLinkState, useLink } from '../internal/one-time-links.ts';

/**
 * Activates the account of a mailed link. For an account that is active already, from a second click or a second mail, returns
 * a message and no error. Throws `link_invalid`, `link_used` or `link_expired`.
 */
export const activateAccount = useCase({
  name: 'accounts/activate-account',
  access: 'anyone',
  input: activateAccountInput,
  audit: 'Activated the account',
})(
  (ctx, { token }): Promise<{ message: string }> =>
    withTransaction({ ...ctx, actor: null }, async (tx, audit) => {
      const link = await readLinkState(tx, 'account-activation', token);
      if (link.state === 'unknown') throw new DomainError('link_invalid');
      if (link.activated) return { message: 'This account is already active.' };
      if (link.state === 'expired') {
        throw new DomainError('link_expired', { message: 'This link has expired. Sign in to have a new one sent to you.' });
      }
      if (!(await useLink(tx, link.id))) throw new DomainError('link_used');
      await tx.db.update(users).set({ activatedAt: tx.clock.now() }).where(eq(users.id, link.userId));
      audit({ subjectId: link.userId, actorId: link.userId, actorEmail: link.email, orgId: link.orgId });
      return { message: 'Your account is active. You can sign in now.' };
    }),
);
