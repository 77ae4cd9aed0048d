import { endsCrossing, FARTHEST_ALERT_DAY, type OrganizationId } from '@notafter/domain';
import { useCase } from '../../use-case.ts';
import { notifyPending } from '../delivery/internal/notify-pending.ts';
import { resumeRefreshes } from '../delivery/internal/resume-refreshes.ts';
import { retryDeadLetters } from '../delivery/internal/retry-dead-letters.ts';
import { reevaluateSuppressions } from './internal/reevaluate-suppressions.ts';
import { reviewEnds } from './internal/review-ends.ts';

/**
 * Job, after every change of an organization's alert settings: raises what is due by the current days, notifies a new channel of
 * open alerts, and reevaluates suppressions. Idempotent.
 */
export const reviewAlerts = useCase({
  name: 'notifications/review-alerts',
  access: 'system',
})(async (ctx, { orgId }: { readonly orgId: OrganizationId }): Promise<void> => {
  const now = ctx.clock.now();
  await reviewEnds(ctx, { from: null, until: endsCrossing(FARTHEST_ALERT_DAY, now, now).until, orgId });
  await notifyPending(ctx, orgId);
  await retryDeadLetters(ctx, orgId);
  await resumeRefreshes(ctx, orgId);
  await reevaluateSuppressions(ctx, orgId);
});
