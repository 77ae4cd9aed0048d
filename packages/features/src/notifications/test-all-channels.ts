import { type ChannelType, DomainError, traitsOf } from '@notafter/domain';
import { type OrgContext, requirePermission } from '../context.ts';
import { listChannelRows, stateOf } from './internal/channel-view.ts';
import { sendTest } from './internal/send-test.ts';

export interface TestedChannels {
  readonly sent: readonly ChannelType[];
  readonly failed: readonly { readonly type: ChannelType; readonly name: string; readonly reason: string }[];
}

/** Sends a test over every configured channel of the plan, all at once, and waits for what their receivers say. */
export const testAllChannels = async (ctx: OrgContext): Promise<TestedChannels> => {
  requirePermission(ctx, 'notifications/test-all-channels');
  const configured = (await listChannelRows(ctx)).filter(
    (row) => stateOf(row) === 'configured' && ctx.entitlements.channels.includes(row.type),
  );
  const outcomes = await Promise.all(
    configured.map(async (row) => {
      try {
        await sendTest(ctx, row);
        return { type: row.type, reason: null };
      } catch (error) {
        if (error instanceof DomainError) return { type: row.type, reason: error.message };
        throw error;
      }
    }),
  );
  return {
    sent: outcomes.flatMap(({ type, reason }) => (reason === null ? [type] : [])),
    failed: outcomes.flatMap(({ type, reason }) => (reason === null ? [] : [{ type, name: traitsOf(type).name, reason }])),
  };
};
