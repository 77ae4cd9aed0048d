import { sessions } from '@notafter/db';
import { DomainError, deviceOf } from '@notafter/domain';
import type { EndSessionInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { type OrgContext, requirePerson } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { sessionHandleOf } from './internal/session-handle.ts';

/** Ends one of the person's sessions. Throws `session_not_found` if it has ended or belongs to another person. */
export const endSession = async (ctx: OrgContext, { handle }: EndSessionInput): Promise<void> => {
  const { userId } = requirePerson(ctx, 'accounts/end-session');
  await withTransaction(ctx, 'accounts/end-session', async (tx, audit) => {
    const own = await tx.db.select().from(sessions).where(eq(sessions.userId, userId));
    const meant = own.find(({ id }) => sessionHandleOf(id) === handle);
    if (meant === undefined) throw new DomainError('session_not_found');
    await tx.auth.endSession(tx.db, meant.id);
    audit({ subjectId: userId, detail: { device: deviceOf(meant.userAgent), ip: meant.ip } });
  });
};
