import { certificates, collectorBundles, collectorFiles, collectors, type Executor } from '@notafter/db';
import {
  type CollectorAbout,
  type CollectorId,
  type CollectorState,
  collectorState,
  DomainError,
  isClockOff,
  type OrganizationId,
  silentAfterMs,
} from '@notafter/domain';
import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { isEndpoint } from '../../certificates/reports/collector-endpoints.ts';

export interface CollectorView {
  readonly id: CollectorId;
  readonly name: string;
  readonly state: CollectorState;
  readonly createdAt: Date;
  readonly enrolledAt: Date | null;
  readonly revokedAt: Date | null;
  readonly forkedAt: Date | null;
  /** When its last bundle came; if people carried it, when it was written. */
  readonly lastReportAt: Date | null;
  /** When it last called; null if its bundles travel as files. */
  readonly lastSeenAt: Date | null;
  /** When its silence becomes an alert; null before its first report, and once nothing more is taken from it. */
  readonly silentFrom: Date | null;
  /** How far its clock is ahead, or behind if below 0; null within five minutes. */
  readonly clockOffsetMs: number | null;
  readonly carriedEverySeconds: number | null;
  /** While it waits. */
  readonly tokenExpiresAt: Date | null;
  /** Its own description. */
  readonly about: CollectorAbout | null;
  /** Ed25519, raw in Base64url. */
  readonly publicKey: string | null;
  readonly sequence: number;
  readonly endpoints: number;
  readonly files: number;
  readonly filesWithProblems: number;
  /** Bundles that never came. */
  readonly missingBundles: number;
  /** Bundles that are stored and not yet recorded. */
  readonly waitingBundles: number;
}

const counted = (from: SQL): SQL<number> => sql<number>`(select count(*)::int from ${from})`;

const select = (db: Executor, condition: SQL | undefined) =>
  db
    .select({
      ...getTableColumns(collectors),
      endpoints: counted(sql`${certificates} where ${certificates.collectorId} = ${collectors.id} and ${isEndpoint}`),
      files: counted(sql`${collectorFiles} where ${collectorFiles.collectorId} = ${collectors.id}`),
      filesWithProblems: counted(
        sql`${collectorFiles} where ${collectorFiles.collectorId} = ${collectors.id} and ${collectorFiles.problem} is not null`,
      ),
      missingBundles: sql<number>`(select coalesce(sum(${collectorBundles.missingBefore}), 0)::int from ${collectorBundles} where ${collectorBundles.collectorId} = ${collectors.id})`,
      waitingBundles: counted(
        sql`${collectorBundles} where ${collectorBundles.collectorId} = ${collectors.id} and ${collectorBundles.content} is not null`,
      ),
    })
    .from(collectors)
    .where(condition)
    .orderBy(asc(sql`lower(${collectors.name})`));

const viewOf = (row: Awaited<ReturnType<typeof select>>[number], now: Date): CollectorView => {
  const { orgId: _, tokenHash, headHash: __, clockOffsetMs, tokenExpiresAt, ...facts } = row;
  const reports = facts.lastReportAt !== null && facts.revokedAt === null && facts.forkedAt === null;
  return {
    ...facts,
    state: collectorState(row, now),
    silentFrom: reports && facts.lastReportAt !== null ? new Date(facts.lastReportAt.getTime() + silentAfterMs(row)) : null,
    clockOffsetMs: clockOffsetMs !== null && isClockOff(clockOffsetMs) ? clockOffsetMs : null,
    tokenExpiresAt: tokenHash === null ? null : tokenExpiresAt,
  };
};

export const listCollectorsOfOrg = async (db: Executor, orgId: OrganizationId, now: Date): Promise<CollectorView[]> =>
  (await select(db, eq(collectors.orgId, orgId))).map((row) => viewOf(row, now));

/** Throws `collector_not_found`, for another organization's ID too. */
export const getCollectorForOrg = async (db: Executor, orgId: OrganizationId, id: CollectorId, now: Date): Promise<CollectorView> => {
  const [row] = await select(db, and(eq(collectors.orgId, orgId), eq(collectors.id, id)));
  if (row === undefined) throw new DomainError('collector_not_found');
  return viewOf(row, now);
};
