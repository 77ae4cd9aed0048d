import { DomainError, networkOf, organizationNameFor } from '@notafter/domain';
import { registerInput } from '@notafter/domain/inputs';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { mailLinkTo } from '../internal/one-time-links.ts';
import { checkPassword } from '../passwords/check-password.ts';
import { createAccount } from './internal/create-account.ts';

/**
 * Creates an organization and its first admin, and mails the activation link. Throws `email_exists`, `password_too_short`,
 * `password_too_common` or `rate_limited`.
 */
export const register = useCase({
  name: 'accounts/register',
  access: 'anyone',
  input: registerInput,
  audit: 'Signed up',
})(async (ctx, input): Promise<{ message: string }> => {
  const { email, firstName, lastName, password } = input;
  const throttle = throttleOf(ctx);
  // The spec requires that a taken address is reported; the throttle makes enumeration slow.
  await throttle.spend('registerFromNetwork', networkOf(ctx.origin.ip));
  await throttle.spend('registerAddress', email);
  await checkPassword(password, ctx.config.passwordMinLength, { ...input, organizationName: organizationNameFor(input) });
  const passwordHash = await ctx.auth.hashPassword(password);

  await withTransaction(ctx, async (tx, audit) => {
    const activatedAt = tx.config.devAutoActivate ? tx.clock.now() : null;
    const account = await createAccount(tx, { email, firstName, lastName, passwordHash, activatedAt });
    if (account === null) throw new DomainError('email_exists');
    if (activatedAt === null) await mailLinkTo(tx, 'account-activation', email);
    const { userId, orgId } = account;
    audit({ subjectId: userId, actorId: userId, actorEmail: email, orgId });
  });
  return { message: 'Registration successful! Check your email for verification.' };
});
