import type { OrganizationId } from '@notafter/domain';
import { idInput } from '@notafter/domain/inputs';
import { defineJob } from '@notafter/jobs';
import { z } from 'zod';
import type { SystemContext, TransactionContext } from './context.ts';

/** Brings one organization's ledger to what its settings now are; `short`, because a change during a round needs another one. */
export const reviewAlertsJob = defineJob('review-alerts', z.object({ orgId: idInput<'organization'>() }), {
  queue: 'short',
  retryLimit: 10,
  retryDelaySeconds: 2,
  retryDelayMaxSeconds: 600,
  expireInSeconds: 1800,
  heartbeatSeconds: 20,
});

/**
 * To be called with every change of alert days, their rules, channels, quiet hours, windows, snoozes, grouping or the plan: what
 * is due by the new settings is raised, told or sent soon after the commit. Stands above the slices, because plans change below
 * notifications.
 */
export const requestReview = (tx: Pick<TransactionContext<SystemContext>, 'db' | 'jobs'>, orgId: OrganizationId): Promise<void> =>
  tx.jobs.enqueue(tx.db, reviewAlertsJob, { orgId }, { singletonKey: orgId });
