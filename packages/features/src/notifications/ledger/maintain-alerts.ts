import { deliveries, maintenanceWindows, operatorAlerts } from '@notafter/db';
import { addMs, DAY_MS, EVENTS_KEPT_MS } from '@notafter/domain';
import { and, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { PURGED_AT_ONCE, purgeInBatches } from '../../purge-in-batches.ts';
import { useCase } from '../../use-case.ts';

const LEDGER_KEPT_MS = 2 * 365 * DAY_MS;
const TEST_KEPT_MS = 90 * DAY_MS;
const WINDOW_KEPT_MS = 90 * DAY_MS;
/** A broken promise stays broken: its notice ends when the operator has had time to read it. */
const LOG_BROKEN_MS = 7 * DAY_MS;

const isBefore = (column: SQL, at: Date): SQL => sql`${column} < ${at.toISOString()}::timestamptz`;

/** With their deliveries. The attempts of these are dropped with their month. */
const oldAlerts = (before: Date): SQL => sql`
  purged as (
    delete from alerts where id in (
      select id from alerts where ${isBefore(sql`raised_at`, before)} and resolved_at is not null limit ${PURGED_AT_ONCE})
    returning 1
  )`;

/** With their deliveries, oldest first. The log of events is long, so the attempts to deliver them go now. */
const oldEvents = (before: Date): SQL => sql`
  old as (
    select id from events where ${isBefore(sql`occurred_at`, before)} order by occurred_at limit ${PURGED_AT_ONCE}
  ), attempted as (
    delete from delivery_attempts using webhook_deliveries as delivery, old
    where delivery.event_id = old.id and delivery_attempts.message_id = delivery.message_id
  ), purged as (
    delete from events using old where events.id = old.id returning 1
  )`;

/** Job, daily: deletes old rows of the ledger. An open alert stays, however old; only notices about broken logs end by themselves. */
export const maintainAlerts = useCase({
  name: 'notifications/maintain-alerts',
  access: 'system',
})(async ({ db, clock }): Promise<void> => {
  const now = clock.now();
  const kept = addMs(now, -LEDGER_KEPT_MS);
  await purgeInBatches(db, oldAlerts(kept));
  await db.delete(deliveries).where(and(isNull(deliveries.alertId), lt(deliveries.createdAt, addMs(now, -TEST_KEPT_MS))));
  await db.delete(maintenanceWindows).where(lt(maintenanceWindows.endsAt, addMs(now, -WINDOW_KEPT_MS)));
  await purgeInBatches(db, oldEvents(addMs(now, -EVENTS_KEPT_MS)));
  const { kind, openedAt, closedAt } = operatorAlerts;
  await db
    .update(operatorAlerts)
    .set({ closedAt: now })
    .where(and(eq(kind, 'log_broken'), isNull(closedAt), lt(openedAt, addMs(now, -LOG_BROKEN_MS))));
  await db.delete(operatorAlerts).where(lt(closedAt, kept));
});
