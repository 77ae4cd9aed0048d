import { users } from '@notafter/db';
import { DomainError, networkOf, type UserId } from '@notafter/domain';
import { finishLoginInput } from '@notafter/domain/inputs';
import { eq } from 'drizzle-orm';
import type { RequestContext } from '../../context.ts';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { lockPerson } from '../internal/lock-person.ts';
import { readSecondFactor, takeChallenge } from '../passkeys/internal/auth-challenges.ts';
import { enqueueSecurityNotice } from '../security-notice.ts';
import { useCode } from '../two-factor/internal/second-factor-codes.ts';
import { findSignInAccount, linkedDetail, requireOpenAccount, type SignedIn, signInAs, signInNote } from './internal/signed-in.ts';

/** A person entering wrong codes passed the first factor: after the fifth in an hour we notify the owner, once a day. */
const warnOfGuesses = async (ctx: RequestContext, userId: UserId): Promise<void> => {
  const throttle = throttleOf(ctx);
  ctx.log.info({ ip: ctx.origin.ip, userId }, 'second factor refused');
  if (await throttle.trySpend('secondFactorMistake', userId)) return;
  if (!(await throttle.trySpend('secondFactorWarning', userId))) return;
  await ctx.db.transaction((db) => enqueueSecurityNotice({ ...ctx, db }, userId, 'second-factor-refused'));
};

/**
 * Second step of signing in, after any first factor: checks a code of the app, or a recovery code, for the challenge that the
 * first step returned. Uses up both together, or neither. Throws `second_factor_invalid` (the challenge stays),
 * `second_factor_expired` for a challenge that is unknown, used or older than five minutes, `organization_disabled`, and
 * `rate_limited`, which counts against the challenge and against its account.
 */
export const finishLogin = useCase({
  name: 'accounts/finish-login',
  access: 'anyone',
  input: finishLoginInput,
  audit: 'Signed in with a second step',
})(async (ctx, { challenge, code }): Promise<SignedIn> => {
  const throttle = throttleOf(ctx);
  const network = networkOf(ctx.origin.ip);
  await throttle.spend('loginFromNetwork', network);
  const asked = await readSecondFactor(ctx, challenge);
  if (asked === null) throw new DomainError('second_factor_expired');
  const { id, userId } = asked;
  await throttle.spend('secondFactorOfChallenge', id);
  await throttle.spend('secondFactorOfAccount', userId);

  const signedIn = await withTransaction(ctx, async (tx, audit) => {
    await lockPerson(tx, userId);
    if ((await takeChallenge(tx, { kind: 'second-factor', id, userId })) === null) throw new DomainError('second_factor_expired');
    const account = await findSignInAccount(tx, eq(users.id, userId));
    if (account === undefined) throw new DomainError('second_factor_expired');
    requireOpenAccount(account);
    const used = await useCode(tx, userId, code);
    if (used === 'recovery') await enqueueSecurityNotice(tx, userId, 'recovery-code-used');
    const result = await signInAs(tx, account, { secondFactorGiven: true });
    if (result.state !== 'signed-in') throw new Error('A second factor was given and asked for again.');
    audit(signInNote(account, { with: used, ...linkedDetail(result) }));
    return result;
  }).catch(async (error: unknown) => {
    if (error instanceof DomainError && error.code === 'second_factor_invalid') await warnOfGuesses(ctx, userId);
    throw error;
  });
  await throttle.refund('loginFromNetwork', network);
  await throttle.forgive('secondFactorOfAccount', userId);
  await throttle.forgive('secondFactorMistake', userId);
  return signedIn;
});
