import { certificateHistory } from '@notafter/db';
import { listHistoryInput } from '@notafter/domain/inputs';
import { and, count, eq, type SQL, sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { readPage, type Stretch } from '../list/paging.ts';
import { type HistoryEntry, historyColumns, requireCertificateOfOrg } from './internal/history-entry.ts';

export interface HistoryList {
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
  readonly total: number;
  readonly position: number;
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
}

const follows = ({ after, backwards }: Stretch<'history-entry'>): SQL | undefined =>
  after === null
    ? undefined
    : sql`(${certificateHistory.recordedAt}, ${certificateHistory.id}) ${sql.raw(backwards ? '>' : '<')} (${after.key}::timestamptz, ${after.id}::uuid)`;

/** Returns the history of a certificate. Throws `certificate_not_found`, or `invalid_input` for a cursor of another list. */
export const listCertificateHistory = useCase({
  name: 'certificates/list-certificate-history',
  access: 'member',
  replica: true,
  apiKey: 'read',
  scoped: true,
  input: listHistoryInput,
})(async (ctx, input): Promise<HistoryList> => {
  const { id, limit, cursor } = input;
  await requireCertificateOfOrg(ctx.db, ctx.reach, id);
  const ofCertificate = eq(certificateHistory.certificateId, id);
  const [counted] = await ctx.db.select({ total: count() }).from(certificateHistory).where(ofCertificate);
  const page = await readPage(
    { scope: ['history', id], keyKind: 'instant', limit, cursor, page: 'first' },
    async (stretch: Stretch<'history-entry'>) => {
      const direction = sql.raw(stretch.backwards ? 'asc' : 'desc');
      const rows = await ctx.db
        .select({
          ...historyColumns,
          // With its microseconds, which a Date would drop.
          key: sql<string>`to_char(${certificateHistory.recordedAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
        })
        .from(certificateHistory)
        .where(and(ofCertificate, follows(stretch)))
        .orderBy(sql`${certificateHistory.recordedAt} ${direction}`, sql`${certificateHistory.id} ${direction}`)
        .limit(stretch.take);
      return { rows, total: counted?.total ?? 0, totalCapped: false };
    },
  );
  return {
    history: page.rows.map(({ key: _key, ...entry }) => entry),
    total: page.total,
    position: page.position ?? 0,
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
  };
});
