import { checkSchedule } from '@notafter/db';
import { count, lte } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';

/** Returns, for `/metrics`, how many endpoints are scheduled, and how many are due and not claimed. */
export const countBacklog = useCase({
  name: 'certificates/count-backlog',
  access: 'system',
})(async (ctx): Promise<{ endpoints: number; overdue: number }> => {
  const [all] = await ctx.db.select({ count: count() }).from(checkSchedule);
  const [due] = await ctx.db.select({ count: count() }).from(checkSchedule).where(lte(checkSchedule.nextCheckAt, ctx.clock.now()));
  return { endpoints: all?.count ?? 0, overdue: due?.count ?? 0 };
});
