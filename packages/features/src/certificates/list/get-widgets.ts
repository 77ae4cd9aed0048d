import { assessCompliance, type Compliance } from '@notafter/domain';
import { useCase } from '../../use-case.ts';
import { countByStatus } from './certificate-counts.ts';
import { countFaulty } from './count-faulty.ts';
import { type Issuers, readIssuers, readSavings, type Savings } from './population-figures.ts';

export interface Widgets extends Issuers, Savings {
  /** Certificates ever reached: the whole that compliance and issuers are shares of. */
  readonly seen: number;
  readonly compliance: readonly Compliance[];
}

/** Returns the dashboard's other figures. Compliance is current; the others too, up to 10,000 certificates. `computedAt` is of the older one. */
export const getWidgets = useCase({
  name: 'certificates/get-widgets',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
})(async (ctx): Promise<Widgets> => {
  const now = ctx.clock.now();
  const [counts, faulty] = await Promise.all([countByStatus(ctx.db, ctx.reach, now), countFaulty(ctx, now)]);
  const { expired, critical, warning, valid } = counts;
  const [issuers, savings] = await Promise.all([readIssuers(ctx, counts.total), readSavings(ctx, counts.total)]);
  const older = issuers.computedAt < savings.computedAt ? issuers : savings;
  return {
    ...issuers,
    ...savings,
    computedAt: older.computedAt,
    seen: expired + critical + warning + valid,
    compliance: assessCompliance(counts, faulty),
  };
});
