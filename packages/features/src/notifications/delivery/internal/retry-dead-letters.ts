import { alerts, deliveries, notificationChannels } from '@notafter/db';
import { addMs, DAY_MS, type OrganizationId } from '@notafter/domain';
import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { lockQueues } from '../notify.ts';
import { insertDeliveries } from './insert-deliveries.ts';

const usable = and(
  sql`${notificationChannels.queue} = ${deliveries.channel}`,
  eq(notificationChannels.orgId, deliveries.orgId),
  eq(notificationChannels.enabled, true),
  eq(notificationChannels.complete, true),
  isNull(notificationChannels.brokenAt),
);
/** An open, unacknowledged alert, and the end of an alert: its incident would stay open forever. */
const isWanted = or(
  and(eq(deliveries.kind, 'alert'), isNull(alerts.resolvedAt), isNull(alerts.acknowledgedAt)),
  eq(deliveries.kind, 'resolved'),
);

/** Retries the failed deliveries of a channel that was saved since, once per save. */
export const retryDeadLetters = (ctx: SystemContext, orgId: OrganizationId): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    // A review follows each save; most reviews have other causes and read no delivery.
    const isSaved = and(eq(notificationChannels.orgId, orgId), gt(notificationChannels.updatedAt, addMs(now, -DAY_MS)));
    const saved = await tx.db.select({ id: notificationChannels.id }).from(notificationChannels).where(isSaved).limit(1);
    if (saved.length === 0) return;
    await lockQueues(tx.db, [orgId]);
    const dead = await tx.db
      .select({ orgId: alerts.orgId, alertId: alerts.id, channel: deliveries.channel, kind: deliveries.kind })
      .from(deliveries)
      .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
      .innerJoin(notificationChannels, usable)
      .where(
        and(eq(deliveries.orgId, orgId), eq(deliveries.state, 'dead'), lt(deliveries.dueAt, notificationChannels.updatedAt), isWanted),
      );
    await insertDeliveries(
      tx.db,
      dead.map((delivery) => ({ ...delivery, dueAt: now, heldFor: null })),
      now,
    );
  });
