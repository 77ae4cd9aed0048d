import { users } from '@notafter/db';
import type { QueueChannel } from '@notafter/domain';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { SystemContext, TransactionContext } from '../../../context.ts';
import { sendChannelNoticeJob } from './delivery-jobs.ts';
import type { ClaimedQueue } from './delivery-queues.ts';

/** Mails each admin of the organization that delivery to a channel or an endpoint is paused. */
export const notifyAdmins = async (
  tx: TransactionContext<SystemContext>,
  { orgId, channel }: Pick<ClaimedQueue<QueueChannel>, 'orgId' | 'channel'>,
): Promise<void> => {
  const admins = await tx.db
    .select({ userId: users.id })
    .from(users)
    .where(and(eq(users.orgId, orgId), eq(users.role, 'admin'), isNotNull(users.activatedAt)));
  for (const { userId } of admins) await tx.jobs.enqueue(tx.db, sendChannelNoticeJob, { userId, channel });
};
