import { processes } from '@notafter/db';
import { type DiscoverySummary, readDiscoveryDomain } from '@notafter/domain';
import { listDiscoveriesInput } from '@notafter/domain/inputs';
import { and, desc, sql } from 'drizzle-orm';
import { readPage, type Stretch } from '../certificates/list/paging.ts';
import { useCase } from '../use-case.ts';
import { countFound } from './internal/listed-names.ts';
import { isDiscoveryOf, selectRuns, summaryOf } from './internal/run-view.ts';

/** The organization's searches of the last 30 days, newest first; only of `domain` if it is given. Throws `invalid_input` for a cursor of another list. */
export const listDiscoveries = useCase({
  name: 'discovery/list-discoveries',
  access: 'member',
  replica: true,
  apiKey: 'read',
  input: listDiscoveriesInput,
})(
  async (
    ctx,
    { domain, limit, cursor },
  ): Promise<{ readonly discoveries: readonly DiscoverySummary[]; readonly nextCursor: string | null; readonly total: number }> => {
    const asked = domain === undefined ? undefined : readDiscoveryDomain(domain);
    if (asked === null) return { discoveries: [], nextCursor: null, total: 0 };
    const matching = isDiscoveryOf(ctx.org.id, asked);
    const page = await readPage(
      { scope: ['discoveries', asked ?? ''], keyKind: 'instant', limit, cursor, page: 'first' },
      async ({ after, take }: Stretch<'discovery-job'>) => {
        const follows =
          after === null ? undefined : sql`(${processes.createdAt}, ${processes.id}) < (${after.key}::timestamptz, ${after.id}::uuid)`;
        const rows = await selectRuns(ctx.db)
          .where(and(matching, follows))
          .orderBy(desc(processes.createdAt), desc(processes.id))
          .limit(take);
        return { rows: rows.map((run) => ({ ...run, key: run.createdAt.toISOString() })), total: 0, totalCapped: false };
      },
    );
    const runs = page.rows;
    const found = await countFound(
      ctx.db,
      runs.map(({ id }) => id),
    );
    return {
      discoveries: runs.map((run) => summaryOf(run, found.get(run.id) ?? 0)),
      nextCursor: page.nextCursor,
      total: await ctx.db.$count(processes, matching),
    };
  },
);
