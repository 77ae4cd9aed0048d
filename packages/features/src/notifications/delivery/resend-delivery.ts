import { deliveries } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { deliveryIdInput } from '@notafter/domain/inputs';
import { and, eq, ne } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { wakeQueue } from './internal/delivery-queues.ts';
import { openDestination } from './internal/destination.ts';
import { findQueueFacts } from './internal/queue-facts.ts';

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
    const destination = facts === null ? null : openDestination(tx, row.channel, facts, now);
    if (destination === null || destination.kind === 'unreadable' || (destination.kind === 'closed' && destination.state === 'cancelled')) {
      throw new DomainError('channel_incomplete');
    }
    if (destination.kind === 'closed') throw new DomainError('channel_broken');
    // The queue first, in the order of sending.
    await wakeQueue(tx.db, { orgId: tx.org.id, channel: row.channel }, now);
    const together = row.messageId === null ? mine : and(eq(deliveries.messageId, row.messageId), eq(deliveries.orgId, tx.org.id));
    const again = await tx.db
      .update(deliveries)
      .set({ state: 'pending', dueAt: now, attempts: 0, heldFor: null })
      .where(and(together, eq(deliveries.state, 'dead'), ne(deliveries.kind, 'test')))
      .returning({ id: deliveries.id });
    if (again.length === 0) throw new DomainError('conflict');
    audit({ subjectId: id, detail: { channel: facts?.channel?.name ?? row.channel } });
  });
});
