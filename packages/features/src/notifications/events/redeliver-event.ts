import { events } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { redeliverEventInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockOpenEndpoint, sendAgain } from '../delivery/internal/send-again.ts';

/**
 * Posts an event to an endpoint again, with the same `webhook-id`, or for the first time. Throws `webhook_endpoint_not_found`,
 * `event_not_found`, `webhooks_plan`, `webhook_endpoint_paused`, or `conflict` while a delivery is in progress.
 */
export const redeliverEvent = useCase({
  name: 'notifications/redeliver-event',
  access: 'admin',
  plan: 'webhooks',
  input: redeliverEventInput,
  audit: 'Sent an event again',
})(async (ctx, { id, eventId }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    const { name } = await lockOpenEndpoint(tx, id);
    const [event] = await tx.db
      .select({ type: events.type })
      .from(events)
      .where(and(eq(events.id, eventId), eq(events.orgId, tx.org.id)))
      .for('key share');
    if (event === undefined) throw new DomainError('event_not_found');
    if ((await sendAgain(tx, id, { eventId })) === 0) throw new DomainError('conflict');
    audit({ subjectId: id, detail: { name, type: event.type } });
  });
});
