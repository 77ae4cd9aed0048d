import { totpSecrets } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { proofInput } from '@notafter/domain/inputs';
import { isNull } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { requireProof } from '../sessions/proof.ts';
import { totpPlace } from './internal/second-factor-codes.ts';

/** Data for an authenticator app; shown once. */
export interface TotpSetUp {
  /** Base32, for typing. */
  readonly secret: string;
  /** `otpauth://...`, for a QR code. */
  readonly uri: string;
}

/**
 * Creates the secret of an authenticator app, which takes effect when a code confirms it; starting again before that replaces
 * it. Throws `two_factor_exists` and the errors of a proof: `current_password_wrong`, `proof_required`, `rate_limited`.
 */
export const beginTotp = useCase({
  name: 'accounts/begin-totp',
  access: 'member',
  via: 'session',
  input: proofInput,
  audit: 'Began to set up an authenticator app',
})(async (ctx, input): Promise<TotpSetUp> => {
  const person = ctx.actor;
  const { userId, email } = person;
  const proof = await requireProof(ctx, person, input);
  const secret = await ctx.auth.totp.makeSecret();
  const sealed = ctx.auth.sealing.seal(totpPlace(userId), secret);
  await withTransaction(ctx, async (tx, audit) => {
    await proof.use(tx);
    const createdAt = tx.clock.now();
    const begun = await tx.db
      .insert(totpSecrets)
      .values({ userId, secret: sealed, createdAt })
      .onConflictDoUpdate({ target: totpSecrets.userId, set: { secret: sealed, createdAt }, setWhere: isNull(totpSecrets.confirmedAt) })
      .returning({ userId: totpSecrets.userId });
    if (begun.length === 0) throw new DomainError('two_factor_exists');
    audit({ subjectId: userId });
  });
  return { secret, uri: await ctx.auth.totp.uriOf(secret, email) };
});
