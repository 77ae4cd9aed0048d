import type { PublicKeyCredentialCreationOptionsJSON } from '@notafter/auth';
import { passkeys } from '@notafter/db';
import { type AuthChallengeId, DomainError, PASSKEY_LIMIT } from '@notafter/domain';
import { proofInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { requireProof } from '../sessions/proof.ts';
import { addChallenge } from './internal/auth-challenges.ts';

export interface PasskeyRegistrationQuestion {
  readonly challengeId: AuthChallengeId;
  /** For `navigator.credentials.create`. */
  readonly options: PublicKeyCredentialCreationOptionsJSON;
}

/**
 * Creates a challenge, valid for five minutes, for adding a passkey after the person confirmed their identity again. Throws
 * `passkey_limit` and the errors of a proof: `current_password_wrong`, `second_factor_invalid`, `proof_required`, `rate_limited`.
 */
export const beginPasskey = useCase({
  name: 'accounts/begin-passkey',
  access: 'member',
  via: 'session',
  input: proofInput,
  audit: 'Began to add a passkey',
})(async (ctx, input): Promise<PasskeyRegistrationQuestion> => {
  const person = ctx.actor;
  const { userId, email, firstName, lastName } = person;
  const known = await ctx.db.select().from(passkeys).where(eq(passkeys.userId, userId));
  if (known.length >= PASSKEY_LIMIT) throw new DomainError('passkey_limit');
  const proof = await requireProof(ctx, person, input);
  const options = await ctx.auth.passkeys.registrationOptions({ id: userId, email, name: `${firstName} ${lastName}`.trim() }, known);
  return withTransaction(ctx, async (tx, audit) => {
    await proof.use(tx);
    const { id } = await addChallenge(tx, { kind: 'passkey-registration', userId, challenge: options.challenge });
    audit({ subjectId: userId });
    return { challengeId: id, options };
  });
});
