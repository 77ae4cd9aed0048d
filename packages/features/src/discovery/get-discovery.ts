import { type DiscoveryList, type DiscoveryView, wildcardHints } from '@notafter/domain';
import { getDiscoveryInput } from '@notafter/domain/inputs';
import { useCase } from '../use-case.ts';
import {
  type Asked,
  countGone,
  countListed,
  countMatching,
  groupByWildcard,
  type ListedCounts,
  listResults,
  type Narrowed,
} from './internal/listed-names.ts';
import { comparisonOf, completeSources, findEarlierRun, getRunForOrg, sourceViews, summaryOf } from './internal/run-view.ts';

const totalOf = (list: DiscoveryList, { found, monitored, added }: ListedCounts, gone: number): number =>
  ({ all: found, unmonitored: found - monitored, new: added, gone })[list];

/**
 * How far a search is, and one page of what it found. Throws `discovery_not_found`, for another organization's id too.
 */
export const getDiscovery = useCase({
  name: 'discovery/get-discovery',
  access: 'member',
  apiKey: 'read',
  input: getDiscoveryInput,
})(async (ctx, { id, list, search = '', offset, limit }): Promise<DiscoveryView> => {
  const run = await getRunForOrg(ctx.db, ctx.org.id, id);
  const earlier = await findEarlierRun(ctx.db, ctx.org.id, run);
  const asked: Asked = { orgId: ctx.org.id, jobId: id, domain: run.domain, earlierId: earlier?.id ?? null };
  // Until every source has answered, a name that is not there is not gone.
  const complete = run.state === 'completed' ? completeSources(run.sources) : [];
  const narrowed: Narrowed = { list, search: search.toLowerCase(), complete };
  const [counts, gone, groups, results, matching] = await Promise.all([
    countListed(ctx.db, asked),
    countGone(ctx.db, asked, complete),
    groupByWildcard(ctx.db, asked),
    listResults(ctx.db, asked, { ...narrowed, offset, limit }),
    search === '' ? null : countMatching(ctx.db, asked, narrowed),
  ]);
  return {
    ...summaryOf(run, counts.found),
    progress: run.progress,
    sources: sourceViews(run.sources, counts.bySource),
    monitored: counts.monitored,
    notLookedAt: counts.notLookedAt,
    wildcards: wildcardHints(groups),
    comparison: run.state === 'completed' ? comparisonOf(earlier, counts.added, gone) : null,
    results,
    total: matching ?? totalOf(list, counts, gone),
    offset,
    limit,
  };
});
