import { totpSecrets } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { proofInput } from '@notafter/domain/inputs';
import { and, eq, isNotNull } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockPerson } from '../internal/lock-person.ts';
import { enqueueSecurityNotice } from '../security-notice.ts';
import { requireProof } from '../sessions/proof.ts';
import type { RecoveryCodes } from './confirm-totp.ts';
import { replaceRecoveryCodes } from './internal/second-factor-codes.ts';

/**
 * Creates ten new recovery codes and ends the previous ones. Throws `two_factor_absent` and the errors of a proof:
 * `current_password_wrong`, `second_factor_invalid`, `rate_limited`.
 */
export const renewRecoveryCodes = useCase({
  name: 'accounts/renew-recovery-codes',
  access: 'member',
  via: 'session',
  input: proofInput,
  audit: 'Made other recovery codes',
})(async (ctx, input): Promise<RecoveryCodes> => {
  const person = ctx.actor;
  const { userId } = person;
  const proof = await requireProof(ctx, person, input);
  return withTransaction(ctx, async (tx, audit) => {
    await lockPerson(tx, userId);
    // Locked: of two concurrent renewals, the later one's codes are valid, and the app cannot be removed in between.
    const confirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
    const [app] = await tx.db.select({ userId: totpSecrets.userId }).from(totpSecrets).where(confirmed).for('update');
    if (app === undefined) throw new DomainError('two_factor_absent');
    await proof.use(tx);
    await enqueueSecurityNotice(tx, userId, 'recovery-codes-renewed');
    audit({ subjectId: userId });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
});
