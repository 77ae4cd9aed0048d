import {
  activateAccountInput,
  changePasswordInput,
  endSessionInput,
  loginInput,
  proveMailboxInput,
  registerInput,
  requestPasswordResetInput,
  resetPasswordInput,
} from '@notafter/domain/inputs';
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
import { memberProcedure, publicProcedure, router } from '../trpc.ts';

/** Sign-up, sign-in and passwords. The session travels in a cookie only; no answer holds its token. */
export const accountsRouter = router({
  register: publicProcedure.input(registerInput).mutation(({ ctx, input }) => register(ctx.request, input)),

  activate: publicProcedure.input(activateAccountInput).mutation(({ ctx, input }) => activateAccount(ctx.request, input)),

  login: publicProcedure.input(loginInput).mutation(async ({ ctx, input }) => {
    const result = await login(ctx.request, input);
    if (result.state === 'second-factor') return result;
    const { state, user, session } = result;
    ctx.session.set(session.token, session.expiresAt);
    return { state, user };
  }),

  logout: publicProcedure.mutation(async ({ ctx }) => {
    await logout(ctx.request);
    ctx.session.clear();
  }),

  session: memberProcedure.query(({ ctx }) => getSession(ctx.org)),

  requestPasswordReset: publicProcedure
    .input(requestPasswordResetInput)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx.request, input)),

  resetPassword: publicProcedure.input(resetPasswordInput).mutation(({ ctx, input }) => resetPassword(ctx.request, input)),

  requestMailboxProof: memberProcedure.mutation(({ ctx }) => requestMailboxProof(ctx.org)),

  proveMailbox: memberProcedure.input(proveMailboxInput).mutation(({ ctx, input }) => proveMailbox(ctx.org, input)),

  changePassword: memberProcedure.input(changePasswordInput).mutation(({ ctx, input }) => changePassword(ctx.org, input)),

  listSessions: memberProcedure.query(({ ctx }) => listSessions(ctx.org)),

  endSession: memberProcedure.input(endSessionInput).mutation(({ ctx, input }) => endSession(ctx.org, input)),

  endOtherSessions: memberProcedure.mutation(({ ctx }) => endOtherSessions(ctx.org)),
});
