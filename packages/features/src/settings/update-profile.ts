import { users } from '@notafter/db';
import { DomainError, type UserId } from '@notafter/domain';
import { type UpdateProfileInput, updateProfileInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import type { OrgContext } from '../context.ts';
import { throttleOf } from '../throttling/throttle.ts';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { dropEmailChange, findPendingEmail, requestEmailChange } from './internal/email-change.ts';
import { getProfileView, type ProfileView } from './internal/profile-view.ts';

const readPerson = async (ctx: Pick<OrgContext, 'db'>, userId: UserId) => {
  const [row] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (row === undefined) throw new DomainError('unauthenticated');
  return row;
};

const textsOf = ({ firstName, lastName, company, position }: UpdateProfileInput) => ({ firstName, lastName, company, position });

/**
 * Saves a person's own profile. To change the email, both addresses must confirm: the new one is returned as `pendingEmail`, and
 * both get a link. The response is the same if the new address has an account, which only its own mailbox learns. Sending the
 * current address cancels the pending one; sending the pending one changes nothing. No password is needed, since both mailboxes
 * protect the account. Throws, only for another address and saving nothing, `session_required` for a token, or `rate_limited`.
 */
export const updateProfile = useCase({
  name: 'settings/update-profile',
  access: 'member',
  input: updateProfileInput,
  audit: 'Changed the profile',
})(async (ctx, input): Promise<ProfileView> => {
  const { userId, via } = ctx.actor;
  const { email: present } = await readPerson(ctx, userId);
  const pending = await findPendingEmail(ctx, userId);
  const wishes = input.email !== present && input.email !== pending?.email;
  if (wishes) {
    if (via !== 'session') throw new DomainError('session_required');
    const throttle = throttleOf(ctx);
    await throttle.spend('emailChange', userId);
    await throttle.spend('emailChangeToAddress', input.email);
  }
  return withTransaction(ctx, async (tx, audit) => {
    const [before] = await tx.db.select().from(users).where(eq(users.id, userId)).for('update');
    if (before === undefined) throw new DomainError('unauthenticated');
    await tx.db.update(users).set(textsOf(input)).where(eq(users.id, userId));
    // A link used in the meantime may have put the address in force; then nothing is pending.
    const asked = wishes && input.email !== before.email;
    if (asked) await requestEmailChange(tx, userId, input.email);
    const cancelled = via === 'session' && input.email === before.email ? await dropEmailChange(tx, userId) : null;
    const { firstName, lastName, company, position } = before;
    audit({
      subjectId: userId,
      detail: {
        before: { firstName, lastName, company, position },
        after: textsOf(input),
        ...(asked ? { newEmail: input.email } : {}),
        ...(cancelled === null ? {} : { cancelledEmail: cancelled }),
      },
    });
    return getProfileView(tx, userId);
  });
});
