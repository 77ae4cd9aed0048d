import { alertSweeps, deliveries } from '@notafter/db';
import { addMs, HOUR_MS, MINUTE_MS } from '@notafter/domain';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { QUEUE_LEASE_MS } from '../../delivery/internal/delivery-queues.ts';

/** Clocks of several machines may differ by this much; a sweep looks back further than that anyway. */
const TOLERANCE_MS = 2 * MINUTE_MS;

/**
 * Reschedules timestamps in the future, left by a clock that ran ahead and was corrected: the sweep's position, waiting queues
 * and deliveries, the start of failures, and due checks. Nothing would move until then.
 */
export const repairClockSkew = async (ctx: SystemContext, sweptUntil: Date): Promise<void> => {
  const now = ctx.clock.now();
  const aheadMs = sweptUntil.getTime() - now.getTime();
  if (aheadMs <= TOLERANCE_MS) return;
  const present = sql`${now.toISOString()}::timestamptz`;
  // A current sender keeps the queue for one lease.
  const leaseEnd = sql`${addMs(now, QUEUE_LEASE_MS).toISOString()}::timestamptz`;
  const interval = sql`${Math.max(1, Math.round(ctx.config.checkIntervalHours * HOUR_MS))} * interval '1 ms'`;
  await withTransaction(ctx, async (tx) => {
    await tx.db.update(alertSweeps).set({ expiryUntil: now }).where(gt(alertSweeps.expiryUntil, now));
    // No check is due later than an interval from now; whole intervals keep each one's turn.
    await tx.db.execute(sql`
      with late as (
        select certificate_id, next_check_at - ceil(extract(epoch from next_check_at - ${present}) / extract(epoch from ${interval}) - 1) * ${interval} as turn
        from check_schedule where next_check_at > ${present} + ${interval} and next_check_at < 'infinity'
        order by certificate_id for update skip locked
      )
      update check_schedule as schedule set next_check_at = late.turn from late where schedule.certificate_id = late.certificate_id`);
    await tx.db.execute(sql`
      with waiting as (select org_id, channel from delivery_queues where greatest(due_at, paused_until, refresh_at) > ${leaseEnd} order by org_id, channel for update)
      update delivery_queues as queue set due_at = least(queue.due_at, ${leaseEnd}), paused_until = least(queue.paused_until, ${leaseEnd}),
        refresh_at = least(queue.refresh_at, ${leaseEnd})
      from waiting where queue.org_id = waiting.org_id and queue.channel = waiting.channel`);
    await tx.db
      .update(deliveries)
      .set({ dueAt: sql`greatest(${present}, ${deliveries.dueAt} - ${aheadMs} * interval '1 ms')` })
      .where(
        and(eq(deliveries.state, 'pending'), gt(deliveries.dueAt, now), or(isNull(deliveries.heldFor), eq(deliveries.heldFor, 'digest'))),
      );
    await tx.db.execute(sql`
      with failing as (select id from webhook_endpoints where failing_since > ${present} order by id for no key update)
      update webhook_endpoints as endpoint set failing_since = ${present} from failing where endpoint.id = failing.id`);
    await tx.db.execute(sql`
      with waiting as (
        select endpoint_id, event_id, due_at from webhook_deliveries where state = 'pending' and due_at > ${present}
        order by endpoint_id, event_id for update
      )
      update webhook_deliveries as delivery set due_at = greatest(${present}, waiting.due_at - ${aheadMs} * interval '1 ms')
      from waiting where delivery.endpoint_id = waiting.endpoint_id and delivery.event_id = waiting.event_id`);
  });
  ctx.log.warn({ aheadMs }, 'clock moved back; rescheduled timestamps that were in the future');
};
