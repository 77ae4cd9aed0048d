import type { Transaction } from '@notafter/db';
import type { SystemContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { sweepAlertsJob } from './internal/alert-jobs.ts';

/** Enqueues `sweepAlerts` with the commit, so that what was stored is alerted on at once; the next minute's does it otherwise. */
export const requestAlertSweep = (tx: { readonly db: Transaction; readonly jobs: SystemContext['jobs'] }): Promise<void> =>
  tx.jobs.enqueue(tx.db, sweepAlertsJob, {});

/** Enqueues `sweepAlerts`, unless one is queued or running. */
export const enqueueAlertSweep = useCase({
  name: 'notifications/enqueue-alert-sweep',
  access: 'system',
})((ctx): Promise<void> => withTransaction(ctx, requestAlertSweep));
