import { checkSchedule } from '@notafter/db';
import { SECOND_MS } from '@notafter/domain';
import { count, lte, min } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';

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
    .where(lte(checkSchedule.nextCheckAt, now));
  const since = due?.since ?? now;
  return { endpoints: all?.count ?? 0, overdue: due?.count ?? 0, overdueSeconds: (now.getTime() - since.getTime()) / SECOND_MS };
});
