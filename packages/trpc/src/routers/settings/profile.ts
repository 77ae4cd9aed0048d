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
import { mutationOf, queryOf, router } from '../../trpc.ts';

/** A person's own side of the settings: who they are, how they are reached, and the way out. */
export const profileRouter = router({
  get: queryOf(getProfile),

  update: mutationOf(updateProfile),

  cancelEmailChange: mutationOf(cancelEmailChange),

  emailChangeByLink: queryOf(getEmailChange),

  confirmEmailChange: mutationOf(confirmEmailChange),

  updateOrganization: mutationOf(updateOrganization),

  stepDown: mutationOf(stepDown),

  leave: mutationOf(leaveOrganization, (_nothing, ctx) => ctx.session.clear()),
});
