import type { Role } from '@notafter/domain';
import { useTRPC } from '../../api/trpc.ts';
import { useAction } from '../../ui/action/use-action.ts';
import { showSuccess } from '../../ui/toasts/show-toast.ts';
import { fullName, texts } from './team-texts.ts';
import type { Invitation, Member } from './types.ts';

/** The actions of an admin on members and invitations. Each shows its result as a toast and loads the team again. */
export function useTeamActions() {
  const { team } = useTRPC();
  // Seats move between members and invitations.
  const refresh = [team.listUsers.pathFilter(), team.listInvitations.pathFilter()];
  const role = useAction(team.changeRole.mutationOptions(), { done: texts.roleUpdated, failed: texts.roleFailed, refresh });
  const removal = useAction(team.removeUser.mutationOptions(), { done: texts.removed, failed: texts.removeFailed, refresh });
  const resending = useAction(team.resendInvitation.mutationOptions(), { failed: texts.resendFailed, refresh });
  const revocation = useAction(team.revokeInvitation.mutationOptions(), { done: texts.revoked, failed: texts.revokeFailed, refresh });
  const resend = async (invitation: Invitation): Promise<void> => {
    if ((await resending.run({ id: invitation.id })) !== null) showSuccess(`${texts.resent} to ${fullName(invitation)}`);
  };
  return {
    busy: role.pending || removal.pending || resending.pending || revocation.pending,
    changeRole: ({ id }: Member, chosen: Role) => role.run({ id, role: chosen }),
    remove: ({ id }: Member) => removal.run({ id }),
    resend: (invitation: Invitation) => void resend(invitation),
    revoke: ({ id }: Invitation) => void revocation.run({ id }),
  };
}
