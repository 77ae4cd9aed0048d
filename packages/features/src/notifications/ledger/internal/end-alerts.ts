import { alerts, type Transaction } from '@notafter/db';
import { type AlertId, type AlertResolution, type AlertRule, alertRules, type CertificateId, type OrganizationId } from '@notafter/domain';
import { and, asc, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { LedgerContext } from './ledger-context.ts';
import { idArray } from './sql-values.ts';

/** An alert about which nothing more goes out, and what channels that follow alerts are told of it. */
export interface EndedAlert {
  readonly id: AlertId;
  readonly orgId: OrganizationId;
  readonly news: 'resolved' | 'acknowledged' | null;
}

interface Ending {
  readonly resolution: AlertResolution;
  /** Its incident goes on. */
  readonly silent?: boolean;
}

/** Resolves the open alerts that `condition` means. Its deliveries are `tell`'s to end. */
export const endAlerts = async (
  { db, clock }: LedgerContext,
  condition: SQL,
  { resolution, silent = false }: Ending,
): Promise<EndedAlert[]> => {
  // In the order of their ids, as every writer of several locks them.
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

/** Alerts about these certificates by these rules. */
export const ofRules = (certificateIds: readonly CertificateId[], rules: readonly AlertRule[]): SQL =>
  sql`${alerts.certificateId} = any(${idArray(certificateIds)}::uuid[]) and ${inArray(alerts.rule, [...rules])}`;

/**
 * Locks what is open about certificates that the caller holds, for a transaction that ends alerts in several steps: each step
 * would lock in order, and all together would not.
 */
export const lockOpenAlerts = (db: Transaction, certificateIds: readonly CertificateId[]): Promise<unknown> =>
  db
    .select({ id: alerts.id })
    .from(alerts)
    .where(and(isNull(alerts.resolvedAt), ofRules(certificateIds, alertRules)))
    .orderBy(asc(alerts.id))
    .for('no key update');
