import { assessCompliance, type Compliance } from '@notafter/domain';
import { type OrgContext, requirePermission } from '../../context.ts';
import { countByStatus } from './certificate-counts.ts';
import { countFaulty } from './count-faulty.ts';
import { type PopulationFigures, readPopulationFigures } from './population-figures.ts';

export interface Widgets extends PopulationFigures {
  /** Certificates ever reached: the whole that compliance and issuers are shares of. */
  readonly seen: number;
  readonly compliance: readonly Compliance[];
}

/** Returns the dashboard's other figures. Compliance is current; the others too, up to 10,000 certificates. */
export const getWidgets = async (ctx: OrgContext): Promise<Widgets> => {
  requirePermission(ctx, 'certificates/get-widgets');
  const now = ctx.clock.now();
  const [counts, faulty] = await Promise.all([countByStatus(ctx.db, ctx.reach, now), countFaulty(ctx, now)]);
  const { expired, critical, warning, valid } = counts;
  const figures = await readPopulationFigures(ctx, counts.total);
  return { ...figures, seen: expired + critical + warning + valid, compliance: assessCompliance(counts, faulty) };
};
