import { type OrgContext, requirePermission } from '../../context.ts';
import { type ChannelView, listChannelRows, viewOf } from './internal/channel-view.ts';

/** Every kind of channel, in the order of the screen, whether ever saved or not. No secret is in it. */
export const listChannels = async (ctx: OrgContext): Promise<{ channels: ChannelView[] }> => {
  requirePermission(ctx, 'notifications/list-channels');
  return { channels: (await listChannelRows(ctx)).map((row) => viewOf(row, ctx)) };
};
