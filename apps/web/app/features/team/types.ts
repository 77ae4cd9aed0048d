import type { AppRouter } from '@notafter/trpc';
import type { inferRouterOutputs } from '@trpc/server';

type Outputs = inferRouterOutputs<AppRouter>['team'];

export type UserList = Outputs['listUsers'];
export type Member = UserList['users'][number];
export type InvitationList = Outputs['listInvitations'];
export type Invitation = InvitationList['invitations'][number];
