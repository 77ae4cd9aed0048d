import {
  alerts,
  certificateRenewals,
  certificates,
  checkSchedule,
  type Executor,
  notificationSettings,
  x509Certificates,
} from '@notafter/db';
import { type CertificateId, expiryOccasion, lateSentence } from '@notafter/domain';
import { and, asc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { notify } from '../../delivery/notify.ts';
import { type NewAlert, raiseAlerts } from './raise-alerts.ts';

const BATCH = 200;

const isAlerted = sql`exists (
  select from ${alerts} where ${alerts.certificateId} = ${certificates.id} and ${alerts.rule} = 'late' and ${alerts.notAfter} = ${certificates.notAfter})`;

/** Endpoints whose certificate was seen after it should have been replaced, without an alert. */
const isLate = (now: Date): SQL | undefined =>
  and(
    lte(certificateRenewals.lateAt, now),
    gt(certificates.notAfter, now),
    isNull(certificates.unreachableReason),
    sql`${checkSchedule.lastCheckedAt} >= ${certificateRenewals.lateAt}`,
    eq(notificationSettings.scaleToLifetime, true),
    sql`not ${isAlerted}`,
  );

const listLate = async (db: Executor, now: Date, after: CertificateId | null): Promise<CertificateId[]> => {
  const rows = await db
    .select({ id: certificateRenewals.certificateId })
    .from(certificateRenewals)
    .innerJoin(certificates, eq(certificates.id, certificateRenewals.certificateId))
    .innerJoin(checkSchedule, eq(checkSchedule.certificateId, certificateRenewals.certificateId))
    .innerJoin(notificationSettings, eq(notificationSettings.orgId, certificates.orgId))
    .where(and(isLate(now), after === null ? undefined : gt(certificateRenewals.certificateId, after)))
    .orderBy(asc(certificateRenewals.certificateId))
    .limit(BATCH);
  return rows.map(({ id }) => id);
};

/** The rows as they are now, locked until the commit, so that no check replaces a certificate in the meantime. */
const lockLate = (db: Executor, ids: readonly CertificateId[], now: Date) =>
  db
    .select({
      id: certificates.id,
      fingerprint256: certificates.fingerprint256,
      notAfter: certificates.notAfter,
      ownNotAfter: sql<string | null>`${x509Certificates.facts} ->> 'notAfter'`,
      dueAt: certificateRenewals.dueAt,
      basis: certificateRenewals.basis,
    })
    .from(certificates)
    .innerJoin(certificateRenewals, eq(certificateRenewals.certificateId, certificates.id))
    .innerJoin(checkSchedule, eq(checkSchedule.certificateId, certificates.id))
    .innerJoin(notificationSettings, eq(notificationSettings.orgId, certificates.orgId))
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificates.fingerprint256))
    .where(and(inArray(certificates.id, [...ids]), isLate(now)))
    .orderBy(asc(certificates.id))
    .for('share', { of: certificates });

/**
 * Has endpoints checked now whose renewal became late since their last check: only a check tells a missed renewal from one that
 * was not seen yet. Endpoints that cannot be reached have their own turn and their own alert.
 */
const expediteChecks = async (db: Executor, now: Date): Promise<void> => {
  await db.execute(sql`
    with unseen as (
      select schedule.certificate_id from certificate_renewals as renewal
      join check_schedule as schedule on schedule.certificate_id = renewal.certificate_id
      where renewal.late_at <= ${now.toISOString()}::timestamptz and schedule.last_checked_at < renewal.late_at
        and schedule.next_check_at > ${now.toISOString()}::timestamptz and schedule.fails = 0
      for update of schedule skip locked
    )
    update check_schedule as schedule set next_check_at = ${now.toISOString()}::timestamptz
    from unseen where schedule.certificate_id = unseen.certificate_id`);
};

/** Alerts on certificates that were not renewed on schedule, in organizations that scale alerts to the lifetime. */
export const sweepLate = async (ctx: SystemContext, signal?: AbortSignal): Promise<number> => {
  const now = ctx.clock.now();
  await expediteChecks(ctx.db, now);
  let raised = 0;
  let after: CertificateId | null = null;
  for (;;) {
    signal?.throwIfAborted();
    const ids: CertificateId[] = await listLate(ctx.db, now, after);
    const last = ids.at(-1);
    if (last === undefined) return raised;
    after = last;
    raised += await withTransaction(ctx, async (tx) => {
      const rows = await lockLate(tx.db, ids, now);
      const wanted = rows.flatMap(({ id, fingerprint256, notAfter, ownNotAfter, ...plan }): NewAlert[] => {
        if (notAfter === null) return [];
        const occasion = expiryOccasion({ fingerprint256, notAfter, ownNotAfter: ownNotAfter === null ? null : new Date(ownNotAfter) });
        return [{ certificateId: id, rule: 'late', threshold: 0, occasion, summary: lateSentence(plan) }];
      });
      const alerted = await raiseAlerts(tx, wanted);
      await notify(tx, { raised: alerted, ended: [] });
      return alerted.length;
    });
  }
};
