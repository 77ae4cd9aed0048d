import { organizations, users } from '@notafter/db';
import { DomainError, type PersonActor, type Role } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../context.ts';
import { countOthers } from './profile-view.ts';

/**
 * Requires that another admin remains, and returns the person's role. Locks the organization's row, so that concurrent
 * departures pass one by one. Throws `last_admin`, or `unauthenticated` for a deleted person.
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
