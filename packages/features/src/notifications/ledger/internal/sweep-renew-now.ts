import { alerts, certificateRenewals, certificates, checkSchedule, renewalInfos, type Transaction } from '@notafter/db';
import { type CertificateId, renewNowSentence, startOfSecond } from '@notafter/domain';
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import type { NewAlert } from './raise-alerts.ts';
import { BATCH, expediteChecks, raiseInBatches } from './raise-in-batches.ts';

/** Uploads, and endpoints that a check saw serve the certificate, after its CA asked to renew it at once, without an alert. */
const isAsked = (now: Date): SQL | undefined =>
  and(
    isNotNull(renewalInfos.asksNowSince),
    gte(certificates.notAfter, startOfSecond(now)),
    isNull(certificates.unreachableReason),
    sql`(${certificates.source} <> 'endpoint' or ${checkSchedule.lastCheckedAt} >= ${renewalInfos.asksNowSince})`,
    sql`not exists (
      select from ${alerts} where ${alerts.certificateId} = ${certificates.id} and ${alerts.rule} = 'renew_now'
        and ${alerts.occasion} = ${certificates.fingerprint256})`,
  );

const select = (db: SystemContext['db'] | Transaction, condition: SQL | undefined) =>
  db
    .select({ id: certificates.id, fingerprint256: renewalInfos.fingerprint256, explanationUrl: renewalInfos.explanationUrl })
    .from(renewalInfos)
    .innerJoin(certificateRenewals, eq(certificateRenewals.fingerprint256, renewalInfos.fingerprint256))
    .innerJoin(
      certificates,
      and(eq(certificates.id, certificateRenewals.certificateId), eq(certificates.fingerprint256, renewalInfos.fingerprint256)),
    )
    .leftJoin(checkSchedule, eq(checkSchedule.certificateId, certificates.id))
    .where(condition)
    .orderBy(asc(certificates.id));

/** Locked until the commit, so that no check replaces a certificate in the meantime. */
const decide = async (db: Transaction, ids: readonly CertificateId[], now: Date): Promise<NewAlert[]> => {
  const rows = await select(db, and(inArray(certificates.id, [...ids]), isAsked(now))).for('share', { of: certificates });
  return rows.map(({ id, fingerprint256, explanationUrl }) => ({
    certificateId: id,
    rule: 'renew_now',
    threshold: 0,
    occasion: fingerprint256,
    summary: renewNowSentence(explanationUrl),
  }));
};

/** Endpoints that were not checked since their CA asked. */
const unseen = sql`
  select schedule.certificate_id from renewal_infos as info
  join certificate_renewals as renewal on renewal.fingerprint256 = info.fingerprint256
  join check_schedule as schedule on schedule.certificate_id = renewal.certificate_id
  where info.asks_now_since is not null and schedule.last_checked_at < info.asks_now_since`;

/** Alerts on certificates that their CA asks to renew at once, whatever the alert settings. */
export const sweepRenewNow = async (ctx: SystemContext, signal?: AbortSignal): Promise<number> => {
  const now = ctx.clock.now();
  await expediteChecks(ctx.db, unseen, now);
  const list = async (after: CertificateId | null): Promise<CertificateId[]> => {
    const rows = await select(ctx.db, and(isAsked(now), after === null ? undefined : gt(certificates.id, after))).limit(BATCH);
    return rows.map(({ id }) => id);
  };
  return raiseInBatches(ctx, { list, decide: (db, ids) => decide(db, ids, now) }, signal);
};
