import { type Executor, users } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import { isProven } from '../../accounts/registration/unproven-sign-up.ts';

/** A person belongs to one organization. An unproven sign-up does not count, and may be invited. Throws `user_exists`. */
export const refuseKnownAddress = async (db: Executor, email: string): Promise<void> => {
  const [known] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isProven(db, users.orgId)));
  if (known === undefined) return;
  const { message } = new DomainError('user_exists');
  throw new DomainError('user_exists', { details: [{ path: 'email', message }] });
};
