import { SHARDS } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { checkSliceJob } from '../certificate-jobs.ts';

/** Enqueues one job for each shard that has due endpoints and no running job; returns those shards. */
export const enqueueDueSlices = useCase({
  name: 'certificates/enqueue-due-slices',
  access: 'system',
})(async (ctx): Promise<readonly number[]> => {
  const rows = await ctx.db.execute<{ shard: number }>(sql`
    select shard from generate_series(0, ${SHARDS - 1}::integer) as shards (shard)
    where exists (
      select from check_schedule
      where check_schedule.shard = shards.shard and next_check_at <= ${ctx.clock.now().toISOString()}::timestamptz)
    order by shard`);
  const shards = rows.map(({ shard }) => shard);
  if (shards.length > 0) {
    await withTransaction(ctx, async (tx) => {
      for (const shard of shards) await ctx.jobs.enqueue(tx.db, checkSliceJob, { shard }, { singletonKey: String(shard) });
    });
  }
  return shards;
});
