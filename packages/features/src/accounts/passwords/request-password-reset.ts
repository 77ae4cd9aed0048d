import { networkOf } from '@notafter/domain';
import { requestPasswordResetInput } from '@notafter/domain/inputs';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { mailLinkTo } from '../internal/one-time-links.ts';

/** Mails a reset link to the account with this address. Known and unknown addresses get the same text, status and response time. Throws `rate_limited`. */
export const requestPasswordReset = useCase({
  name: 'accounts/request-password-reset',
  access: 'anyone',
  input: requestPasswordResetInput,
  audit: 'Asked for a password reset',
})(async (ctx, { email }): Promise<{ message: string }> => {
  const throttle = throttleOf(ctx);
  await throttle.spend('resetFromNetwork', networkOf(ctx.origin.ip));
  await throttle.spend('resetAddress', email);
  // No audit row: the person is not known yet, and an extra write would reveal which addresses have accounts.
  await withTransaction({ ...ctx, actor: null }, (tx) => mailLinkTo(tx, 'password-reset', email));
  return { message: 'Password reset link sent to your email.' };
});
