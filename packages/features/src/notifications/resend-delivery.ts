import { deliveries } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import type { DeliveryIdInput } from '@notafter/domain/inputs';
import { and, eq, ne } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { withTransaction } from '../with-transaction.ts';
import { findOutletFacts } from './internal/outlet-facts.ts';
import { wakeOutlet } from './internal/outlets.ts';
import { openRoute } from './internal/route.ts';

/**
 * Sends again what did not arrive, under the key it had, with whatever travelled in the same message. Throws
 * `notification_not_found`, `conflict` where it is not dead, and `channel_incomplete` or `channel_broken` where it has no way out.
 */
export const resendDelivery = async (ctx: OrgContext, { id }: DeliveryIdInput): Promise<void> => {
  requirePermission(ctx, 'notifications/resend-delivery');
  await withTransaction(ctx, 'notifications/resend-delivery', async (tx, audit) => {
    const now = tx.clock.now();
    const mine = and(eq(deliveries.id, id), eq(deliveries.orgId, tx.org.id));
    const [row] = await tx.db.select().from(deliveries).where(mine);
    if (row === undefined) throw new DomainError('notification_not_found');
    if (row.state !== 'dead' || row.kind === 'test') throw new DomainError('conflict');
    const facts = await findOutletFacts(tx, tx.org.id, row.channel, now);
    const route = facts === null ? null : openRoute(tx, row.channel, facts, now);
    if (route === null || route.kind === 'unreadable' || (route.kind === 'closed' && route.state === 'cancelled')) {
      throw new DomainError('channel_incomplete');
    }
    if (route.kind === 'closed') throw new DomainError('channel_broken');
    // The outlet first, as whoever sends locks it.
    await wakeOutlet(tx.db, { orgId: tx.org.id, channel: row.channel }, now);
    const together = row.messageId === null ? mine : and(eq(deliveries.messageId, row.messageId), eq(deliveries.orgId, tx.org.id));
    const again = await tx.db
      .update(deliveries)
      .set({ state: 'pending', dueAt: now, attempts: 0, heldFor: null })
      .where(and(together, eq(deliveries.state, 'dead'), ne(deliveries.kind, 'test')))
      .returning({ id: deliveries.id });
    if (again.length === 0) throw new DomainError('conflict');
    audit({ subjectId: id, detail: { channel: row.channel } });
  });
};
