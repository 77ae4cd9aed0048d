import { discoveryJobs } from '@notafter/db';
import { type DiscoverySummary, readDiscoveryDomain } from '@notafter/domain';
import type { ListDiscoveriesInput } from '@notafter/domain/inputs';
import { and, desc, eq } from 'drizzle-orm';
import { type OrgContext, requirePermission } from '../context.ts';
import { countFound } from './internal/listed-names.ts';
import { selectRuns, summaryOf } from './internal/run-view.ts';

/** The organisation's searches of the last 30 days, newest first; of one domain where it is given. */
export const listDiscoveries = async (
  ctx: OrgContext,
  { domain, limit }: ListDiscoveriesInput,
): Promise<{ readonly discoveries: readonly DiscoverySummary[] }> => {
  requirePermission(ctx, 'discovery/list-discoveries');
  const asked = domain === undefined ? undefined : readDiscoveryDomain(domain);
  if (asked === null) return { discoveries: [] };
  const runs = await selectRuns(ctx.db)
    .where(and(eq(discoveryJobs.orgId, ctx.org.id), asked === undefined ? undefined : eq(discoveryJobs.domain, asked)))
    .orderBy(desc(discoveryJobs.createdAt), desc(discoveryJobs.id))
    .limit(limit);
  const found = await countFound(
    ctx.db,
    runs.map(({ id }) => id),
  );
  return { discoveries: runs.map((run) => summaryOf(run, found.get(run.id) ?? 0)) };
};
