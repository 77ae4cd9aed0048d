import type { OrganizationId } from '@notafter/domain';
import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';
import type { SystemContext, TransactionContext } from './context.ts';

/** Updates one organization's ledger to its current settings; `short`, because a change during a review needs another one. */
export const reviewAlertsJob = defineJob('review-alerts', z.object({ orgId: idInput<'organization'>() }), {
  queue: 'short',
  retryLimit: 10,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 600,
  expireInSeconds: 1800,
  heartbeatSeconds: 20,
});

/**
 * Call it with every change of alert days, day rules, channels, quiet hours, windows, snoozes, grouping or the plan: alerts that
 * are due by the new settings are raised and sent soon after the commit. It is outside the slices, because plans change below
 * notifications.
 */
export const requestReview = (tx: Pick<TransactionContext<SystemContext>, 'db' | 'jobs'>, orgId: OrganizationId): Promise<void> =>
  tx.jobs.enqueue(tx.db, reviewAlertsJob, { orgId }, { singletonKey: orgId });
