import type { OrganizationId } from '@notafter/domain';
import type { SystemContext, TransactionContext } from '../../context.ts';
import { reviewAlertsJob } from './alert-jobs.ts';

/**
 * To be called with every change of alert days, their rules, channels, quiet hours, windows, snoozes, grouping or the plan: what
 * is due by the new settings is raised, told or sent soon after the commit.
 */
export const requestReview = (tx: Pick<TransactionContext<SystemContext>, 'db' | 'jobs'>, orgId: OrganizationId): Promise<void> =>
  tx.jobs.enqueue(tx.db, reviewAlertsJob, { orgId }, { singletonKey: orgId });
