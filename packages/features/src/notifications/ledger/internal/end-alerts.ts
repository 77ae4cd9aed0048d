import { alerts, type Transaction } from '@notafter/db';
import { type AlertId, type AlertResolution, type AlertRule, alertRules, type CertificateId, type OrganizationId } from '@notafter/domain';
import { and, asc, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { LedgerContext } from './ledger-context.ts';
import { idArray } from './sql-values.ts';

/** An ended alert, with the update for channels that track alerts. */
export interface EndedAlert {
  readonly id: AlertId;
  readonly orgId: OrganizationId;
  readonly news: 'resolved' | 'acknowledged' | null;
}

interface Ending {
  readonly resolution: AlertResolution;
  /** Its incident continues. */
  readonly silent?: boolean;
}

/** Resolves the open alerts that match `condition`. `notify` ends its deliveries. */
export const endAlerts = async (
  { db, clock }: LedgerContext,
  condition: SQL,
  { resolution, silent = false }: Ending,
): Promise<EndedAlert[]> => {
  // Ordered by id, as every writer of several locks them.
  const open = await db
    .select({ id: alerts.id, orgId: alerts.orgId })
    .from(alerts)
    .where(and(isNull(alerts.resolvedAt), condition))
    .orderBy(asc(alerts.id))
    .for('no key update');
  if (open.length === 0) return [];
  await db
    .update(alerts)
    .set({ resolvedAt: clock.now(), resolution })
    .where(sql`${alerts.id} = any(${idArray(open.map(({ id }) => id))}::uuid[])`);
  return open.map((alert) => ({ ...alert, news: silent ? null : 'resolved' }));
};

/** Alerts of these certificates by these rules. */
export const ofRules = (certificateIds: readonly CertificateId[], rules: readonly AlertRule[]): SQL =>
  sql`${alerts.certificateId} = any(${idArray(certificateIds)}::uuid[]) and ${inArray(alerts.rule, [...rules])}`;

/**
 * Locks the open alerts of certificates that the caller holds, for a transaction that ends alerts in several steps: each step
 * would lock in order, but all together would not.
 */
export const lockOpenAlerts = (db: Transaction, certificateIds: readonly CertificateId[]): Promise<unknown> =>
  db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(isNull(alerts.resolvedAt), ofRules(certificateIds, alertRules)))
    .orderBy(asc(alerts.id))
    .for('no key update');
