import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { sweepAlertsJob } from './internal/alert-jobs.ts';

/** Enqueues `sweepAlerts`, unless one is queued or running. */
export const enqueueAlertSweep = useCase({
  name: 'notifications/enqueue-alert-sweep',
  access: 'system',
})((ctx): Promise<void> => withTransaction(ctx, (tx) => tx.jobs.enqueue(tx.db, sweepAlertsJob, {})));
