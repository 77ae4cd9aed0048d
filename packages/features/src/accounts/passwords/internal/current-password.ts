import { type Executor, users } from '@notafter/db';
import { DomainError, type UserId } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { OrgContext } from '../../../context.ts';
import { throttleOf } from '../../../throttling/throttle.ts';

/** Returns the person's stored hash; null if they have no password. */
export const passwordHashOf = async ({ db }: { readonly db: Executor }, userId: UserId): Promise<string | null> => {
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId));
  if (row === undefined) throw new DomainError('unauthenticated');
  return row.passwordHash;
};

/**
 * Checks the person's password, if they have one: an unlocked browser is not enough for a change that could lock its owner out.
 * Returns the hash it was checked against. Throws `current_password_wrong` or `rate_limited`.
 */
export const requireCurrentPassword = async (ctx: OrgContext, userId: UserId, given: string | null | undefined): Promise<string | null> => {
  const stored = await passwordHashOf(ctx, userId);
  if (stored === null) return null;
  if (given === null || given === undefined || given === '') {
    throw new DomainError('current_password_wrong', { message: 'Enter your current password.' });
  }
  const throttle = throttleOf(ctx);
  await throttle.spend('currentPassword', userId);
  if (!(await ctx.auth.verifyPassword(stored, given))) throw new DomainError('current_password_wrong');
  await throttle.forgive('currentPassword', userId);
  return stored;
};
