import { organizations, users } from '@notafter/db';
import { DomainError, type PersonActor, type Role } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../context.ts';
import { countOthers } from './profile-view.ts';

/**
 * Lets a person give up their place where an admin stays behind, and answers the role they have. Those who go at once pass
 * here one by one: the organization's row is held until the transaction ends. Throws `last_admin`, or `unauthenticated` for
 * who is gone already.
 */
export const requireOtherAdmin = async (tx: TransactionContext<OrgContext>, { userId }: PersonActor): Promise<Role> => {
  await tx.db.select({ id: organizations.id }).from(organizations).where(eq(organizations.id, tx.org.id)).for('no key update');
  const [own] = await tx.db.select({ role: users.role }).from(users).where(eq(users.id, userId)).for('update');
  if (own === undefined) throw new DomainError('unauthenticated');
  const { members, admins } = await countOthers(tx.db, tx.org.id, userId);
  if (own.role === 'admin' && admins === 0) {
    if (members > 0) throw new DomainError('last_admin');
    throw new DomainError('last_admin', { message: 'You are the only member of this organization. It needs one admin.' });
  }
  return own.role;
};
