import { alertDayRules, alerts, certificates, notificationSettings, organizations, x509Certificates } from '@notafter/db';
import {
  addMs,
  type CertificateId,
  DAY_MS,
  daysInForce,
  daysLeft,
  EXPIRED_THRESHOLD,
  effectivePlan,
  endSentence,
  entitlementsOf,
  FARTHEST_ALERT_DAY,
  labeled,
  scaleDays,
  thresholdToAlert,
} from '@notafter/domain';
import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { LedgerChange } from '../delivery/notify.ts';
import { type EndedAlert, endAlerts, ofRules } from './internal/end-alerts.ts';
import { endingColumns, occasionOf } from './internal/expiry-occasion.ts';
import type { LedgerContext } from './internal/ledger-context.ts';
import { type NewAlert, type RaisedAlert, raiseAlerts } from './internal/raise-alerts.ts';
import { idArray } from './internal/sql-values.ts';

/** Locked until the commit, so that no check replaces a certificate in the meantime. */
const loadEndingSoon = ({ db, clock }: LedgerContext, ids: readonly CertificateId[]) =>
  db
    .select({
      id: certificates.id,
      ...endingColumns,
      plan: organizations.plan,
      notBefore: certificates.notBefore,
      organizationDays: notificationSettings.alertDays,
      scales: notificationSettings.scaleToLifetime,
      ownDays: sql<number[] | null>`(
        select to_json(${alertDayRules.days}) from ${alertDayRules} where ${alertDayRules.certificateId} = ${certificates.id})`,
      tagDays: sql<number[] | null>`(
        select json_agg(distinct day) from ${alertDayRules} cross join unnest(${alertDayRules.days}) as rule (day)
        where ${alertDayRules.orgId} = ${certificates.orgId} and ${alertDayRules.tag} in (
          select lower(key) || '=' || lower(value) from jsonb_each_text(${certificates.tags})))`,
      alerted: sql<Record<string, number> | null>`(
        select json_object_agg(occasion, tightest) from (
          select ${alerts.occasion} as occasion, min(${alerts.threshold}) as tightest from ${alerts}
          where ${alerts.certificateId} = ${certificates.id} and ${alerts.rule} in ('expiry', 'expired') group by 1) as alerted)`,
    })
    .from(certificates)
    .innerJoin(organizations, eq(organizations.id, certificates.orgId))
    .leftJoin(notificationSettings, eq(notificationSettings.orgId, certificates.orgId))
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, certificates.fingerprint256))
    .where(
      and(
        sql`${certificates.id} = any(${idArray(ids)}::uuid[])`,
        lt(certificates.notAfter, addMs(clock.now(), (FARTHEST_ALERT_DAY + 1) * DAY_MS)),
      ),
    )
    .orderBy(asc(certificates.id))
    .for('share', { of: certificates });

type EndingSoon = Awaited<ReturnType<typeof loadEndingSoon>>[number];

const decide = ({ clock, config }: LedgerContext, row: EndingSoon): NewAlert[] => {
  const { id, notAfter } = row;
  if (notAfter === null) return [];
  const now = clock.now();
  const { occasion, served } = occasionOf({ ...row, notAfter });
  const saved = { own: row.ownDays, tags: row.tagDays ?? [], organization: row.organizationDays };
  const inForce = daysInForce(saved, entitlementsOf(effectivePlan(row.plan, config.defaultPlan)).alertDays);
  const days = row.scales === true && row.notBefore !== null ? scaleDays(inForce, { notBefore: row.notBefore, notAfter }) : inForce;
  const threshold = thresholdToAlert({ days, daysLeft: daysLeft(notAfter, now), alerted: row.alerted?.[occasion] ?? null });
  if (threshold === null) return [];
  const rule = threshold === EXPIRED_THRESHOLD ? 'expired' : 'expiry';
  return [{ certificateId: id, rule, threshold, occasion, summary: labeled(endSentence(notAfter, now), served), served }];
};

/** A tighter threshold replaces earlier ones; an open incident continues. */
const supersedeLooser = async (ctx: LedgerContext, raised: readonly RaisedAlert[]): Promise<EndedAlert[]> => {
  if (raised.length === 0) return [];
  const tighter = raised.map(({ certificateId, threshold }) => ({ certificate_id: certificateId, threshold }));
  const ids = raised.map(({ certificateId }) => certificateId);
  const isLooser = sql`${ofRules(ids, ['expiry'])} and exists (
    select from jsonb_to_recordset(${JSON.stringify(tighter)}::jsonb) as tighter (certificate_id uuid, threshold smallint)
    where tighter.certificate_id = ${alerts.certificateId} and tighter.threshold < ${alerts.threshold})`;
  return endAlerts(ctx, isLooser, { resolution: 'superseded', silent: true });
};

/** Raises due expiry alerts of these certificates, at most one alert each. The caller passes the changes to `notify`. */
export const reviewExpiry = async (ctx: LedgerContext, ids: readonly CertificateId[]): Promise<Required<LedgerChange>> => {
  if (ids.length === 0) return { raised: [], ended: [] };
  const rows = await loadEndingSoon(ctx, ids);
  const wanted = rows.flatMap((row) => decide(ctx, row));
  const raised = await raiseAlerts(ctx, wanted);
  return { raised, ended: await supersedeLooser(ctx, raised) };
};
