import { users } from '@notafter/db';
import { userIdInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { lockChangeableMember } from './internal/changeable-member.ts';

/**
 * Removes a member who is not an admin, with their account. Sessions, tokens, passkeys and mailed links reference its row and
 * end with it; API keys belong to the organization and stay. Works on every plan, so that nobody pays to remove a member.
 * Throws `user_not_found` or `admin_protected`.
 */
export const removeUser = useCase({
  name: 'team/remove-user',
  access: 'admin',
  input: userIdInput,
  audit: 'Removed a member',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const { email, firstName, lastName, role } = await lockChangeableMember(tx.db, tx.org.id, id);
    await tx.db.delete(users).where(eq(users.id, id));
    audit({ subjectId: id, detail: { email, name: `${firstName} ${lastName}`, role } });
  });
});
