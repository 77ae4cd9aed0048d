import { assessCompliance, type Compliance } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { countByStatus } from './internal/certificate-counts.ts';
import { type PopulationFigures, readPopulationFigures } from './internal/population-figures.ts';

export interface Widgets extends PopulationFigures {
  /** Certificates ever seen: what compliance and issuers are shares of. */
  readonly seen: number;
  readonly compliance: readonly Compliance[];
}

/** Within their dates, but failing for another reason or not valid yet. Each half has an index of its own. */
const countFaulty = async ({ db, org }: OrgContext, now: Date): Promise<number> => {
  const at = now.toISOString();
  const rows = sql`from certificates where org_id = ${org.id} and expires_at >= ${at} and expires_at < 'infinity'`;
  const [row] = await db.execute<{ faulty: number }>(sql`
    select ((select count(*) ${rows} and reasons <> '{}') + (select count(*) ${rows} and not_before > ${at} and reasons = '{}'))::int as faulty`);
  return row?.faulty ?? 0;
};

/** The dashboard's further figures. Compliance is of this instant; the others too, up to 10,000 certificates. */
export const getWidgets = async (ctx: OrgContext): Promise<Widgets> => {
  requirePermission(ctx, 'certificates/get-widgets');
  const now = ctx.clock.now();
  const [counts, faulty] = await Promise.all([countByStatus(ctx.db, ctx.org.id, now), countFaulty(ctx, now)]);
  const { expired, critical, warning, valid } = counts;
  const figures = await readPopulationFigures(ctx, counts.total);
  return { ...figures, seen: expired + critical + warning + valid, compliance: assessCompliance(counts, faulty) };
};
