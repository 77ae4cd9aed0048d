import {
  alerts,
  certificateRenewals,
  certificates,
  checkSchedule,
  type Executor,
  notificationSettings,
  type Transaction,
  x509Certificates,
} from '@notafter/db';
import { type CertificateId, labeled, lateSentence, startOfSecond } from '@notafter/domain';
import { and, asc, eq, gt, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { endingColumns, occasionOf } from './expiry-occasion.ts';
import type { NewAlert } from './raise-alerts.ts';
import { BATCH, expediteChecks, raiseInBatches } from './raise-in-batches.ts';

/** Of its `expiryOccasion`: a reissued certificate may end when the one before did. */
const isAlerted = sql`exists (
  select from ${alerts} where ${alerts.certificateId} = ${certificates.id} and ${alerts.rule} = 'late'
    and ${alerts.notAfter} = ${certificates.notAfter}
    and split_part(${alerts.occasion}, ' ', 1) in (${certificates.fingerprint256}, ${certificates.others} -> 'endsFirst' ->> 'fingerprint256'))`;

/** Certificates that were seen after they should have been replaced, without an alert. */
const isLate = (now: Date): SQL | undefined =>
  and(
    lte(certificateRenewals.lateAt, now),
    gte(certificates.notAfter, startOfSecond(now)),
    isNull(certificates.unreachableReason),
    // An uploaded certificate stays in use until somebody replaces it.
    sql`(${certificates.source} <> 'endpoint' or ${checkSchedule.lastCheckedAt} >= ${certificateRenewals.lateAt})`,
    eq(notificationSettings.scaleToLifetime, true),
    sql`not ${isAlerted}`,
  );

const listLate = async (db: Executor, now: Date, after: CertificateId | null): Promise<CertificateId[]> => {
  const rows = await db
    .select({ id: certificateRenewals.certificateId })
    .from(certificateRenewals)
    .innerJoin(certificates, eq(certificates.id, certificateRenewals.certificateId))
    .leftJoin(checkSchedule, eq(checkSchedule.certificateId, certificateRenewals.certificateId))
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
      ...endingColumns,
      dueAt: certificateRenewals.dueAt,
      basis: certificateRenewals.basis,
    })
    .from(certificates)
    .innerJoin(certificateRenewals, eq(certificateRenewals.certificateId, certificates.id))
    .leftJoin(checkSchedule, eq(checkSchedule.certificateId, certificates.id))
    .innerJoin(notificationSettings, eq(notificationSettings.orgId, certificates.orgId))
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificates.fingerprint256))
    .where(and(inArray(certificates.id, [...ids]), isLate(now)))
    .orderBy(asc(certificates.id))
    .for('share', { of: certificates });

/** Endpoints whose renewal became late since their last check. */
const unseen = (now: string): SQL => sql`
  select schedule.certificate_id from certificate_renewals as renewal
  join check_schedule as schedule on schedule.certificate_id = renewal.certificate_id
  where renewal.late_at <= ${now}::timestamptz and schedule.last_checked_at < renewal.late_at`;

const decide = async (db: Transaction, ids: readonly CertificateId[], now: Date): Promise<NewAlert[]> => {
  const rows = await lockLate(db, ids, now);
  return rows.flatMap(({ notAfter, ...row }): NewAlert[] => {
    if (notAfter === null) return [];
    const { occasion, served } = occasionOf({ ...row, notAfter });
    return [{ certificateId: row.id, rule: 'late', threshold: 0, occasion, summary: labeled(lateSentence(row), served), served }];
  });
};

/** Alerts on certificates that were not renewed on schedule, in organizations that scale alerts to the lifetime. */
export const sweepLate = async (ctx: SystemContext, signal?: AbortSignal): Promise<number> => {
  const now = ctx.clock.now();
  await expediteChecks(ctx.db, unseen(now.toISOString()), now);
  return raiseInBatches(ctx, { list: (after) => listLate(ctx.db, now, after), decide: (db, ids) => decide(db, ids, now) }, signal);
};
