import type { SystemContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { deliverSliceJob } from './internal/delivery-jobs.ts';
import { listDueShards, wakeDueEndpoints } from './internal/delivery-queues.ts';

/** Enqueues one job for each shard that has something to send and no waiting job; returns those shards. */
export const enqueueDueDeliveries = async (ctx: SystemContext): Promise<readonly number[]> => {
  await wakeDueEndpoints(ctx.db, ctx.clock.now());
  const shards = await listDueShards(ctx.db, ctx.clock.now());
  if (shards.length > 0) {
    await withTransaction(ctx, 'notifications/enqueue-due-deliveries', async (tx) => {
      for (const shard of shards) await ctx.jobs.enqueue(tx.db, deliverSliceJob, { shard }, { singletonKey: String(shard) });
    });
  }
  return shards;
};
