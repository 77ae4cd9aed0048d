import { users } from '@notafter/db';
import { eq } from 'drizzle-orm';
import { type OrgContext, requirePerson } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { requireOtherAdmin } from './internal/require-other-admin.ts';

/** Makes the calling admin a viewer. Throws `last_admin`. */
export const stepDown = async (ctx: OrgContext): Promise<void> => {
  const person = requirePerson(ctx, 'settings/step-down');
  await withTransaction(ctx, 'settings/step-down', async (tx, audit) => {
    await requireOtherAdmin(tx, person);
    await tx.db.update(users).set({ role: 'viewer' }).where(eq(users.id, person.userId));
    audit({ subjectId: person.userId, detail: { before: 'admin', role: 'viewer' } });
  });
};
