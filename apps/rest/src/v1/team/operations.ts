import type { ServeOperation } from '../../rest-environment.ts';
import { serveChangeRole } from './change-role.ts';
import { serveAcceptInvitation } from './create-password.ts';
import { serveInviteUser } from './invite.ts';
import { serveListInvitations } from './list-invitations.ts';
import { serveListUsers } from './list-users.ts';
import { serveRemoveUser } from './remove-user.ts';
import { serveResendInvitation } from './resend-invitation.ts';
import { serveRevokeInvitation } from './revoke-invitation.ts';

export const teamOperations: readonly ServeOperation[] = [
  serveListUsers,
  serveInviteUser,
  serveListInvitations,
  serveResendInvitation,
  serveRevokeInvitation,
  serveChangeRole,
  serveRemoveUser,
  serveAcceptInvitation,
];
