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
import { mutationOf, queryOf, router } from '../trpc.ts';

export const teamRouter = router({
  listUsers: queryOf(listUsers),
  listInvitations: queryOf(listInvitations),
  invite: mutationOf(inviteUser),
  resendInvitation: mutationOf(resendInvitation),
  revokeInvitation: mutationOf(revokeInvitation),
  changeRole: mutationOf(changeRole),
  removeUser: mutationOf(removeUser),
  acceptInvitation: mutationOf(acceptInvitation),
});
