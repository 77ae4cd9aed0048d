import { certificateCounts, type Executor } from '@notafter/db';
import { assessCompliance, healthScore, type OrganizationId, riskScore, startOfMonth, startOfSecond } from '@notafter/domain';
import { type SQL, sql } from 'drizzle-orm';
import { type CertificateReach, withinReach } from '../certificate-reach.ts';
import { cacheFigures } from '../certificates/list/cached-counts.ts';
import { countByStatus } from '../certificates/list/certificate-counts.ts';
import { countFaulty } from '../certificates/list/count-faulty.ts';
import { type IssuerShare, readIssuers } from '../certificates/list/population-figures.ts';
import { useCase } from '../use-case.ts';

interface PopulationDates {
  /** Mean of the whole days left of those not expired, to one decimal; null without any. */
  readonly averageDaysLeft: number | null;
  /** Since the month began, in UTC. */
  readonly addedThisMonth: number;
}

/** Days left of the rows that `rows` reads, added up. */
const sumOfRows = (rows: SQL, at: string): SQL => sql`
  select count(*)::int as total, sum(floor(extract(epoch from expires_at - ${at}::timestamptz) / 86400)) as days from certificates where ${rows}`;

/** Whole hours from the counts. Only in an hour where the number of days changes, and in this one, rows are read: one in 24 of them. */
const sumOfHours = (orgId: OrganizationId, at: string): SQL => sql`
  select sum(case when is_split then rows.total else hours.total end) as total,
         sum(case when is_split then rows.days else hours.days * hours.total end) as days
  from (
    select expires_hour, total, days, days <> floor(extract(epoch from expires_hour + interval '59:59.999999' - ${at}::timestamptz) / 86400) as is_split
    from ${certificateCounts} cross join lateral (select floor(extract(epoch from expires_hour - ${at}::timestamptz) / 86400) as days) as whole
    where org_id = ${orgId} and expires_hour > ${at}::timestamptz - interval '1 hour' and expires_hour < 'infinity'
  ) as hours cross join lateral (${sumOfRows(
    sql`is_split and org_id = ${orgId} and expires_at >= greatest(expires_hour, ${at}::timestamptz) and expires_at < expires_hour + interval '1 hour'`,
    at,
  )}) as rows`;

const readAverageDaysLeft = async (db: Executor, reach: CertificateReach, now: Date): Promise<number | null> => {
  const at = startOfSecond(now).toISOString();
  const sums =
    reach.scope === null
      ? sumOfHours(reach.orgId, at)
      : sumOfRows(sql`${withinReach(reach)} and expires_at >= ${at} and expires_at < 'infinity'`, at);
  const [row] = await db.execute<{ average: number | null }>(sql`
    select round(days / nullif(total, 0), 1)::float8 as average from (${sums}) as sums`);
  return row?.average ?? null;
};

/** Figures from every row's dates: current, or for more than 10,000 certificates up to five minutes old. */
const readPopulationDates = cacheFigures<PopulationDates>(async (db, reach, now) => {
  const [averageDaysLeft, [row]] = await Promise.all([
    readAverageDaysLeft(db, reach, now),
    db.execute<{ added: number }>(sql`
      select count(*)::int as added from certificates where ${withinReach(reach)} and created_at >= ${startOfMonth(now).toISOString()}`),
  ]);
  return { averageDaysLeft, addedThisMonth: row?.added ?? 0 };
});

/** Same for every plan. Counts equal those of the list's filters at the same instant. */
export interface Analytics extends PopulationDates {
  readonly riskScore: number;
  readonly healthScore: number;
  readonly total: number;
  readonly expired: number;
  readonly healthy: number;
  readonly expiring: number;
  readonly critical: number;
  /** Whole percent, rounded down, of the certificates ever seen that are valid for their host now; null if none was seen. */
  readonly chainValidation: number | null;
  readonly issuersTotal: number;
  /** Most certificates first, at most 50. */
  readonly issuers: readonly IssuerShare[];
}

/** Returns the organization's risk and health, on every plan. */
export const getAnalytics = useCase({
  name: 'analytics/get-analytics',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
})(async (ctx): Promise<Analytics> => {
  const now = ctx.clock.now();
  const [counts, faulty] = await Promise.all([countByStatus(ctx.db, ctx.reach, now), countFaulty(ctx, now)]);
  const [{ issuers, issuersTotal }, dates] = await Promise.all([readIssuers(ctx, counts.total), readPopulationDates(ctx, counts.total)]);
  const valid = assessCompliance(counts, faulty).find(({ framework }) => framework === 'PCI DSS');
  return {
    ...dates,
    riskScore: riskScore(counts),
    healthScore: healthScore(counts),
    expired: counts.expired,
    total: counts.total,
    healthy: counts.valid,
    expiring: counts.warning,
    critical: counts.critical,
    // PCI DSS requires the same: within its validity period and trusted for its host.
    chainValidation: valid?.percent ?? null,
    issuersTotal,
    issuers,
  };
});
