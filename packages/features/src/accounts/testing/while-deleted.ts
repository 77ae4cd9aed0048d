import { users } from '@notafter/db';
import type { UserId } from '@notafter/domain';
import { countLockWaits, type TestSystemContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';

/** Deletes a person's account while `attempt` runs and waits for the delete; returns the outcome of the attempt. */
export const whileDeleted = async ({ db }: TestSystemContext, userId: UserId, attempt: () => Promise<unknown>): Promise<unknown> => {
  const { attempted } = await db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, userId)).for('update');
    const attempted = attempt().catch((error: unknown) => error);
    await expect.poll(() => countLockWaits(db)).toBe(1);
    await tx.delete(users).where(eq(users.id, userId));
    return { attempted };
  });
  return attempted;
};
