import { alertRouteChannels } from '@notafter/db';
import { type ChannelId, DomainError } from '@notafter/domain';
import { channelIdInput } from '@notafter/domain/inputs';
import { aliasedTable, and, eq, ne, notExists, sql } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockQueues } from '../delivery/notify.ts';
import { getChannelRowForOrg, lockChannels } from './internal/channel-view.ts';
import { deleteChannel } from './internal/delete-channel.ts';

/** A route without a channel would send its alerts to no one. */
const requireOtherChannels = async ({ db }: TransactionContext<OrgContext>, id: ChannelId): Promise<void> => {
  const { routeId, channelId } = alertRouteChannels;
  const others = aliasedTable(alertRouteChannels, 'others');
  const lonely = await db
    .select({ routeId })
    .from(alertRouteChannels)
    .where(
      and(
        eq(channelId, id),
        notExists(
          db
            .select({ one: sql`1` })
            .from(others)
            .where(and(eq(others.routeId, routeId), ne(others.channelId, id))),
        ),
      ),
    )
    .limit(1);
  if (lonely.length > 0) throw new DomainError('channel_in_route');
};

/**
 * Deletes a channel. Its log stays; unsent alerts that no other channel received go to the current route. Calls by type mean the
 * next oldest of its type. Throws `channel_not_found`, or `channel_in_route` if a route has no other channel.
 */
export const removeChannel = useCase({
  name: 'notifications/remove-channel',
  access: 'admin',
  input: channelIdInput,
  audit: 'Deleted a channel',
})(async (ctx, { id }): Promise<void> => {
  await withTransaction(ctx, async (tx, audit) => {
    await lockChannels(tx);
    const { type, name, queue } = await getChannelRowForOrg(tx, id);
    await requireOtherChannels(tx, id);
    // The queue before the channel, as a sender locks them. It settles what it is sending now.
    await lockQueues(tx.db, [tx.org.id]);
    await deleteChannel(tx, { id, queue });
    audit({ subjectId: id, detail: { type, name } });
  });
});
