import type { RedeliverFailedInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockOpenEndpoint, sendAgain } from '../delivery/internal/send-again.ts';

/**
 * Posts every undelivered event of an endpoint's types since an instant, including those of a pause, but none from before the
 * endpoint was added. Returns how many. Throws `webhook_endpoint_not_found`, `webhooks_plan` or `webhook_endpoint_paused`.
 */
export const redeliverFailedEvents = async (ctx: OrgContext, { id, since }: RedeliverFailedInput): Promise<{ queued: number }> => {
  requirePermission(ctx, 'notifications/redeliver-failed-events');
  return withTransaction(ctx, 'notifications/redeliver-failed-events', async (tx, audit) => {
    const { name, types, createdAt } = await lockOpenEndpoint(tx, id);
    const queued = await sendAgain(tx, id, { since: since < createdAt ? createdAt : since, types });
    audit({ subjectId: id, detail: { name, queued } });
    return { queued };
  });
};
