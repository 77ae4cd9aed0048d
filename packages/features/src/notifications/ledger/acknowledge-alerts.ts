import { alerts } from '@notafter/db';
import type { AlertId } from '@notafter/domain';
import { and, asc, inArray, isNull } from 'drizzle-orm';
import { notify } from '../delivery/notify.ts';
import type { LedgerContext } from './internal/ledger-context.ts';

/**
 * Acknowledges these alerts: stops deliveries and escalation, and updates incidents. `by` is an address, or the way it was
 * acknowledged. Returns those that were not acknowledged before.
 */
export const acknowledgeAlerts = async (ctx: LedgerContext, ids: readonly AlertId[], by: string): Promise<AlertId[]> => {
  const { db, clock } = ctx;
  const open = await db
    .select({ id: alerts.id, orgId: alerts.orgId, resolvedAt: alerts.resolvedAt })
    .from(alerts)
    .where(and(inArray(alerts.id, [...ids]), isNull(alerts.acknowledgedAt)))
    .orderBy(asc(alerts.id))
    .for('no key update');
  if (open.length === 0) return [];
  const acknowledged = open.map(({ id }) => id);
  await db.update(alerts).set({ acknowledgedAt: clock.now(), acknowledgedBy: by }).where(inArray(alerts.id, acknowledged));
  const ended = open.filter(({ resolvedAt }) => resolvedAt === null).map(({ id, orgId }) => ({ id, orgId, news: 'acknowledged' as const }));
  await notify(ctx, { ended });
  return acknowledged;
};
