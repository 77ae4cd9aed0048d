import { type Database, discoveryJobs, type StoredSources } from '@notafter/db';
import {
  type DiscoveryComparison,
  type DiscoveryJobId,
  type DiscoverySourceName,
  type DiscoverySummary,
  DomainError,
  discoverySources,
  type OrganizationId,
  type SourceView,
} from '@notafter/domain';
import { and, desc, eq, lt, ne } from 'drizzle-orm';
import type { ListedCounts } from './listed-names.ts';

const columns = {
  id: discoveryJobs.id,
  domain: discoveryJobs.domain,
  status: discoveryJobs.status,
  error: discoveryJobs.error,
  progress: discoveryJobs.progress,
  sources: discoveryJobs.sources,
  createdAt: discoveryJobs.createdAt,
  finishedAt: discoveryJobs.finishedAt,
};

export type StoredRun = Pick<typeof discoveryJobs.$inferSelect, keyof typeof columns>;

export const selectRuns = (db: Database) => db.select(columns).from(discoveryJobs);

/** Throws `discovery_not_found`, for another organization's id too. */
export const getRunForOrg = async (db: Database, orgId: OrganizationId, id: DiscoveryJobId): Promise<StoredRun> => {
  const [run] = await selectRuns(db).where(and(eq(discoveryJobs.id, id), eq(discoveryJobs.orgId, orgId)));
  if (run === undefined) throw new DomainError('discovery_not_found');
  return run;
};

/** The last completed run of the same domain before this one; null without one. */
export const findEarlierRun = async (db: Database, orgId: OrganizationId, run: StoredRun): Promise<StoredRun | null> => {
  const [earlier] = await selectRuns(db)
    .where(
      and(
        eq(discoveryJobs.orgId, orgId),
        eq(discoveryJobs.domain, run.domain),
        eq(discoveryJobs.status, 'completed'),
        lt(discoveryJobs.createdAt, run.createdAt),
        ne(discoveryJobs.id, run.id),
      ),
    )
    .orderBy(desc(discoveryJobs.createdAt))
    .limit(1);
  return earlier ?? null;
};

/** A source that answered in full proves by its silence that a name is gone; no other one does. */
export const completeSources = (sources: StoredSources): DiscoverySourceName[] =>
  discoverySources.filter((name) => sources[name].state === 'complete');

export const comparisonOf = (earlier: StoredRun | null, added: number, gone: number): DiscoveryComparison | null =>
  earlier?.finishedAt ? { jobId: earlier.id, finishedAt: earlier.finishedAt, added, gone } : null;

export const sourceViews = (sources: StoredSources, counts: ListedCounts['bySource']): SourceView[] =>
  discoverySources.map((source) => {
    const { state, reason, note, fetchedAt, reused = false } = sources[source];
    return { source, state, reason, note, fetchedAt: fetchedAt === null ? null : new Date(fetchedAt), reused, count: counts[source] };
  });

export const summaryOf = (run: StoredRun, found: number): DiscoverySummary => ({
  jobId: run.id,
  domain: run.domain,
  status: run.status,
  error: run.error,
  startedAt: run.createdAt,
  finishedAt: run.finishedAt,
  found,
});
