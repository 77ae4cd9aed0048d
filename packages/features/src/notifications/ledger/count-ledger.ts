import { alerts, deliveries, notificationChannels, operatorAlerts, organizations, webhookDeliveries, webhookEndpoints } from '@notafter/db';
import { addMs, MINUTE_MS } from '@notafter/domain';
import { and, count, countDistinct, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';

/** Longer than a sweep and a delivery tick together. */
const LATE_MS = 2 * MINUTE_MS;

type OperatorAlertKind = typeof operatorAlerts.$inferSelect.kind;

/** Figures of the ledger for `/metrics`. */
export interface LedgerCounts {
  /** Open notices to the operator, of each kind. */
  readonly operatorAlerts: ReadonlyMap<OperatorAlertKind, number>;
  readonly openAlerts: number;
  /** Alerts and events due for some minutes and neither sent nor abandoned. */
  readonly lateDeliveries: number;
  /** Open alerts of which a delivery was given up. */
  readonly undeliveredAlerts: number;
  /** Enabled, and refused by their receiver. */
  readonly brokenChannels: number;
}

export const countLedger = useCase({
  name: 'notifications/count-ledger',
  access: 'system',
})(async ({ db, clock }): Promise<LedgerCounts> => {
  const notices = await db
    .select({ kind: operatorAlerts.kind, count: count() })
    .from(operatorAlerts)
    .where(isNull(operatorAlerts.closedAt))
    .groupBy(operatorAlerts.kind);
  const open = new Map(notices.map(({ kind, count: open }) => [kind, open]));
  const [openAlerts] = await db.select({ count: count() }).from(alerts).where(isNull(alerts.resolvedAt));
  const lateSince = addMs(clock.now(), -LATE_MS);
  const isLate = and(eq(deliveries.state, 'pending'), lt(deliveries.dueAt, lateSince));
  const [late] = await db.select({ count: count() }).from(deliveries).where(isLate);
  // After a failed event the others wait for their receiver, and those of a disabled organization for the operator.
  const [lateEvents] = await db
    .select({ count: count() })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(organizations, eq(organizations.id, webhookEndpoints.orgId))
    .where(
      and(
        eq(webhookDeliveries.state, 'pending'),
        lt(webhookDeliveries.dueAt, lateSince),
        isNull(webhookEndpoints.failingSince),
        eq(organizations.disabled, false),
      ),
    );
  const [undelivered] = await db
    .select({ count: countDistinct(alerts.id) })
    .from(alerts)
    .innerJoin(deliveries, eq(deliveries.alertId, alerts.id))
    .where(and(isNull(alerts.resolvedAt), eq(deliveries.state, 'dead'), eq(deliveries.kind, 'alert')));
  const [broken] = await db
    .select({ count: count() })
    .from(notificationChannels)
    .where(and(eq(notificationChannels.enabled, true), isNotNull(notificationChannels.brokenAt)));
  return {
    undeliveredAlerts: undelivered?.count ?? 0,
    brokenChannels: broken?.count ?? 0,
    operatorAlerts: new Map(operatorAlerts.kind.enumValues.map((kind) => [kind, open.get(kind) ?? 0])),
    openAlerts: openAlerts?.count ?? 0,
    lateDeliveries: (late?.count ?? 0) + (lateEvents?.count ?? 0),
  };
});
