import { identities } from '@notafter/db';
import { DomainError, maySignInWithout } from '@notafter/domain';
import { removeIdentityInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { enqueueSecurityNotice } from '../security-notice.ts';
import { lockSignInWays } from '../sessions/internal/sign-in-ways.ts';
import { requireProof } from '../sessions/proof.ts';

/**
 * Unlinks the person's identity at a provider and notifies them by mail. Throws `identity_not_found`, `last_sign_in` for the
 * last sign-in method, and the errors of a proof: `current_password_wrong`, `second_factor_invalid`, `proof_required`, `rate_limited`.
 */
export const removeIdentity = useCase({
  name: 'accounts/remove-identity',
  access: 'member',
  via: 'session',
  input: removeIdentityInput,
  audit: 'Removed a sign-in provider',
})(async (ctx, { provider, ...input }): Promise<void> => {
  const person = ctx.actor;
  const { userId } = person;
  const proof = await requireProof(ctx, person, input);
  await withTransaction(ctx, async (tx, audit) => {
    const ways = await lockSignInWays(tx, userId);
    await proof.use(tx);
    const removed = await tx.db
      .delete(identities)
      .where(and(eq(identities.userId, userId), eq(identities.provider, provider)))
      .returning({ provider: identities.provider });
    if (removed.length === 0) throw new DomainError('identity_not_found');
    if (!maySignInWithout(ways, provider)) throw new DomainError('last_sign_in');
    await enqueueSecurityNotice(tx, userId, `${provider}-removed`);
    audit({ subjectId: userId, detail: { provider } });
  });
});
