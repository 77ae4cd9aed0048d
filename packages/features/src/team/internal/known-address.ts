import { type Executor, users } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { eq } from 'drizzle-orm';

/** A person belongs to one organisation. Throws `user_exists`. */
export const refuseKnownAddress = async (db: Executor, email: string): Promise<void> => {
  const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (known === undefined) return;
  const { message } = new DomainError('user_exists');
  throw new DomainError('user_exists', { details: [{ path: 'email', message }] });
};
