import { reportDeliveries, reportSchedules } from '@notafter/db';
import { lte } from 'drizzle-orm';
import { useCase } from '../use-case.ts';
import { withTransaction } from '../with-transaction.ts';
import { sendReportsJob } from './internal/report-jobs.ts';

/** Enqueues `sendReports` if a report is due or waits for its next try, unless one is queued or running. */
export const enqueueDueReports = useCase({
  name: 'reports/enqueue-due-reports',
  access: 'system',
})(async (ctx): Promise<boolean> => {
  const now = ctx.clock.now();
  const isDue =
    (await ctx.db.$count(reportSchedules, lte(reportSchedules.nextAt, now))) > 0 ||
    (await ctx.db.$count(reportDeliveries, lte(reportDeliveries.nextTryAt, now))) > 0;
  if (isDue) await withTransaction(ctx, (tx) => tx.jobs.enqueue(tx.db, sendReportsJob, {}));
  return isDue;
});
