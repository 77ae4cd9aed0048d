import {
  addPasskeyInput,
  confirmTotpInput,
  finishLoginInput,
  loginWithPasskeyInput,
  proofInput,
  removePasskeyInput,
  renamePasskeyInput,
} from '@notafter/domain/inputs';
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
} from '@notafter/features';
import { memberProcedure, publicProcedure, router } from '../trpc.ts';

/** Passkeys, the authenticator app and the second step of signing in. The session travels in a cookie only. */
export const signInRouter = router({
  finish: publicProcedure.input(finishLoginInput).mutation(async ({ ctx, input }) => {
    const { user, session } = await finishLogin(ctx.request, input);
    ctx.session.set(session.token, session.expiresAt);
    return { user };
  }),

  beginPasskeyLogin: publicProcedure.mutation(({ ctx }) => beginPasskeyLogin(ctx.request)),

  withPasskey: publicProcedure.input(loginWithPasskeyInput).mutation(async ({ ctx, input }) => {
    const { user, session } = await loginWithPasskey(ctx.request, input);
    ctx.session.set(session.token, session.expiresAt);
    return { user };
  }),

  twoFactor: memberProcedure.query(({ ctx }) => getTwoFactor(ctx.org)),

  beginPasskey: memberProcedure.input(proofInput).mutation(({ ctx, input }) => beginPasskey(ctx.org, input)),

  addPasskey: memberProcedure.input(addPasskeyInput).mutation(({ ctx, input }) => addPasskey(ctx.org, input)),

  renamePasskey: memberProcedure.input(renamePasskeyInput).mutation(({ ctx, input }) => renamePasskey(ctx.org, input)),

  removePasskey: memberProcedure.input(removePasskeyInput).mutation(({ ctx, input }) => removePasskey(ctx.org, input)),

  beginTotp: memberProcedure.input(proofInput).mutation(({ ctx, input }) => beginTotp(ctx.org, input)),

  confirmTotp: memberProcedure.input(confirmTotpInput).mutation(({ ctx, input }) => confirmTotp(ctx.org, input)),

  removeTotp: memberProcedure.input(proofInput).mutation(({ ctx, input }) => removeTotp(ctx.org, input)),

  renewRecoveryCodes: memberProcedure.input(proofInput).mutation(({ ctx, input }) => renewRecoveryCodes(ctx.org, input)),
});
