import { issuanceSearches, transparencyLists, transparencyLogs, watchedDomains } from '@notafter/db';
import {
  type BrokenPromise,
  dateText,
  type IssuanceSearchResult,
  type LoggingState,
  type LogKind,
  type TailOutcomeKind,
} from '@notafter/domain';
import { and, asc, eq, sql } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { isFollowed, logOf } from './internal/stored-log.ts';

export interface LogSource {
  readonly id: string;
  readonly description: string;
  readonly operator: string;
  readonly kind: LogKind;
  readonly state: LoggingState;
  /** Of the last call. Null: it was never asked. */
  readonly outcome: TailOutcomeKind | null;
  readonly reason: string | null;
  /** The promises that it broke, the first time of each kind. */
  readonly broken: readonly { readonly kind: BrokenPromise['kind']; readonly reason: string }[];
  /** Entries that were not read because the log was not followed; null: none. `until` is null until it is read again. */
  readonly gap: { readonly from: Date; readonly until: Date | null; readonly entries: number | null } | null;
  /** Entries read; of the log's last verified head. */
  readonly readSize: number;
  readonly headSize: number | null;
  readonly askedAt: Date | null;
  readonly currentAt: Date | null;
  /** The last daily test that a host name of its new entries is found. Null: not yet. */
  readonly selfTest: { readonly at: Date; readonly isFound: boolean } | null;
  readonly bytesToday: number;
}

export interface SearchSource {
  readonly name: string;
  /** Watched domains of the organization, and for how many of them the last question was answered. */
  readonly domains: number;
  readonly answered: number;
  /** The worst one of all domains. */
  readonly outcome: IssuanceSearchResult['outcome'] | null;
  /** Of that outcome, the last. */
  readonly reason: string | null;
  readonly askedAt: Date | null;
}

export interface TransparencySources {
  /** Whether the operator lets this installation follow logs. */
  readonly followsLogs: boolean;
  readonly bytesPerDay: number;
  readonly bytesToday: number;
  readonly list: { readonly listedAt: Date | null; readonly askedAt: Date; readonly problem: string | null } | null;
  /** Those that are followed, by operator. */
  readonly logs: readonly LogSource[];
  readonly searches: readonly SearchSource[];
}

/** A service that failed for one of many domains does not look well because of the others. */
const worstFirst = sql`array_position(array['failed', 'partial', 'complete'], ${issuanceSearches.outcome}), ${issuanceSearches.askedAt} desc nulls last`;

/** Says where issued certificates are looked for, how far, and what is wrong. */
export const getSources = useCase({
  name: 'transparency/get-sources',
  access: 'member',
  apiKey: 'read',
})(async (ctx): Promise<TransparencySources> => {
  const now = ctx.clock.now();
  const { follower, bytesPerDay, searches } = ctx.gateways.transparency;
  const [list] = await ctx.db.select().from(transparencyLists);
  const day = dateText(now);
  const rows = await ctx.db
    .select()
    .from(transparencyLogs)
    .orderBy(asc(sql`${transparencyLogs.log} ->> 'operator'`), asc(sql`${transparencyLogs.log} ->> 'description'`));
  const logs = rows
    .filter(({ isListed, log }) => isListed && isFollowed(logOf(log), now))
    .map(({ id, log, cursor, outcome, broken, gap, askedAt, currentAt, selfTest, ...row }): LogSource => {
      return {
        id,
        description: log.description,
        operator: log.operator,
        kind: log.kind,
        state: log.state,
        outcome: outcome?.kind ?? null,
        reason: outcome !== null && 'reason' in outcome ? outcome.reason : null,
        broken: (broken ?? []).map(({ kind, reason }) => ({ kind, reason })),
        gap: gap === null ? null : { ...gap, from: new Date(gap.from), until: gap.until === null ? null : new Date(gap.until) },
        readSize: cursor?.size ?? 0,
        headSize: cursor?.head?.size ?? null,
        askedAt,
        currentAt,
        selfTest: selfTest === null ? null : { at: new Date(selfTest.at), isFound: selfTest.isFound },
        bytesToday: row.day === day ? row.dayBytes : 0,
      };
    });
  const asked = await ctx.db
    .select({
      source: issuanceSearches.source,
      domains: sql<number>`count(*)::int`,
      answered: sql<number>`count(*) filter (where ${issuanceSearches.outcome} in ('complete', 'partial'))::int`,
      outcome: sql<IssuanceSearchResult['outcome'] | null>`(array_agg(${issuanceSearches.outcome} order by ${worstFirst}))[1]`,
      reason: sql<string | null>`(array_agg(${issuanceSearches.reason} order by ${worstFirst}))[1]`,
      askedAt: sql`max(${issuanceSearches.askedAt})`.mapWith(issuanceSearches.askedAt),
    })
    .from(issuanceSearches)
    // Those of other organizations are theirs.
    .innerJoin(watchedDomains, and(eq(watchedDomains.domain, issuanceSearches.domain), eq(watchedDomains.orgId, ctx.org.id)))
    .groupBy(issuanceSearches.source);
  return {
    followsLogs: follower !== null,
    bytesPerDay,
    bytesToday: logs.reduce((sum, { bytesToday }) => sum + bytesToday, 0),
    list: list === undefined ? null : { listedAt: list.listedAt, askedAt: list.askedAt, problem: list.problem },
    logs,
    searches: searches.map(({ name }): SearchSource => {
      const found = asked.find(({ source }) => source === name);
      if (found === undefined) return { name, domains: 0, answered: 0, outcome: null, reason: null, askedAt: null };
      const { source: _, ...facts } = found;
      return { name, ...facts };
    }),
  };
});
