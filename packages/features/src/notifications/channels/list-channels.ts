import { useCase } from '../../use-case.ts';
import { type ChannelView, listFirstRows, viewOf } from './internal/channel-view.ts';

/** Returns the first channel of every type, in the screen's order, whether ever saved or not; without secrets. */
export const listChannels = useCase({
  name: 'notifications/list-channels',
  access: 'member',
  apiKey: 'read',
})(async (ctx): Promise<{ channels: ChannelView[] }> => ({ channels: (await listFirstRows(ctx)).map((row) => viewOf(row, ctx)) }));
