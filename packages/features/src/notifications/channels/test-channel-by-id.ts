import { channelIdInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { getChannelRowForOrg, requireChannel } from './internal/channel-view.ts';
import { sendTest } from './internal/send-test.ts';

/**
 * Sends a test through one channel and waits for its receiver. Throws `channel_not_found`, `channel_plan`, `channel_incomplete`,
 * `channel_test_failed` or `rate_limited`.
 */
export const testChannelById = useCase({
  name: 'notifications/test-channel-by-id',
  access: 'admin',
  input: channelIdInput,
  audit: 'Tested a channel',
})(async (ctx, { id }): Promise<void> => {
  const row = await getChannelRowForOrg(ctx, id);
  requireChannel(ctx.entitlements, row.type);
  await sendTest(ctx, row);
});
