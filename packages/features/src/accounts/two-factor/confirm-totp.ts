import { totpSecrets } from '@notafter/db';
import { DomainError, readTypedCode } from '@notafter/domain';
import { confirmTotpInput } from '@notafter/domain/inputs';
import { and, eq, isNull } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockPerson } from '../internal/lock-person.ts';
import { enqueueSecurityNotice } from '../security-notice.ts';
import { replaceRecoveryCodes, totpPlace } from './internal/second-factor-codes.ts';

/** Shown once. */
export interface RecoveryCodes {
  readonly recoveryCodes: readonly string[];
}

/**
 * Turns on the authenticator app with one of its codes, notifies the person by mail and returns their recovery codes. From then
 * on the password alone does not sign in. Throws `second_factor_invalid`, `two_factor_exists`, or `two_factor_absent` if no
 * setup was started.
 */
export const confirmTotp = useCase({
  name: 'accounts/confirm-totp',
  access: 'member',
  via: 'session',
  input: confirmTotpInput,
  audit: 'Turned on the authenticator app',
})(async (ctx, { code }): Promise<RecoveryCodes> => {
  const { userId } = ctx.actor;
  return withTransaction(ctx, async (tx, audit) => {
    await lockPerson(tx, userId);
    const [begun] = await tx.db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId)).for('update');
    if (begun === undefined) throw new DomainError('two_factor_absent');
    if (begun.confirmedAt !== null) throw new DomainError('two_factor_exists');
    const typed = readTypedCode(code);
    const step =
      typed?.kind === 'app' ? await tx.auth.totp.stepOf(tx.auth.sealing.open(totpPlace(userId), begun.secret), typed.code) : null;
    if (step === null) throw new DomainError('second_factor_invalid');
    await tx.db
      .update(totpSecrets)
      .set({ confirmedAt: tx.clock.now(), lastStep: step })
      .where(and(eq(totpSecrets.userId, userId), isNull(totpSecrets.confirmedAt)));
    await enqueueSecurityNotice(tx, userId, 'totp-added');
    audit({ subjectId: userId });
    return { recoveryCodes: await replaceRecoveryCodes(tx, userId) };
  });
});
