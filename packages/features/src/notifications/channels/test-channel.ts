import { DomainError } from '@notafter/domain';
import type { ChannelTypeInput } from '@notafter/domain/inputs';
import { type OrgContext, requirePermission } from '../../context.ts';
import { listChannelRows, requireChannel } from './internal/channel-view.ts';
import { sendTest } from './internal/send-test.ts';

/**
 * Sends a test through one channel and waits for its receiver. Throws `channel_plan`, `channel_incomplete`,
 * `channel_test_failed` or `rate_limited`.
 */
export const testChannel = async (ctx: OrgContext, { type }: ChannelTypeInput): Promise<void> => {
  requirePermission(ctx, 'notifications/test-channel');
  requireChannel(ctx.entitlements, type);
  const [row] = await listChannelRows(ctx, [type]);
  if (row === undefined) throw new DomainError('channel_not_found');
  await sendTest(ctx, row);
};
