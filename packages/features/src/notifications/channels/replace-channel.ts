import { alertRouteChannels, notificationChannels } from '@notafter/db';
import type { ChannelId, ChannelSettings, ChannelType } from '@notafter/domain';
import { eq } from 'drizzle-orm';
import type { OrgContext, TransactionContext } from '../../context.ts';
import { lockQueues } from '../delivery/notify.ts';
import { getChannelRowForOrg, lockChannels, newChannelRow, requireChannel } from './internal/channel-view.ts';
import { deleteChannel } from './internal/delete-channel.ts';
import { writeChannel } from './internal/write-channel.ts';

interface Replacement {
  readonly type: ChannelType;
  readonly name: string;
  readonly enabled: boolean;
  readonly inDefaultRoute: boolean;
  readonly settings: ChannelSettings;
}

/**
 * Puts a channel of another type in the place of one, in every route too: no alert is without a channel in between. Throws
 * `channel_not_found`, `channel_plan`, `channel_exists` or `invalid_input`.
 */
export const replaceChannel = async (
  tx: TransactionContext<OrgContext>,
  id: ChannelId,
  { type, ...channel }: Replacement,
): Promise<ChannelId> => {
  requireChannel(tx.entitlements, type);
  await lockChannels(tx);
  const { queue } = await getChannelRowForOrg(tx, id);
  await lockQueues(tx.db, [tx.org.id]);
  // Its name is free for the other one.
  await tx.db.update(notificationChannels).set({ name: id }).where(eq(notificationChannels.id, id));
  const { channel: next } = await writeChannel(tx, newChannelRow(type), channel);
  if (next.id === null) throw new Error('The channel was not stored.');
  await tx.db.update(alertRouteChannels).set({ channelId: next.id }).where(eq(alertRouteChannels.channelId, id));
  await deleteChannel(tx, { id, queue });
  return next.id;
};
