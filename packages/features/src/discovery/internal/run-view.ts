import { type Database, discoveryJobs, processes, type StoredSources } from '@notafter/db';
import {
  type DiscoveryComparison,
  type DiscoveryJobId,
  type DiscoverySourceName,
  type DiscoverySummary,
  DomainError,
  discoverySources,
  type OrganizationId,
  processStatusOf,
  type SourceView,
} from '@notafter/domain';
import { and, desc, eq, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { ListedCounts } from './listed-names.ts';

/** The process of a discovery always has a subject. */
const domain = sql<string>`${processes.subject}`;
const columns = {
  id: discoveryJobs.id,
  domain,
  state: processes.state,
  error: processes.error,
  progress: processes.done,
  sources: discoveryJobs.sources,
  createdAt: processes.createdAt,
  finishedAt: processes.finishedAt,
};

export interface StoredRun
  extends Pick<typeof processes.$inferSelect, 'state' | 'error' | 'createdAt' | 'finishedAt'>,
    Pick<typeof discoveryJobs.$inferSelect, 'id' | 'sources'> {
  readonly domain: string;
  readonly progress: number;
}

export const selectRuns = (db: Database) => db.select(columns).from(discoveryJobs).innerJoin(processes, eq(processes.id, discoveryJobs.id));

/** The discoveries of an organization; of one domain if it is given. */
export const isDiscoveryOf = (orgId: OrganizationId, asked?: string): SQL | undefined =>
  and(eq(processes.orgId, orgId), eq(processes.kind, 'discovery'), asked === undefined ? undefined : eq(processes.subject, asked));

/** Throws `discovery_not_found`, for another organization's id too. */
export const getRunForOrg = async (db: Database, orgId: OrganizationId, id: DiscoveryJobId): Promise<StoredRun> => {
  const [run] = await selectRuns(db).where(and(eq(discoveryJobs.id, id), eq(processes.orgId, orgId)));
  if (run === undefined) throw new DomainError('discovery_not_found');
  return run;
};

/** The last completed run of the same domain before this one; null without one. */
export const findEarlierRun = async (db: Database, orgId: OrganizationId, run: StoredRun): Promise<StoredRun | null> => {
  const [earlier] = await selectRuns(db)
    .where(
      and(
        isDiscoveryOf(orgId, run.domain),
        eq(processes.state, 'completed'),
        lt(processes.createdAt, run.createdAt),
        ne(discoveryJobs.id, run.id),
      ),
    )
    .orderBy(desc(processes.createdAt))
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
  ...processStatusOf(run),
  startedAt: run.createdAt,
  finishedAt: run.finishedAt,
  found,
});
