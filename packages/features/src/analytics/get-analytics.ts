import { assessCompliance, riskScore } from '@notafter/domain';
import { countByStatus } from '../certificates/list/certificate-counts.ts';
import { countFaulty } from '../certificates/list/count-faulty.ts';
import { type IssuerShare, readPopulationFigures } from '../certificates/list/population-figures.ts';
import { type OrgContext, requirePermission } from '../context.ts';
import { type PopulationDates, readPopulationDates } from './internal/population-dates.ts';

/** What every plan has. Counts are those of the list's filters at the same instant. */
export interface Analytics extends PopulationDates {
  readonly riskScore: number;
  readonly total: number;
  readonly healthy: number;
  readonly expiring: number;
  readonly critical: number;
  /** Whole percent of those ever seen that are valid for their host now, rounded down; null where none was. */
  readonly chainValidation: number | null;
  readonly issuersTotal: number;
  /** Most certificates first, at most 50. */
  readonly issuers: readonly IssuerShare[];
}

/** The organization's risk and health. Nothing in it is a matter of the plan. */
export const getAnalytics = async (ctx: OrgContext): Promise<Analytics> => {
  requirePermission(ctx, 'analytics/get-analytics');
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
    total: counts.total,
    healthy: counts.valid,
    expiring: counts.warning,
    critical: counts.critical,
    // PCI DSS asks for the same: within its dates, and trusted for its host.
    chainValidation: valid?.percent ?? null,
    issuersTotal,
    issuers,
  };
};
