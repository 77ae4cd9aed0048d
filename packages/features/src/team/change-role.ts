import { users } from '@notafter/db';
import type { ChangeRoleInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { lockChangeableMember } from './internal/changeable-member.ts';
import { type TeamMember, toMember } from './internal/member-view.ts';

/**
 * Changes the role of a member who is not an admin, effective with their next request. Throws `team_plan`, `user_not_found` or
 * `admin_protected`.
 */
export const changeRole = async (ctx: OrgContext, { id, role }: ChangeRoleInput): Promise<{ user: TeamMember }> => {
  requirePermission(ctx, 'team/change-role');
  return withTransaction(ctx, 'team/change-role', async (tx, audit) => {
    const member = await lockChangeableMember(tx.db, tx.org.id, id);
    await tx.db.update(users).set({ role }).where(eq(users.id, id));
    audit({ subjectId: id, detail: { email: member.email, before: member.role, role } });
    return { user: toMember({ ...member, role }) };
  });
};
