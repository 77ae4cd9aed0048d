import { type ChannelId, type ChannelState, type ChannelType, DomainError, plansWithChannel } from '@notafter/domain';
import type { OrgContext } from '../../context.ts';
import { useCase } from '../../use-case.ts';
import { type ChannelRow, listChannelRows, stateOf } from './internal/channel-view.ts';
import { sendTest } from './internal/send-test.ts';

export interface TestedChannel {
  /** Null for a type that no channel was saved of. */
  readonly id: ChannelId | null;
  readonly type: ChannelType;
  readonly name: string;
  /** `sent` and `failed` if a test was sent; else the state that prevented it. */
  readonly result: 'sent' | 'failed' | Exclude<ChannelState, 'configured'>;
  /** For people: why it failed or was not tried, or where a sent one went. */
  readonly reason: string | null;
}

type Tested = Pick<TestedChannel, 'result' | 'reason'> & { readonly throttled?: DomainError };

const NO_MAIL_SERVER = 'Written to a file: no mail server is configured (SMTP_URL).';

const reasonNotTried = (state: Exclude<ChannelState, 'configured'>, type: ChannelType): string => {
  switch (state) {
    case 'not_in_plan':
      return `Not in your plan. Available in: ${plansWithChannel(type).join(', ')} plans`;
    case 'disabled':
      return 'The channel is disabled.';
    case 'incomplete':
      return 'The channel is incomplete.';
  }
};

const testRow = async (ctx: OrgContext, row: ChannelRow): Promise<Tested> => {
  const state = stateOf(row, ctx.entitlements);
  if (state !== 'configured') return { result: state, reason: reasonNotTried(state, row.type) };
  try {
    await sendTest(ctx, row);
    return { result: 'sent', reason: row.type === 'email' && !ctx.config.sendsMail ? NO_MAIL_SERVER : null };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { result: 'failed', reason: error.message, ...(error.code === 'rate_limited' ? { throttled: error } : {}) };
  }
};

/**
 * Sends a test through every configured channel of the plan, concurrently, and waits for the receivers. Returns each channel with
 * its result. Throws `no_channel_to_test` or `rate_limited` if no test was sent.
 */
export const testAllChannels = useCase({
  name: 'notifications/test-all-channels',
  access: 'admin',
  audit: 'Tested all channels',
})(async (ctx): Promise<{ readonly results: readonly TestedChannel[] }> => {
  const outcomes = await Promise.all(
    (await listChannelRows(ctx)).map(async (row) => ({ id: row.id, type: row.type, name: row.name, ...(await testRow(ctx, row)) })),
  );
  const results = outcomes.map(({ id, type, name, result, reason }) => ({ id, type, name, result, reason }));
  const configured = outcomes.filter(({ result }) => result === 'sent' || result === 'failed');
  if (configured.length === 0) {
    throw new DomainError('no_channel_to_test', {
      details: results.map(({ type, reason }) => ({ path: type, message: reason ?? '' })),
    });
  }
  const throttled = outcomes.find((outcome) => outcome.throttled !== undefined)?.throttled;
  if (throttled !== undefined && configured.every((outcome) => outcome.throttled !== undefined)) throw throttled;
  return { results };
});
