import { assessCompliance, riskScore } from '@notafter/domain';
import { countByStatus } from '../certificates/list/certificate-counts.ts';
import { countFaulty } from '../certificates/list/count-faulty.ts';
import { type IssuerShare, readPopulationFigures } from '../certificates/list/population-figures.ts';
import { useCase } from '../use-case.ts';
import { type PopulationDates, readPopulationDates } from './internal/population-dates.ts';

/** Same for every plan. Counts equal those of the list's filters at the same instant. */
export interface Analytics extends PopulationDates {
  readonly riskScore: number;
  readonly total: number;
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
