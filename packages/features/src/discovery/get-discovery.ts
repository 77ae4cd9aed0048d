import { type DiscoveryList, type DiscoveryView, wildcardHints } from '@notafter/domain';
import type { GetDiscoveryInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../context.ts';
import { type Asked, countGone, countListed, groupByWildcard, type ListedCounts, listResults } from './internal/listed-names.ts';
import { comparisonOf, completeSources, findEarlierRun, getRunForOrg, sourceViews, summaryOf } from './internal/run-view.ts';

const totalOf = (list: DiscoveryList, { found, monitored, added }: ListedCounts, gone: number): number =>
  ({ all: found, unmonitored: found - monitored, new: added, gone })[list];

/**
 * How far a search is, and one page of what it found. Throws `discovery_not_found`, for another organisation's id too.
 */
export const getDiscovery = async (ctx: OrgContext, { id, list, offset, limit }: GetDiscoveryInput): Promise<DiscoveryView> => {
  requirePermission(ctx, 'discovery/get-discovery');
  const run = await getRunForOrg(ctx.db, ctx.org.id, id);
  const earlier = await findEarlierRun(ctx.db, ctx.org.id, run);
  const asked: Asked = { orgId: ctx.org.id, jobId: id, domain: run.domain, earlierId: earlier?.id ?? null };
  // Until every source has answered, a name that is not there is not gone.
  const complete = run.status === 'completed' ? completeSources(run.sources) : [];
  const [counts, gone, groups, results] = await Promise.all([
    countListed(ctx.db, asked),
    countGone(ctx.db, asked, complete),
    groupByWildcard(ctx.db, asked),
    listResults(ctx.db, asked, { list, offset, limit, complete }),
  ]);
  return {
    ...summaryOf(run, counts.found),
    progress: run.progress,
    sources: sourceViews(run.sources, counts.bySource),
    monitored: counts.monitored,
    notLookedAt: counts.notLookedAt,
    wildcards: wildcardHints(groups),
    comparison: run.status === 'completed' ? comparisonOf(earlier, counts.added, gone) : null,
    results,
    total: totalOf(list, counts, gone),
    offset,
    limit,
  };
};
