import type { PublicKeyCredentialRequestOptionsJSON } from '@notafter/auth';
import type { AuthChallengeId } from '@notafter/domain';
import { networkOf } from '@notafter/domain';
import { throttleOf } from '../../throttling/throttle.ts';
import { useCase } from '../../use-case.ts';
import { withTransaction } from '../../with-transaction.ts';
import { addChallenge } from './internal/auth-challenges.ts';

export interface PasskeyLogin {
  readonly challengeId: AuthChallengeId;
  /** For `navigator.credentials.get`. */
  readonly options: PublicKeyCredentialRequestOptionsJSON;
}

/** Creates a challenge, valid for five minutes, that any passkey can answer: nobody enters an address. Throws `rate_limited`. */
export const beginPasskeyLogin = useCase({
  name: 'accounts/begin-passkey-login',
  access: 'anyone',
  audit: 'Began to sign in with a passkey',
})(async (ctx): Promise<PasskeyLogin> => {
  await throttleOf(ctx).spend('passkeyLoginFromNetwork', networkOf(ctx.origin.ip));
  const options = await ctx.auth.passkeys.loginOptions();
  // No audit row: the person is not known yet.
  return withTransaction({ ...ctx, actor: null }, async (tx) => {
    const { id } = await addChallenge(tx, { kind: 'passkey-login', userId: null, challenge: options.challenge });
    return { challengeId: id, options };
  });
});
