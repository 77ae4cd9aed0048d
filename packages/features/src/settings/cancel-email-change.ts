import { type OrgContext, requirePerson } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { dropEmailChange } from './internal/email-change.ts';

/** Cancels a pending email change and its links. Does nothing without one. */
export const cancelEmailChange = async (ctx: OrgContext): Promise<void> => {
  const { userId } = requirePerson(ctx, 'settings/cancel-email-change');
  await withTransaction(ctx, 'settings/cancel-email-change', async (tx, audit) => {
    const newEmail = await dropEmailChange(tx, userId);
    audit({ subjectId: userId, detail: { newEmail } });
  });
};
