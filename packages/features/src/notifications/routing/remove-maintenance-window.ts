import { maintenanceWindows } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { windowIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { requestReview } from '../../request-review.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';

/** Ends or cancels a maintenance window; held alerts are sent soon. Throws `window_not_found`. */
export const removeMaintenanceWindow = useCase({
  name: 'notifications/remove-maintenance-window',
  access: 'admin',
  input: windowIdInput,
  audit: 'Removed a maintenance window',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const removed = await tx.db
      .delete(maintenanceWindows)
      .where(and(eq(maintenanceWindows.id, id), eq(maintenanceWindows.orgId, tx.org.id)))
      .returning({ id: maintenanceWindows.id });
    if (removed.length === 0) throw new DomainError('window_not_found');
    await requestReview(tx, tx.org.id);
    audit({ subjectId: id });
  });
});
