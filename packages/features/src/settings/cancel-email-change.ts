import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { dropEmailChange } from './internal/email-change.ts';

/** Cancels a pending email change and its links. Does nothing without one. */
export const cancelEmailChange = useCase({
  name: 'settings/cancel-email-change',
  access: 'member',
  via: 'session',
  audit: 'Cancelled a change of address',
})(async (ctx): Promise<void> => {
  const { userId } = ctx.actor;
  await withTransaction(ctx, async (tx, audit) => {
    const newEmail = await dropEmailChange(tx, userId);
    audit({ subjectId: userId, detail: { newEmail } });
  });
});
