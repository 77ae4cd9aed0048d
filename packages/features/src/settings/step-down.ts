import { users } from '@notafter/db';
import { eq } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { requireOtherAdmin } from './internal/require-other-admin.ts';

/** Makes the calling admin a viewer. Throws `last_admin`. */
export const stepDown = useCase({
  name: 'settings/step-down',
  access: 'admin',
  via: 'session',
  audit: 'Gave up the admin role',
})(async (ctx): Promise<void> => {
  const person = ctx.actor;
  await withTransaction(ctx, async (tx, audit) => {
    await requireOtherAdmin(tx, person);
    await tx.db.update(users).set({ role: 'viewer' }).where(eq(users.id, person.userId));
    audit({ subjectId: person.userId, detail: { before: 'admin', role: 'viewer' } });
  });
});
