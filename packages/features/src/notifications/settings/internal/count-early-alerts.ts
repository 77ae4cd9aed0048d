import { alerts, type Executor, x509Certificates } from '@notafter/db';
import { addMs, DAY_MS, isBeforeRenewal, type OrganizationId } from '@notafter/domain';
import { and, count, eq, gte, sql } from 'drizzle-orm';

const YEAR_MS = 365 * DAY_MS;

/** Day alerts of the last year. */
export interface EarlyAlerts {
  readonly sent: number;
  /** Those at which a healthy renewal may still have been ahead: scaled alerts leave them out. */
  readonly early: number;
}

/** Counts in groups: many certificates have one lifetime and one threshold. */
export const countEarlyAlerts = async (db: Executor, orgId: OrganizationId, now: Date): Promise<EarlyAlerts> => {
  const notBefore = sql<string | null>`${x509Certificates.facts} ->> 'notBefore'`;
  const lifeSeconds = sql<string | null>`round(extract(epoch from ${alerts.notAfter} - (${notBefore})::timestamptz))`;
  const groups = await db
    .select({ threshold: alerts.threshold, lifeSeconds, sent: count() })
    .from(alerts)
    .leftJoin(x509Certificates, eq(x509Certificates.fingerprint256, alerts.fingerprint256))
    .where(and(eq(alerts.orgId, orgId), eq(alerts.rule, 'expiry'), gte(alerts.raisedAt, addMs(now, -YEAR_MS))))
    .groupBy(alerts.threshold, lifeSeconds);
  const isEarly = ({ threshold, lifeSeconds: seconds }: (typeof groups)[number]): boolean =>
    threshold > 0 && seconds !== null && isBeforeRenewal({ notBefore: now, notAfter: addMs(now, Number(seconds) * 1000) }, threshold);
  const total = (some: typeof groups): number => some.reduce((sum, { sent }) => sum + sent, 0);
  return { sent: total(groups), early: total(groups.filter(isEarly)) };
};
