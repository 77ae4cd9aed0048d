import { type Transaction, users } from '@notafter/db';
import { DomainError, type OrganizationId, protectionOf, type UserId } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import { memberColumns } from './member-view.ts';

/**
 * Returns the member, locked until the commit, so that of two admins the second acts on the first one's result. Throws
 * `user_not_found`, also for another organization's id, or `admin_protected`.
 */
export const lockChangeableMember = async (db: Transaction, orgId: OrganizationId, id: UserId) => {
  const [member] = await db
    .select(memberColumns)
    .from(users)
    .where(and(eq(users.id, id), eq(users.orgId, orgId)))
    .for('update');
  if (member === undefined) throw new DomainError('user_not_found');
  const protection = protectionOf(member.role);
  if (protection !== null) throw new DomainError(protection);
  return member;
};
