import { useCase } from '../../use-case.ts';
import { type ChannelView, listChannelRows, viewOf } from './internal/channel-view.ts';

/** Returns every type of channel, in the screen's order, whether ever saved or not; without secrets. */
export const listChannels = useCase({
  name: 'notifications/list-channels',
  access: 'member',
  apiKey: 'read',
})(async (ctx): Promise<{ channels: ChannelView[] }> => ({ channels: (await listChannelRows(ctx)).map((row) => viewOf(row, ctx)) }));
