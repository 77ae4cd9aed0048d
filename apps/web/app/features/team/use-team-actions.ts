import type { Role } from '@notafter/domain';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/trpc.ts';
import { showError, showSuccess } from '../../ui/toasts/show-toast.ts';
import { fullName, teamFailure, texts } from './team-texts.ts';
import type { Invitation, Member } from './types.ts';

/** Loads members and invitations again: seats move between them. */
function useTeamRefresh() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { listUsers, listInvitations } = trpc.team;
  return async (): Promise<void> => {
    await Promise.all([listUsers, listInvitations].map((procedure) => queries.invalidateQueries(procedure.pathFilter())));
  };
}

/** The actions of an admin on members and invitations. Each shows its result as a toast, loads the team again and returns whether it worked. */
export function useTeamActions() {
  const trpc = useTRPC();
  const refresh = useTeamRefresh();
  const changeRole = useMutation(trpc.team.changeRole.mutationOptions());
  const removeUser = useMutation(trpc.team.removeUser.mutationOptions());
  const resend = useMutation(trpc.team.resendInvitation.mutationOptions());
  const revoke = useMutation(trpc.team.revokeInvitation.mutationOptions());

  const attempt = async (action: Promise<unknown>, done: string, failed: string): Promise<boolean> => {
    let worked = true;
    try {
      await action;
      showSuccess(done);
    } catch (error) {
      worked = false;
      showError(teamFailure(error, failed));
    }
    // Also after a refusal: another admin may have changed the team.
    void refresh();
    return worked;
  };

  return {
    busy: changeRole.isPending || removeUser.isPending || resend.isPending || revoke.isPending,
    changeRole: ({ id }: Member, role: Role) => attempt(changeRole.mutateAsync({ id, role }), texts.roleUpdated, texts.roleFailed),
    remove: ({ id }: Member) => attempt(removeUser.mutateAsync({ id }), texts.removed, texts.removeFailed),
    resend: (invitation: Invitation) =>
      void attempt(resend.mutateAsync({ id: invitation.id }), `${texts.resent} to ${fullName(invitation)}`, texts.resendFailed),
    revoke: ({ id }: Invitation) => void attempt(revoke.mutateAsync({ id }), texts.revoked, texts.revokeFailed),
  };
}
