import { type OrgContext, requirePermission } from '../../context.ts';
import { type ChannelView, listChannelRows, viewOf } from './internal/channel-view.ts';

/** Returns every type of channel, in the screen's order, whether ever saved or not; without secrets. */
export const listChannels = async (ctx: OrgContext): Promise<{ channels: ChannelView[] }> => {
  requirePermission(ctx, 'notifications/list-channels');
  return { channels: (await listChannelRows(ctx)).map((row) => viewOf(row, ctx)) };
};
