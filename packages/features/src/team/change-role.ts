import { users } from '@notafter/db';
import { changeRoleInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { lockChangeableMember } from './internal/changeable-member.ts';
import { type TeamMember, toMember } from './internal/member-view.ts';

/**
 * Changes the role of a member who is not an admin, effective with their next request. Throws `team_plan`, `user_not_found` or
 * `admin_protected`.
 */
export const changeRole = useCase({
  name: 'team/change-role',
  access: 'admin',
  plan: 'team',
  input: changeRoleInput,
  audit: 'Changed the role of a member',
})(async (ctx, { id, role }): Promise<{ user: TeamMember }> => {
  return withTransaction(ctx, async (tx, audit) => {
    const member = await lockChangeableMember(tx.db, tx.org.id, id);
    await tx.db.update(users).set({ role }).where(eq(users.id, id));
    audit({ subjectId: id, detail: { email: member.email, before: member.role, role } });
    return { user: toMember({ ...member, role }) };
  });
});
