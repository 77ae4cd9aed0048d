import { recoveryCodes, totpSecrets } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { proofInput } from '@notafter/domain/inputs';
import { and, eq, isNotNull } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { enqueueSecurityNotice } from '../security-notice.ts';
import { requireProof } from '../sessions/proof.ts';

/**
 * Turns off the authenticator app with its recovery codes, and notifies the person by mail. Throws `two_factor_absent` and
 * the errors of a proof: `current_password_wrong`, `second_factor_invalid`, `rate_limited`.
 */
export const removeTotp = useCase({
  name: 'accounts/remove-totp',
  access: 'member',
  via: 'session',
  input: proofInput,
  audit: 'Turned off the authenticator app',
})(async (ctx, input): Promise<void> => {
  const person = ctx.actor;
  const { userId } = person;
  const confirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
  if ((await ctx.db.$count(totpSecrets, confirmed)) === 0) throw new DomainError('two_factor_absent');
  const proof = await requireProof(ctx, person, input);
  await withTransaction(ctx, async (tx, audit) => {
    await proof.use(tx);
    const removed = await tx.db.delete(totpSecrets).where(confirmed).returning({ userId: totpSecrets.userId });
    if (removed.length === 0) throw new DomainError('two_factor_absent');
    await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await enqueueSecurityNotice(tx, userId, 'totp-removed');
    audit({ subjectId: userId });
  });
});
