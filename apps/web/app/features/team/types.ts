import type { Outputs } from '../../api/trpc.ts';

export type UserList = Outputs['team']['listUsers'];
export type Member = UserList['users'][number];
export type Invitation = Outputs['team']['listInvitations']['invitations'][number];
