import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { deliverSliceJob } from './internal/delivery-jobs.ts';
import { listDueShards, wakeDueEndpoints } from './internal/delivery-queues.ts';

/** Enqueues one job for each shard that has something to send and no waiting job; returns those shards. */
export const enqueueDueDeliveries = useCase({
  name: 'notifications/enqueue-due-deliveries',
  access: 'system',
})(async (ctx): Promise<readonly number[]> => {
  await wakeDueEndpoints(ctx.db, ctx.clock.now());
  const shards = await listDueShards(ctx.db, ctx.clock.now());
  if (shards.length > 0) {
    await withTransaction(ctx, async (tx) => {
      for (const shard of shards) await ctx.jobs.enqueue(tx.db, deliverSliceJob, { shard }, { singletonKey: String(shard) });
    });
  }
  return shards;
});
