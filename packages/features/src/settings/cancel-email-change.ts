import { type OrgContext, requirePerson } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { dropEmailChange } from './internal/email-change.ts';

/** Takes back a change of address that is not in force; its links end. Does nothing where there is none. */
export const cancelEmailChange = async (ctx: OrgContext): Promise<void> => {
  const { userId } = requirePerson(ctx, 'settings/cancel-email-change');
  await withTransaction(ctx, 'settings/cancel-email-change', async (tx, audit) => {
    const newEmail = await dropEmailChange(tx, userId);
    audit({ subjectId: userId, detail: { newEmail } });
  });
};
