import { sessions } from '@notafter/db';
import { DomainError, deviceOf } from '@notafter/domain';
import { endSessionInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { sessionHandleOf } from './internal/session-handle.ts';

/** Ends one of the person's sessions. Throws `session_not_found` if it has ended or belongs to another person. */
export const endSession = useCase({
  name: 'accounts/end-session',
  access: 'member',
  via: 'session',
  input: endSessionInput,
  audit: 'Signed out another browser',
})(async (ctx, { handle }): Promise<void> => {
  const { userId } = ctx.actor;
  await withTransaction(ctx, async (tx, audit) => {
    const own = await tx.db.select().from(sessions).where(eq(sessions.userId, userId));
    const meant = own.find(({ id }) => sessionHandleOf(id) === handle);
    if (meant === undefined) throw new DomainError('session_not_found');
    await tx.auth.endSession(tx.db, meant.id);
    audit({ subjectId: userId, detail: { device: deviceOf(meant.userAgent), ip: meant.ip } });
  });
});
