import { deliveries } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { deliveryIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { acknowledgeAlerts } from './acknowledge-alerts.ts';

/**
 * Acknowledges an alert, by any of its deliveries and for every channel; acknowledging again changes nothing. Throws
 * `notification_not_found`, also for a test.
 */
export const acknowledgeAlert = useCase({
  name: 'notifications/acknowledge-alert',
  access: 'admin',
  input: deliveryIdInput,
  audit: 'Acknowledged an alert',
})(async (ctx, { id }): Promise<void> => {
  const person = ctx.actor;
  await withTransaction(ctx, async (tx, audit) => {
    const [row] = await tx.db
      .select({ alertId: deliveries.alertId })
      .from(deliveries)
      .where(and(eq(deliveries.id, id), eq(deliveries.orgId, tx.org.id)));
    if (row === undefined || row.alertId === null) throw new DomainError('notification_not_found');
    await acknowledgeAlerts(tx, [row.alertId], person.email);
    audit({ subjectId: row.alertId });
  });
});
