import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  beginTotp,
  confirmTotp,
  finishLogin,
  getTwoFactor,
  loginWithPasskey,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  type SignedIn,
} from '@notafter/features';
import { mutationOf, queryOf, router, type TrpcContext } from '../../trpc.ts';

/** The session travels in a cookie only. */
const openSession = ({ user, session }: SignedIn, ctx: TrpcContext) => {
  ctx.session.set(session.token, session.expiresAt);
  return { user };
};

/** Passkeys, the authenticator app and the second step of signing in. The session travels in a cookie only. */
export const signInRouter = router({
  finish: mutationOf(finishLogin, openSession),

  beginPasskeyLogin: mutationOf(beginPasskeyLogin),

  withPasskey: mutationOf(loginWithPasskey, openSession),

  twoFactor: queryOf(getTwoFactor),

  beginPasskey: mutationOf(beginPasskey),

  addPasskey: mutationOf(addPasskey),

  renamePasskey: mutationOf(renamePasskey),

  removePasskey: mutationOf(removePasskey),

  beginTotp: mutationOf(beginTotp),

  confirmTotp: mutationOf(confirmTotp),

  removeTotp: mutationOf(removeTotp),

  renewRecoveryCodes: mutationOf(renewRecoveryCodes),
});
