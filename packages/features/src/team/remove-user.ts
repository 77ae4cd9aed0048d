import { users } from '@notafter/db';
import type { UserIdInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { lockChangeableMember } from './internal/changeable-member.ts';

/**
 * Removes a member who is not an admin, with their account. Sessions, tokens, passkeys and mailed links reference its row and
 * end with it; API keys belong to the organization and stay. Works on every plan, so that nobody pays to remove a member.
 * Throws `user_not_found` or `admin_protected`.
 */
export const removeUser = async (ctx: OrgContext, { id }: UserIdInput): Promise<void> => {
  requirePermission(ctx, 'team/remove-user');
  await withTransaction(ctx, 'team/remove-user', async (tx, audit) => {
    const { email, firstName, lastName, role } = await lockChangeableMember(tx.db, tx.org.id, id);
    await tx.db.delete(users).where(eq(users.id, id));
    audit({ subjectId: id, detail: { email, name: `${firstName} ${lastName}`, role } });
  });
};
