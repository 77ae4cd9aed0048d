import type { RequestContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';

/** Ends the session of the request; does nothing without one. */
export const logout = async (ctx: RequestContext): Promise<void> => {
  const { actor } = ctx;
  if (actor?.via !== 'session') return;
  await withTransaction(ctx, 'accounts/logout', async (tx, audit) => {
    await tx.auth.endSession(tx.db, actor.sessionId);
    audit({ subjectId: actor.userId });
  });
};
