import { users } from '@notafter/db';
import type { UserId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';

/**
 * Keeps a person's row from being deleted until the transaction ends. First in every transaction that writes rows which hang
 * on it: whoever deletes the account locks the person before them, and the other way round each would wait for the other.
 * False where the person is gone already.
 */
export const lockPerson = async ({ db }: TransactionContext<SystemContext>, userId: UserId): Promise<boolean> => {
  const held = await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
  return held.length > 0;
};
