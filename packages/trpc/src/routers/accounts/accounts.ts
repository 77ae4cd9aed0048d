import {
  activateAccount,
  changePassword,
  endOtherSessions,
  endSession,
  getSession,
  listSessions,
  login,
  logout,
  proveMailbox,
  register,
  requestMailboxProof,
  requestPasswordReset,
  resetPassword,
} from '@notafter/features';
import { mutationOf, queryOf, router } from '../../trpc.ts';

/** Sign-up, sign-in and passwords. The session travels in a cookie only; no answer holds its token. */
export const accountsRouter = router({
  register: mutationOf(register),

  activate: mutationOf(activateAccount),

  login: mutationOf(login, (result, ctx) => {
    if (result.state === 'second-factor') return result;
    const { state, user, session } = result;
    ctx.session.set(session.token, session.expiresAt);
    return { state, user };
  }),

  logout: mutationOf(logout, (_nothing, ctx) => ctx.session.clear()),

  session: queryOf(getSession),

  requestPasswordReset: mutationOf(requestPasswordReset),

  resetPassword: mutationOf(resetPassword),

  requestMailboxProof: mutationOf(requestMailboxProof),

  proveMailbox: mutationOf(proveMailbox),

  changePassword: mutationOf(changePassword),

  listSessions: queryOf(listSessions),

  endSession: mutationOf(endSession),

  endOtherSessions: mutationOf(endOtherSessions),
});
