import { users } from '@notafter/db';
import type { UserId } from '@notafter/domain';
import { and, eq, isNull } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';

/** Records that this person proved they own `email`; does nothing if it is not their current address. */
export const markMailboxProven = async (
  { db, clock }: Pick<TransactionContext<SystemContext>, 'db' | 'clock'>,
  userId: UserId,
  email: string | null,
): Promise<void> => {
  if (email === null) return;
  await db
    .update(users)
    .set({ mailboxProvenAt: clock.now() })
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.mailboxProvenAt)));
};
