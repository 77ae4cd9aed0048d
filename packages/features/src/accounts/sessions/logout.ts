import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';

/** Ends the session of the request; does nothing without one. */
export const logout = useCase({
  name: 'accounts/logout',
  access: 'anyone',
  audit: 'Signed out',
})(async (ctx): Promise<void> => {
  const { actor } = ctx;
  if (actor?.via !== 'session') return;
  await withTransaction(ctx, async (tx, audit) => {
    await tx.auth.endSession(tx.db, actor.sessionId);
    audit({ subjectId: actor.userId });
  });
});
