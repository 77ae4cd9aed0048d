import { deliveries } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { deliveryIdInput } from '@notafter/domain/inputs';
import { and, eq, ne } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { wakeQueue } from './internal/delivery-queues.ts';
import { findQueueFacts } from './internal/queue-facts.ts';
import { requireOpen } from './internal/require-open.ts';

/**
 * Sends a failed delivery again, with its key and everything else in the same message. Throws `notification_not_found`, `conflict`
 * if it is not dead, and `channel_incomplete` or `channel_broken` if the channel cannot deliver.
 */
export const resendDelivery = useCase({
  name: 'notifications/resend-delivery',
  access: 'admin',
  input: deliveryIdInput,
  audit: 'Sent a message again',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const now = tx.clock.now();
    const mine = and(eq(deliveries.id, id), eq(deliveries.orgId, tx.org.id));
    const [row] = await tx.db.select().from(deliveries).where(mine);
    if (row === undefined) throw new DomainError('notification_not_found');
    if (row.state !== 'dead' || row.kind === 'test') throw new DomainError('conflict');
    const facts = await findQueueFacts(tx, tx.org.id, row.channel, now);
    if (facts === null) throw new DomainError('notification_not_found');
    requireOpen(tx, row.channel, facts);
    // The queue first, in the order of sending.
    await wakeQueue(tx.db, { orgId: tx.org.id, channel: row.channel }, now);
    const together = row.messageId === null ? mine : and(eq(deliveries.messageId, row.messageId), eq(deliveries.orgId, tx.org.id));
    const again = await tx.db
      .update(deliveries)
      .set({ state: 'pending', dueAt: now, attempts: 0, heldFor: null })
      .where(and(together, eq(deliveries.state, 'dead'), ne(deliveries.kind, 'test')))
      .returning({ id: deliveries.id });
    if (again.length === 0) throw new DomainError('conflict');
    audit({ subjectId: id, detail: { channel: facts.channel?.name ?? row.channel } });
  });
});
