import { passkeys } from '@notafter/db';
import { DomainError } from '@notafter/domain';
import { removePasskeyInput } from '@notafter/domain/inputs';
import { and, eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { enqueueSecurityNotice } from '../security-notice.ts';
import { lockSignInWays } from '../sessions/internal/sign-in-ways.ts';
import { requireProof } from '../sessions/proof.ts';

/**
 * Removes one of the person's passkeys and notifies them by mail. Throws `passkey_not_found`, `last_sign_in` for the last
 * sign-in method, and the errors of a proof: `current_password_wrong`, `second_factor_invalid`, `proof_required`, `rate_limited`.
 */
export const removePasskey = useCase({
  name: 'accounts/remove-passkey',
  access: 'member',
  via: 'session',
  input: removePasskeyInput,
  audit: 'Removed a passkey',
})(async (ctx, { id, ...input }): Promise<void> => {
  const person = ctx.actor;
  const { userId } = person;
  const proof = await requireProof(ctx, person, input);
  await withTransaction(ctx, async (tx, audit) => {
    const ways = await lockSignInWays(tx, userId);
    await proof.use(tx);
    const own = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
    const [removed] = await tx.db.delete(passkeys).where(own).returning({ name: passkeys.name });
    if (removed === undefined) throw new DomainError('passkey_not_found');
    if (!ways.password && ways.passkeys < 2 && ways.providers.length === 0) throw new DomainError('last_sign_in');
    await enqueueSecurityNotice(tx, userId, 'passkey-removed');
    audit({ subjectId: id, detail: { name: removed.name } });
  });
});
