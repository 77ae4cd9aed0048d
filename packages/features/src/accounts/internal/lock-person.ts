import { users } from '@notafter/db';
import type { UserId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';

/**
 * Keeps a person's row from being deleted until the transaction ends; returns false if it was deleted already. Call it first in
 * every transaction that writes rows referencing the person: deleting an account locks the person first too, so the other order
 * would deadlock.
 */
export const lockPerson = async ({ db }: TransactionContext<SystemContext>, userId: UserId): Promise<boolean> => {
  const held = await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
  return held.length > 0;
};
