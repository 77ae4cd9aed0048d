import { deliveries, notificationChannels } from '@notafter/db';
import type { ChannelId } from '@notafter/domain';
import { and, eq } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../../context.ts';
import { requestReview } from '../../../request-review.ts';
import { isWaitingAt } from '../../delivery/internal/delivery-queues.ts';
import type { ChannelRow } from './channel-view.ts';

/** Deletes a channel whose queue the caller locked, with what waits for it: another channel gets those alerts. */
export const deleteChannel = async (
  tx: TransactionContext<OrgContext>,
  { id, queue }: Pick<ChannelRow, 'queue'> & { readonly id: ChannelId },
): Promise<void> => {
  await tx.db.delete(notificationChannels).where(eq(notificationChannels.id, id));
  await tx.db
    .update(deliveries)
    .set({ state: 'cancelled', heldFor: null, problem: 'The channel was deleted.' })
    .where(and(isWaitingAt({ orgId: tx.org.id, channel: queue }), eq(deliveries.state, 'pending')));
  await requestReview(tx, tx.org.id);
};
