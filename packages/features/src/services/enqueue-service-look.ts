import { services } from '@notafter/db';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { lookAtServicesJob, sweepBackupsJob } from './service-jobs.ts';

/** Enqueues the minute's look and the sweep of backups, if this installation ever had a service. */
export const enqueueServiceLook = useCase({
  name: 'services/enqueue-service-look',
  access: 'system',
})(async (ctx): Promise<void> => {
  const some = await ctx.db.select({ id: services.id }).from(services).limit(1);
  if (some.length === 0) return;
  await withTransaction(ctx, async (tx) => {
    await tx.jobs.enqueue(tx.db, lookAtServicesJob, {});
    await tx.jobs.enqueue(tx.db, sweepBackupsJob, {});
  });
});
