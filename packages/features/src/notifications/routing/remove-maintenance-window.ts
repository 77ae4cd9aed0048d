import { maintenanceWindows } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import type { WindowIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../../context.ts';
import { requestReview } from '../../request-review.ts';
import { withTransaction } from '../../with-transaction.ts';

/** Ends or cancels a maintenance window; held alerts are sent soon. Throws `window_not_found`. */
export const removeMaintenanceWindow = async (ctx: OrgContext, { id }: WindowIdInput): Promise<void> => {
  requirePermission(ctx, 'notifications/remove-maintenance-window');
  await withTransaction(ctx, 'notifications/remove-maintenance-window', async (tx, audit) => {
    const removed = await tx.db
      .delete(maintenanceWindows)
      .where(and(eq(maintenanceWindows.id, id), eq(maintenanceWindows.orgId, tx.org.id)))
      .returning({ id: maintenanceWindows.id });
    if (removed.length === 0) throw new DomainError('window_not_found');
    await requestReview(tx, tx.org.id);
    audit({ subjectId: id });
  });
};
