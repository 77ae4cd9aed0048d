import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';

/** Runs jobs again that failed for good, the oldest 1,000; returns how many. */
export const retryFailedJobs = useCase({
  name: 'operator/retry-failed-jobs',
  access: 'platform',
  via: 'session',
  audit: 'Ran failed jobs again',
})(
  async (ctx): Promise<{ readonly queued: number }> =>
    withTransaction(ctx, async (tx, audit) => {
      const queued = await tx.jobs.retryFailed(tx.db);
      audit({ detail: { queued } });
      return { queued };
    }),
);
