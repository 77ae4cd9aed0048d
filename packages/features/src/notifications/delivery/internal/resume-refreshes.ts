import type { OrganizationId } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import type { SystemContext } from '../../../context.ts';
import { withTransaction } from '../../../with-transaction.ts';
import { refreshedTypes } from '../../ledger/incidents.ts';
import { lockQueues } from '../notify.ts';

/** Refreshes the open alerts of these channels at once: their labels may have changed, or they were off or broken. */
export const resumeRefreshes = (ctx: SystemContext, orgId: OrganizationId): Promise<void> =>
  withTransaction(ctx, async (tx) => {
    await lockQueues(tx.db, [orgId]);
    const now = sql`${tx.clock.now().toISOString()}::timestamptz`;
    await tx.db.execute(sql`
      update delivery_queues as queue set refresh_at = ${now}, due_at = least(queue.due_at, ${now})
      from notification_channels as channel
      where queue.org_id = ${orgId} and channel.org_id = ${orgId} and channel.queue = queue.channel
        and channel.type in ${refreshedTypes} and channel.enabled and channel.complete and channel.broken_at is null`);
  });
