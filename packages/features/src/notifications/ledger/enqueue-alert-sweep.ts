import type { SystemContext } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { sweepAlertsJob } from './internal/alert-jobs.ts';

/** Enqueues `sweepAlerts`, unless one is queued or running. */
export const enqueueAlertSweep = (ctx: SystemContext): Promise<void> =>
  withTransaction(ctx, 'notifications/enqueue-alert-sweep', (tx) => tx.jobs.enqueue(tx.db, sweepAlertsJob, {}));
