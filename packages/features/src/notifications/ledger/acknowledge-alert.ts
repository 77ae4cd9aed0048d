import { deliveries } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import type { DeliveryIdInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { type OrgContext, requirePerson } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { acknowledgeAlerts } from './internal/acknowledge-alerts.ts';

/**
 * Acknowledges an alert, by any of its deliveries and for every channel; acknowledging again changes nothing. Throws
 * `notification_not_found`, also for a test.
 */
export const acknowledgeAlert = async (ctx: OrgContext, { id }: DeliveryIdInput): Promise<void> => {
  const person = requirePerson(ctx, 'notifications/acknowledge-alert');
  await withTransaction(ctx, 'notifications/acknowledge-alert', async (tx, audit) => {
    const [row] = await tx.db
      .select({ alertId: deliveries.alertId })
      .from(deliveries)
      .where(and(eq(deliveries.id, id), eq(deliveries.orgId, tx.org.id)));
    if (row === undefined || row.alertId === null) throw new DomainError('notification_not_found');
    await acknowledgeAlerts(tx, [row.alertId], person.email);
    audit({ subjectId: row.alertId });
  });
};
