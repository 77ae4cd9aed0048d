import { alerts, deliveries, deliveryAttempts, maintenanceWindows, operatorAlerts } from '@notafter/db';
import { addMs, DAY_MS, EVENTS_KEPT_MS } from '@notafter/domain';
import { and, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { SystemContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';

const LEDGER_KEPT_MS = 2 * 365 * DAY_MS;
const TEST_KEPT_MS = 90 * DAY_MS;
const WINDOW_KEPT_MS = 90 * DAY_MS;
/** Per statement, so that none exceeds the statement timeout. */
const EVENTS_AT_ONCE = 10_000;

/** With their deliveries, oldest first. */
const purgeEvents = async (db: SystemContext['db'], before: Date): Promise<void> => {
  for (;;) {
    const [row] = await db.execute<{ count: number }>(sql`
      with purged as (
        delete from events where id in (
          select id from events where occurred_at < ${before.toISOString()}::timestamptz order by occurred_at limit ${EVENTS_AT_ONCE})
        returning 1
      ) select count(*)::int as count from purged`);
    if ((row?.count ?? 0) < EVENTS_AT_ONCE) return;
  }
};

/** Job, daily: deletes old rows of the ledger. An open alert stays, however old. */
export const maintainAlerts = useCase({
  name: 'notifications/maintain-alerts',
  access: 'system',
})(async ({ db, clock }): Promise<void> => {
  const now = clock.now();
  const kept = addMs(now, -LEDGER_KEPT_MS);
  await db.delete(alerts).where(and(lt(alerts.raisedAt, kept), isNotNull(alerts.resolvedAt)));
  await db.delete(deliveries).where(and(isNull(deliveries.alertId), lt(deliveries.createdAt, addMs(now, -TEST_KEPT_MS))));
  await db
    .delete(deliveryAttempts)
    .where(
      and(
        lt(deliveryAttempts.startedAt, addMs(now, -TEST_KEPT_MS)),
        sql`not exists (select from deliveries where message_id = ${deliveryAttempts.messageId})`,
      ),
    );
  await db.delete(maintenanceWindows).where(lt(maintenanceWindows.endsAt, addMs(now, -WINDOW_KEPT_MS)));
  await purgeEvents(db, addMs(now, -EVENTS_KEPT_MS));
  await db.delete(operatorAlerts).where(lt(operatorAlerts.closedAt, kept));
});
