import { newId, passkeys, users } from '@notafter/db';
import { DomainError, PASSKEY_LIMIT } from '@notafter/domain';
import { addPasskeyInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { enqueueSecurityNotice } from '../security-notice.ts';
import { takeChallenge } from './internal/auth-challenges.ts';
import { type PasskeyView, passkeyViewOf } from './internal/passkey-view.ts';

/**
 * Stores the passkey that a browser created for the challenge of `beginPasskey`, and notifies its person by mail. Uses up the
 * challenge in any case. Throws `passkey_expired`, `passkey_invalid` (also if the passkey belongs to another account), `passkey_limit`.
 */
export const addPasskey = useCase({
  name: 'accounts/add-passkey',
  access: 'member',
  via: 'session',
  input: addPasskeyInput,
  audit: 'Added a passkey',
})(async (ctx, { challengeId, name, answer }): Promise<{ passkey: PasskeyView }> => {
  const { userId } = ctx.actor;
  const challenge = await takeChallenge(ctx, { kind: 'passkey-registration', id: challengeId, userId });
  if (challenge === null) throw new DomainError('passkey_expired');
  const verified = await ctx.auth.passkeys.verifyRegistration(answer, challenge);
  if (!verified.verified) {
    ctx.log.info({ ip: ctx.origin.ip, userId, reason: verified.reason }, 'passkey refused');
    throw new DomainError('passkey_invalid');
  }
  const { credentialId, publicKey, counter, transports } = verified.passkey;

  return withTransaction(ctx, async (tx, audit) => {
    // Concurrent requests pass here one by one, so that the count still holds at the commit.
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    if ((await tx.db.$count(passkeys, eq(passkeys.userId, userId))) >= PASSKEY_LIMIT) throw new DomainError('passkey_limit');
    const [passkey] = await tx.db
      .insert(passkeys)
      .values({
        id: newId<'passkey'>(),
        userId,
        credentialId,
        publicKey: Buffer.from(publicKey),
        counter,
        transports: [...transports],
        name,
        createdAt: tx.clock.now(),
      })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning();
    if (passkey === undefined) throw new DomainError('passkey_invalid');
    await enqueueSecurityNotice(tx, userId, 'passkey-added');
    audit({ subjectId: passkey.id, detail: { name } });
    return { passkey: passkeyViewOf(passkey) };
  });
});
