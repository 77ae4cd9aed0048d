import { alerts, deliveries, webhookDeliveries } from '@notafter/db';
import { type DeliveryChannel, DomainError, type EndpointChannel, endpointIdOf, isEndpointChannel, typeOfQueue } from '@notafter/domain';
import { resendDeadLettersInput } from '@notafter/domain/inputs';
import { and, eq, exists, ne, sql } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { wakeQueue } from './internal/delivery-queues.ts';
import { findQueueFacts, type QueueFacts } from './internal/queue-facts.ts';
import { requireOpen } from './internal/require-open.ts';
import { lockOpenEndpoint } from './internal/send-again.ts';
import { isStillWanted } from './list-failing-channels.ts';

type Tx = TransactionContext<SystemContext>;

interface Resent {
  readonly name: string;
  readonly count: number;
}

const resendAlerts = async (tx: Tx, channel: DeliveryChannel, facts: QueueFacts): Promise<Resent> => {
  const now = tx.clock.now();
  const { orgId } = facts;
  if (typeOfQueue(channel) !== null && facts.channel === null) throw new DomainError('channel_not_found');
  requireOpen(tx, channel, facts);
  // The queue first, in the order of sending.
  await wakeQueue(tx.db, { orgId, channel }, now);
  const wanted = tx.db
    .select({ one: sql`1` })
    .from(alerts)
    .where(and(eq(alerts.id, deliveries.alertId), isStillWanted));
  const resent = await tx.db
    .update(deliveries)
    .set({ state: 'pending', dueAt: now, attempts: 0, heldFor: null })
    .where(
      and(
        eq(deliveries.orgId, orgId),
        sql`${deliveries.channel} = ${channel}`,
        eq(deliveries.state, 'dead'),
        ne(deliveries.kind, 'test'),
        exists(wanted),
      ),
    )
    .returning({ id: deliveries.id });
  return { name: facts.channel?.name ?? channel, count: resent.length };
};

const resendEvents = async (tx: Tx, queue: EndpointChannel, { orgId, entitlements }: QueueFacts): Promise<Resent> => {
  const id = endpointIdOf(queue);
  const { name } = await lockOpenEndpoint({ ...tx, org: { id: orgId } }, id);
  if (!entitlements.channels.includes('webhook')) throw new DomainError('channel_incomplete');
  const resent = await tx.db
    .update(webhookDeliveries)
    .set({ state: 'pending', dueAt: tx.clock.now(), attempts: 0 })
    .where(and(eq(webhookDeliveries.endpointId, id), eq(webhookDeliveries.state, 'dead')))
    .returning({ id: webhookDeliveries.eventId });
  return { name, count: resent.length };
};

/**
 * Sends all that was given up on one channel or webhook endpoint of any organization again, with the same keys; returns how many.
 * Throws `organization_not_found`, `channel_not_found`, `webhook_endpoint_not_found`, `conflict` if nothing was given up, and `channel_incomplete`,
 * `channel_broken` or `webhook_endpoint_paused` if it cannot deliver.
 */
export const resendDeadLetters = useCase({
  name: 'notifications/resend-dead-letters',
  access: 'platform',
  via: 'session',
  input: resendDeadLettersInput,
  audit: 'Sent messages that were given up again',
})(
  async (ctx, { id, queue }): Promise<{ readonly queued: number }> =>
    withTransaction(ctx, async (tx, audit) => {
      const facts = await findQueueFacts(tx, id, isEndpointChannel(queue) ? 'webhook' : queue, tx.clock.now());
      if (facts === null) throw new DomainError('organization_not_found');
      const { name, count } = await (isEndpointChannel(queue) ? resendEvents(tx, queue, facts) : resendAlerts(tx, queue, facts));
      if (count === 0) throw new DomainError('conflict');
      audit({ orgId: id, detail: { name, queued: count } });
      return { queued: count };
    }),
);
