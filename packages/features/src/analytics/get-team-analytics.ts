import { type CostAssumptions, type CostEstimate, defaultCostAssumptions, estimateCost, lifecycleBands } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { withinReach } from '../certificate-reach.ts';
import { cacheFigures } from '../certificates/list/cached-counts.ts';
import { countStatus } from '../certificates/list/certificate-counts.ts';
import { readSavings } from '../certificates/list/population-figures.ts';
import { useCase } from '../use-case.ts';

export interface LifecycleShare {
  readonly text: string;
  /** Days from notBefore to notAfter; null: no end. */
  readonly upToDays: number | null;
  readonly count: number;
}

export interface TeamAnalytics {
  /** Certificates ever seen, by their lifetimes. */
  readonly lifecycle: readonly LifecycleShare[];
  readonly cost: CostEstimate & {
    readonly names: number;
    readonly wildcardGroups: number;
    readonly extraDomains: number;
    readonly assumptions: CostAssumptions;
  };
}

/** From every row's dates: current, or for more than 10,000 certificates up to five minutes old. A part of a day counts as a day. */
const readLifecycle = cacheFigures<LifecycleShare[]>(async (db, reach) => {
  // Compared as intervals: a tenth of the time of computing days.
  const longer = lifecycleBands.map(({ upToDays }) =>
    upToDays === null ? sql`0` : sql`(count(*) filter (where not_after - not_before > ${sql.raw(`interval '${upToDays} days'`)}))::int`,
  );
  const [row] = await db.execute<{ total: number; longer: number[] }>(sql`
    select count(*)::int as total, array[${sql.join(longer, sql`, `)}] as longer
    from certificates where ${withinReach(reach)} and not_after is not null and not_before is not null`);
  const { total = 0, longer: counts = [] } = row ?? {};
  return lifecycleBands.map((band, index) => ({ ...band, count: (counts[index - 1] ?? total) - (counts[index] ?? 0) }));
});

/** Returns how long the certificates live, and what they would cost a year with wildcards. */
export const getTeamAnalytics = useCase({
  name: 'analytics/get-team-analytics',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
  plan: 'teamAnalytics',
})(async (ctx): Promise<TeamAnalytics> => {
  const total = await countStatus(ctx.db, ctx.reach, 'all', ctx.clock.now());
  const [lifecycle, { savings }] = await Promise.all([readLifecycle(ctx, total), readSavings(ctx, total)]);
  const { names, wildcardGroups, extraDomains } = savings;
  return { lifecycle, cost: { ...estimateCost(savings), names, wildcardGroups, extraDomains, assumptions: defaultCostAssumptions } };
});
