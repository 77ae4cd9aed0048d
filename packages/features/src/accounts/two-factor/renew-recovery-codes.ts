import { totpSecrets } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import type { ProofInput } from '@notafter/domain/inputs';
import { and, eq, isNotNull } from 'drizzle-orm';
import { type OrgContext, requirePerson } from '../../context.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockPerson } from '../internal/lock-person.ts';
import { enqueueSecurityNotice } from '../security-notice.ts';
import { requireProof } from '../sessions/proof.ts';
import type { RecoveryCodes } from './confirm-totp.ts';
import { replaceRecoveryCodes } from './internal/second-factor-codes.ts';

/**
 * Makes ten other recovery codes; the ones before end. Throws `two_factor_absent` and what a proof throws:
 * `current_password_wrong`, `second_factor_invalid`, `rate_limited`.
 */
export const renewRecoveryCodes = async (ctx: OrgContext, input: ProofInput): Promise<RecoveryCodes> => {
  const person = requirePerson(ctx, 'accounts/renew-recovery-codes');
  const { userId } = person;
  const proof = await requireProof(ctx, person, input);
  return withTransaction(ctx, 'accounts/renew-recovery-codes', async (tx, audit) => {
    await lockPerson(tx, userId);
    // Under a lock: of two renewals at once the later one's codes are the good ones, and the app cannot go meanwhile.
    const confirmed = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
    const [app] = await tx.db.select({ userId: totpSecrets.userId }).from(totpSecrets).where(confirmed).for('update');
    if (app === undefined) throw new DomainError('two_factor_absent');
    await proof.use(tx);
    await enqueueSecurityNotice(tx, userId, 'recovery-codes-renewed');
    audit({ subjectId: userId });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
};
