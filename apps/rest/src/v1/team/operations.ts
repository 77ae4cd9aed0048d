import { z } from '@hono/zod-openapi';
import { MEMBER_SEARCH_MAX_LENGTH } from '@notafter/domain';
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
import { type Operation, operation } from '../../operation.ts';
import { accountBody, emailField, nameField, passwordField, savedBody, strictBody, textField } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { says, saysMessage } from '../../wire/message.ts';
import { pageShape } from '../../wire/page.ts';
import { pageParameters, searchParameter, wireId } from '../../wire/parameters.ts';
import { invitationAnswer, invitationParameters, roleField, userParameters, wireInvitation, wireMember, wireSeats } from './team-wire.ts';

const tag = 'Team';
const BLANK = 'Please fill out all fields.';
const CODE_MAX_LENGTH = 200;

const newInvitation = strictBody({
  email: emailField(),
  first_name: nameField(),
  last_name: nameField(),
  role: roleField().optional().openapi({ description: 'viewer by default.' }),
}).openapi('NewInvitation');

const acceptance = accountBody({
  email: emailField(),
  password: passwordField(),
  org_id: wireId<'organization'>(BLANK).openapi({ format: 'uuid' }),
  code: textField(BLANK).trim().min(1, BLANK).max(CODE_MAX_LENGTH, `has at most ${CODE_MAX_LENGTH} characters`),
}).openapi('InvitationAcceptance');

export const teamOperations: readonly Operation[] = [
  operation(listUsers, {
    method: 'get',
    path: '/v1/users/list',
    tag,
    summary: 'List the people of the organization',
    description: 'By name.',
    query: z.object({
      ...pageParameters('People'),
      search: searchParameter(MEMBER_SEARCH_MAX_LENGTH, 'A part of the name or the address, in any case.'),
    }),
    input: ({ search = '', ...page }) => ({ ...page, search }),
    answers: answers(
      'One page, and how many seats are taken.',
      z.object({ users: z.array(wireMember), ...pageShape, seats: wireSeats }).openapi('UserList'),
    ),
  }),
  operation(inviteUser, {
    method: 'post',
    path: '/v1/users/invite',
    tag,
    summary: 'Invite somebody to the organization',
    description:
      'Mails a link that is valid for 7 days. An open invitation takes a seat; inviting an address again replaces its invitation. Where the plan has a team.',
    body: takes(newInvitation, { email: 'maren@example.com', first_name: 'Maren', last_name: 'Voss', role: 'viewer' }),
    input: ({ role = 'viewer', ...person }) => ({ ...person, role }),
    answers: answers('Invited.', invitationAnswer),
    view: ({ invitation }) => ({ message: 'User invited successfully!', invitation }),
    errors: ['user_limit', 'user_exists', 'rate_limited'],
  }),
  operation(listInvitations, {
    method: 'get',
    path: '/v1/users/invitations',
    tag,
    summary: 'List who was invited and did not come yet',
    description: 'Newest first. Codes are only in the mails.',
    query: z.object(pageParameters('Invitations')),
    answers: answers('One page.', z.object({ invitations: z.array(wireInvitation), ...pageShape }).openapi('InvitationList')),
  }),
  operation(resendInvitation, {
    method: 'post',
    path: '/v1/users/invitations/{id}/resend',
    tag,
    summary: 'Mail an invitation again',
    description: 'It is valid for another 7 days; the link of an earlier mail works too.',
    params: invitationParameters,
    answers: answers('On its way again.', invitationAnswer),
    view: ({ invitation }) => ({ message: 'Invitation sent again', invitation }),
    missing: 'invitation_not_open',
    errors: ['user_limit', 'user_exists', 'rate_limited'],
  }),
  operation(revokeInvitation, {
    method: 'delete',
    path: '/v1/users/invitations/{id}',
    tag,
    summary: 'Take an invitation back',
    description: 'Its link stops working and its seat is free.',
    params: invitationParameters,
    answers: says('Invitation revoked'),
    missing: 'invitation_not_open',
  }),
  operation(changeRole, {
    method: 'put',
    path: '/v1/users/{id}/role',
    tag,
    summary: 'Change the role of a member',
    description: 'For members who are not admins; an admin steps down in their own profile. On plans with a team.',
    params: userParameters,
    body: takes(savedBody(wireMember, { role: roleField() }).openapi('NewRole'), { role: 'admin' }),
    answers: answers('In force with their next request.', z.object({ message: z.string(), user: wireMember }).openapi('RoleAnswer')),
    view: ({ user }) => ({ message: 'User role updated!', user }),
    missing: 'user_not_found',
    errors: ['admin_protected'],
  }),
  operation(removeUser, {
    method: 'delete',
    path: '/v1/users/{id}',
    tag,
    summary: 'Remove a member',
    description: 'Their account, sessions and tokens end at once; API keys stay. Admins cannot be removed by others.',
    params: userParameters,
    answers: says('User removed successfully!'),
    missing: 'user_not_found',
    errors: ['admin_protected'],
  }),
  operation(acceptInvitation, {
    method: 'post',
    path: '/v1/teams/create_password',
    tag,
    summary: 'Accept an invitation',
    description:
      'Creates the account of an invitation with this password, active immediately. Email, org_id and code are in the mailed address.',
    body: takes(acceptance, {
      email: 'maren@example.com',
      password: 'correct horse battery',
      org_id: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10',
      code: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10.Yx3k',
    }),
    answers: saysMessage('Account successfully created and activated. Redirecting to login page...'),
    errors: [
      'invitation_used',
      'password_too_short',
      'password_too_common',
      'organization_disabled',
      'team_plan',
      'user_limit',
      'invitation_not_found',
      'user_exists',
      'rate_limited',
    ],
  }),
];
