import { DomainError } from '@notafter/domain';
import { channelTypeInput } from '@notafter/domain/inputs';
import { useCase } from '../../use-case.ts';
import { listFirstRows, requireChannel } from './internal/channel-view.ts';
import { sendTest } from './internal/send-test.ts';

/**
 * Sends a test through the first channel of a type and waits for its receiver. Throws `channel_plan`, `channel_incomplete`,
 * `channel_test_failed` or `rate_limited`.
 */
export const testChannel = useCase({
  name: 'notifications/test-channel',
  access: 'admin',
  input: channelTypeInput,
  audit: 'Tested the channel of a type',
})(async (ctx, { type }): Promise<void> => {
  requireChannel(ctx.entitlements, type);
  const [row] = await listFirstRows(ctx, [type]);
  if (row === undefined) throw new DomainError('channel_not_found');
  await sendTest(ctx, row);
});
