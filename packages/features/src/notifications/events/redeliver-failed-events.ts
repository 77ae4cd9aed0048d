import { redeliverFailedInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockOpenEndpoint, sendAgain } from '../delivery/internal/send-again.ts';

/**
 * Posts every undelivered event of an endpoint's types since an instant, including those of a pause, but none from before the
 * endpoint was added. Returns how many. Throws `webhook_endpoint_not_found`, `webhooks_plan` or `webhook_endpoint_paused`.
 */
export const redeliverFailedEvents = useCase({
  name: 'notifications/redeliver-failed-events',
  access: 'admin',
  plan: 'webhooks',
  input: redeliverFailedInput,
  audit: 'Sent failed events again',
})(async (ctx, { id, since }): Promise<{ queued: number }> => {
  return withTransaction(ctx, async (tx, audit) => {
    const { name, types, createdAt } = await lockOpenEndpoint(tx, id);
    const queued = await sendAgain(tx, id, { since: new Date(Math.max(since.getTime(), createdAt.getTime())), types });
    audit({ subjectId: id, detail: { name, queued } });
    return { queued };
  });
});
