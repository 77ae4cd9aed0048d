import { passkeys, users } from '@notafter/db';
import { DomainError, networkOf } from '@notafter/domain';
import { loginWithPasskeyInput } from '@notafter/domain/inputs';
import { and, eq, lt, or, sql } from 'drizzle-orm';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockPerson } from '../internal/lock-person.ts';
import {
  findSignInAccount,
  linkedDetail,
  requireOpenAccount,
  type SignedIn,
  signInAs,
  signInNote,
} from '../sessions/internal/signed-in.ts';
import { takeChallenge } from './internal/auth-challenges.ts';

/**
 * Signs in with a passkey alone: its authenticator verified the person, so it counts as two factors and no code is needed.
 * Uses up the challenge in any case. Throws `passkey_expired` for a challenge that is unknown, used or older than five minutes,
 * `passkey_invalid` alike for a passkey that is unknown, another person's, copied or wrong, and then `not_activated`,
 * `organization_disabled` or `rate_limited`.
 */
export const loginWithPasskey = useCase({
  name: 'accounts/login-with-passkey',
  access: 'anyone',
  input: loginWithPasskeyInput,
  audit: 'Signed in with a passkey',
})(async (ctx, { challengeId, answer }): Promise<SignedIn> => {
  const throttle = throttleOf(ctx);
  const network = networkOf(ctx.origin.ip);
  await throttle.spend('loginFromNetwork', network);
  const challenge = await takeChallenge(ctx, { kind: 'passkey-login', id: challengeId, userId: null });
  if (challenge === null) throw new DomainError('passkey_expired');

  const refuse = (reason: string, userId?: string): DomainError => {
    ctx.log.info({ ip: ctx.origin.ip, userId, reason }, 'sign-in with a passkey refused');
    return new DomainError('passkey_invalid');
  };
  const [passkey] = await ctx.db.select().from(passkeys).where(eq(passkeys.credentialId, answer.id));
  if (passkey === undefined) throw refuse('unknown passkey');
  const { userId } = passkey;
  const verified = await ctx.auth.passkeys.verifyLogin(answer, challenge, passkey, userId);
  if (!verified.verified) throw refuse(verified.reason, userId);
  const { counter } = verified;
  const account = await findSignInAccount(ctx, eq(users.id, userId));
  if (account === undefined) throw refuse('no account', userId);
  requireOpenAccount(account);

  const signedIn = await withTransaction(ctx, async (tx, audit) => {
    await lockPerson(tx, userId);
    // Guarded: of two answers with the same counter, the second comes from a copy. Authenticators without a counter always send 0.
    const rises = or(lt(passkeys.counter, counter), and(eq(passkeys.counter, 0), sql`${counter} = 0`));
    const used = await tx.db
      .update(passkeys)
      .set({ counter, lastUsedAt: tx.clock.now() })
      .where(and(eq(passkeys.id, passkey.id), rises))
      .returning({ id: passkeys.id });
    if (used.length === 0) throw refuse('The counter did not rise.', userId);
    const result = await signInAs(tx, account, { secondFactorGiven: true });
    if (result.state !== 'signed-in') throw new Error('A passkey was taken for one factor.');
    audit(signInNote(account, { passkey: passkey.name, ...linkedDetail(result) }));
    return result;
  });
  await throttle.refund('loginFromNetwork', network);
  return signedIn;
});
