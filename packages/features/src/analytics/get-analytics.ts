import { assessCompliance, healthScore, riskScore, startOfMonth, startOfSecond } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { withinReach } from '../certificate-reach.ts';
import { cacheFigures } from '../certificates/list/cached-counts.ts';
import { countByStatus } from '../certificates/list/certificate-counts.ts';
import { countFaulty } from '../certificates/list/count-faulty.ts';
import { type IssuerShare, readPopulationFigures } from '../certificates/list/population-figures.ts';
import { useCase } from '../use-case.ts';

interface PopulationDates {
  /** Mean of the whole days left of those not expired, to one decimal; null without any. */
  readonly averageDaysLeft: number | null;
  /** Since the month began, in UTC. */
  readonly addedThisMonth: number;
}

/** Figures from every row's dates: current, or for more than 10,000 certificates up to five minutes old. */
const readPopulationDates = cacheFigures<PopulationDates>(async (db, reach, now) => {
  const at = startOfSecond(now).toISOString();
  const [row] = await db.execute<{ average: number | null; added: number }>(sql`
    select (select round(avg(floor(extract(epoch from expires_at - ${at}::timestamptz) / 86400)), 1)::float8
              from certificates where ${withinReach(reach)} and expires_at >= ${at} and expires_at < 'infinity') as average,
           (select count(*)::int from certificates
              where ${withinReach(reach)} and created_at >= ${startOfMonth(now).toISOString()}) as added`);
  return { averageDaysLeft: row?.average ?? null, addedThisMonth: row?.added ?? 0 };
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
  apiKey: 'read',
  scoped: true,
})(async (ctx): Promise<Analytics> => {
  const now = ctx.clock.now();
  const [counts, faulty] = await Promise.all([countByStatus(ctx.db, ctx.reach, now), countFaulty(ctx, now)]);
  const [{ issuers, issuersTotal }, dates] = await Promise.all([
    readPopulationFigures(ctx, counts.total),
    readPopulationDates(ctx, counts.total),
  ]);
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
