import { alerts, deliveries, deliveryQueues } from '@notafter/db';
import { followsAlerts, type OrganizationId } from '@notafter/domain';
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { lockQueues } from '../../delivery/notify.ts';
import { loadRoutes, loadSnoozes, scheduleDelivery } from '../../routing/internal/routes.ts';

/** Updates the suppressions of an organization's deliveries to its current settings, so that a changed end takes effect. */
export const reevaluateSuppressions = (ctx: SystemContext, orgId: OrganizationId): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    const now = ctx.clock.now();
    await lockQueues(tx.db, [orgId]);
    const held = await tx.db
      .select({
        id: deliveries.id,
        channel: deliveries.channel,
        dueAt: deliveries.dueAt,
        createdAt: deliveries.createdAt,
        certificateId: alerts.certificateId,
      })
      .from(deliveries)
      .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
      .where(and(eq(deliveries.orgId, orgId), eq(deliveries.state, 'pending'), isNotNull(deliveries.heldFor)))
      .orderBy(asc(deliveries.id));
    const route = (await loadRoutes(tx, [orgId])).get(orgId);
    if (held.length === 0 || route === undefined) return;
    const snoozes = await loadSnoozes(
      tx.db,
      held.map(({ certificateId }) => certificateId),
      now,
    );
    const moved = held.flatMap(({ id, channel, dueAt, createdAt, certificateId }) => {
      const grouped = channel !== 'escalation' && !followsAlerts(channel);
      const snoozedUntil = channel === 'escalation' ? null : (snoozes.get(certificateId) ?? null);
      const schedule = scheduleDelivery(route, { snoozedUntil, grouped, cameUpAt: createdAt }, now);
      return schedule.dueAt.getTime() === dueAt.getTime() ? [] : { id, due_at: schedule.dueAt, held_for: schedule.heldFor };
    });
    if (moved.length === 0) return;
    await tx.db.execute(sql`
      update deliveries set due_at = moved.due_at, held_for = moved.held_for
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as moved (id uuid, due_at timestamptz, held_for text)
      where deliveries.id = moved.id and deliveries.state = 'pending'`);
    await tx.db
      .update(deliveryQueues)
      .set({ dueAt: sql`least(${deliveryQueues.dueAt}, ${now.toISOString()}::timestamptz)` })
      .where(and(eq(deliveryQueues.orgId, orgId), inArray(deliveryQueues.channel, [...new Set(held.map(({ channel }) => channel))])));
  });
