import type { RequestPasswordResetInput } from '@notafter/domain/inputs';
import type { RequestContext } from '../../context.ts';
import { networkOf } from '../../throttling/network-of.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { withTransaction } from '../../with-transaction.ts';
import { mailLinkTo } from '../internal/one-time-links.ts';

/** Mails a reset link to whoever has this address. Known and unknown addresses answer alike in text, status and time. Throws `rate_limited`. */
export const requestPasswordReset = async (ctx: RequestContext, { email }: RequestPasswordResetInput): Promise<{ message: string }> => {
  const throttle = throttleOf(ctx);
  await throttle.spend('resetFromNetwork', networkOf(ctx.origin.ip));
  await throttle.spend('resetAddress', email);
  // No audit row: nobody has shown yet who they are, and an extra write would tell known addresses from unknown ones.
  await withTransaction({ ...ctx, actor: null }, 'accounts/request-password-reset', (tx) => mailLinkTo(tx, 'password-reset', email));
  return { message: 'Password reset link sent to your email.' };
};
