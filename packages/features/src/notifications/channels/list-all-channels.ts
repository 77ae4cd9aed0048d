import { useCase } from '../../use-case.ts';
import { type ChannelView, listChannelRows, viewOf } from './internal/channel-view.ts';

/** Returns every channel, and a blank one of each type that has none; in the screen's order, without secrets. */
export const listAllChannels = useCase({
  name: 'notifications/list-all-channels',
  access: 'member',
  apiKey: 'read',
})(async (ctx): Promise<{ channels: ChannelView[] }> => ({ channels: (await listChannelRows(ctx)).map((row) => viewOf(row, ctx)) }));
