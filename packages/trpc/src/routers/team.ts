import {
  acceptInvitationInput,
  changeRoleInput,
  invitationIdInput,
  inviteUserInput,
  listInvitationsInput,
  listUsersInput,
  userIdInput,
} from '@notafter/domain/inputs';
import {
  acceptInvitation,
  changeRole,
  inviteUser,
  listInvitations,
  listUsers,
  removeUser,
  resendInvitation,
  revokeInvitation,
} from '@notafter/features';
import { memberProcedure, publicProcedure, router } from '../trpc.ts';

export const teamRouter = router({
  listUsers: memberProcedure.input(listUsersInput.optional()).query(({ ctx, input }) => listUsers(ctx.org, input)),
  listInvitations: memberProcedure.input(listInvitationsInput).query(({ ctx, input }) => listInvitations(ctx.org, input)),
  invite: memberProcedure.input(inviteUserInput).mutation(({ ctx, input }) => inviteUser(ctx.org, input)),
  resendInvitation: memberProcedure.input(invitationIdInput).mutation(({ ctx, input }) => resendInvitation(ctx.org, input)),
  revokeInvitation: memberProcedure.input(invitationIdInput).mutation(({ ctx, input }) => revokeInvitation(ctx.org, input)),
  changeRole: memberProcedure.input(changeRoleInput).mutation(({ ctx, input }) => changeRole(ctx.org, input)),
  removeUser: memberProcedure.input(userIdInput).mutation(({ ctx, input }) => removeUser(ctx.org, input)),
  acceptInvitation: publicProcedure.input(acceptInvitationInput).mutation(({ ctx, input }) => acceptInvitation(ctx.request, input)),
});
