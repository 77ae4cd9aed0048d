import { emailChangeLinkInput, leaveOrganizationInput, updateOrganizationInput, updateProfileInput } from '@notafter/domain/inputs';
import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  getProfile,
  leaveOrganization,
  stepDown,
  updateOrganization,
  updateProfile,
} from '@notafter/features';
import { memberProcedure, publicProcedure, router } from '../trpc.ts';

/** A person's own side of the settings: who they are, how they are reached, and the way out. */
export const profileRouter = router({
  get: memberProcedure.query(({ ctx }) => getProfile(ctx.org)),

  update: memberProcedure.input(updateProfileInput).mutation(({ ctx, input }) => updateProfile(ctx.org, input)),

  cancelEmailChange: memberProcedure.mutation(({ ctx }) => cancelEmailChange(ctx.org)),

  emailChangeByLink: publicProcedure.input(emailChangeLinkInput).query(({ ctx, input }) => getEmailChange(ctx.request, input)),

  confirmEmailChange: publicProcedure.input(emailChangeLinkInput).mutation(({ ctx, input }) => confirmEmailChange(ctx.request, input)),

  updateOrganization: memberProcedure.input(updateOrganizationInput).mutation(({ ctx, input }) => updateOrganization(ctx.org, input)),

  stepDown: memberProcedure.mutation(({ ctx }) => stepDown(ctx.org)),

  leave: memberProcedure.input(leaveOrganizationInput).mutation(async ({ ctx, input }) => {
    await leaveOrganization(ctx.org, input);
    ctx.session.clear();
  }),
});
