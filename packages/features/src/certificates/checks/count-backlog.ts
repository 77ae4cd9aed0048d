import { checkSchedule } from '@notafter/db';
import { SECOND_MS, SHARDS } from '@notafter/domain';
import { and, count, inArray, lte, min, type SQL } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';

const shards = Array.from({ length: SHARDS }, (_, shard) => shard);

/** Due at `now` and not claimed. By shard, as its index is: without a late check, the whole table would be read. */
export const isDueAt = (now: Date): SQL | undefined => and(inArray(checkSchedule.shard, shards), lte(checkSchedule.nextCheckAt, now));

/** Figures of the schedule of checks for `/metrics`. */
export interface Backlog {
  readonly endpoints: number;
  /** Due and not claimed. */
  readonly overdue: number;
  /** How long the longest of them has been due. */
  readonly overdueSeconds: number;
}

export const countBacklog = useCase({
  name: 'certificates/count-backlog',
  access: 'system',
})(async (ctx): Promise<Backlog> => {
  const [all] = await ctx.db.select({ count: count() }).from(checkSchedule);
  const now = ctx.clock.now();
  const [due] = await ctx.db
    .select({ count: count(), since: min(checkSchedule.nextCheckAt) })
    .from(checkSchedule)
    .where(isDueAt(now));
  const since = due?.since ?? now;
  return { endpoints: all?.count ?? 0, overdue: due?.count ?? 0, overdueSeconds: (now.getTime() - since.getTime()) / SECOND_MS };
});
