import { z } from '@hono/zod-openapi';
import { ORGANIZATION_NAME_MAX_LENGTH } from '@notafter/domain';
import {
  getProfile,
  leaveOrganization,
  proveMailbox,
  requestMailboxProof,
  stepDown,
  updateOrganization,
  updateProfile,
} from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { emailField, lineField, rowId, savedBody, strictBody } from '../../wire/fields.ts';
import { answers, takes } from '../../wire/media.ts';
import { says, saysMessage } from '../../wire/message.ts';
import { tokenParameter } from '../../wire/parameters.ts';
import { apiKeyOperations } from './api-keys.ts';
import { emailChangeOperations } from './email-change.ts';
import { profileBody, profileOf, wireProfile } from './profile-wire.ts';
import { tokenOperations } from './tokens.ts';

const tag = 'Settings';
const LEFT = 'Account deleted';

const profileExample = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  company: 'Example Ltd',
  position: 'Platform engineer',
};

const organization = z.object({ id: rowId(), name: z.string().openapi({ example: 'Example Ltd' }) });

export const settingsOperations: readonly Operation[] = [
  operation(getProfile, {
    method: 'get',
    path: '/v1/profile',
    tag,
    summary: 'Read your profile',
    answers: answers('Your own.', wireProfile),
    view: profileOf,
  }),
  operation(updateProfile, {
    method: 'put',
    path: '/v1/profile',
    tag,
    summary: 'Save your profile',
    description:
      'Replaces all fields. A changed `email` is answered as `pending_email` and takes effect when the links mailed to the old and to the new address were both followed; no password is asked. Sending the present address cancels `pending_email`. Changing or cancelling needs a session: with a token, `email` must be the present or the pending address.',
    body: takes(profileBody, profileExample),
    input: ({ company, position, ...person }) => ({ ...person, company: company ?? '', position: position ?? '' }),
    answers: answers('Saved.', wireProfile),
    view: profileOf,
    errors: ['session_required', 'rate_limited'],
  }),
  ...emailChangeOperations,
  operation(stepDown, {
    method: 'post',
    path: '/v1/profile/step-down',
    tag,
    summary: 'Become a viewer',
    description: 'For admins. The last admin cannot step down.',
    answers: says('You are a viewer now'),
    errors: ['last_admin'],
  }),
  operation(leaveOrganization, {
    method: 'post',
    path: '/v1/profile/leave',
    tag,
    summary: 'Leave the organization',
    description:
      'Deletes your account with its sessions, tokens and passkeys; the certificates stay with the organization. Type your `email` to confirm. The last admin cannot leave.',
    body: takes(strictBody({ email: emailField() }).openapi('Leave'), { email: 'ada@example.com' }),
    answers: saysMessage(LEFT),
    view: (_none, _given, c) => {
      c.env.session.clear();
      return { message: LEFT };
    },
    errors: ['last_admin'],
  }),
  operation(requestMailboxProof, {
    method: 'post',
    path: '/v1/profile/mailbox-proof',
    tag,
    summary: 'Ask for a mailbox confirmation',
    description:
      'Mails a link to your own address. Platform administrators need it: an activation link alone does not show that the mailbox is theirs.',
    answers: saysMessage("We sent a link to ada@example.com. Open it in this browser while you're signed in."),
  }),
  operation(proveMailbox, {
    method: 'post',
    path: '/v1/profile/mailbox-proof/{token}',
    tag,
    summary: 'Confirm your mailbox',
    description: 'Uses up the token of the mailed link, in a session of the person it was mailed to, and ends every other session.',
    params: z.object({ token: tokenParameter() }),
    answers: saysMessage('Your mailbox is confirmed. Every other browser was signed out.'),
    missing: 'link_invalid',
    errors: ['link_used', 'link_expired'],
  }),
  operation(updateOrganization, {
    method: 'put',
    path: '/v1/organization',
    tag,
    summary: 'Rename the organization',
    body: takes(
      savedBody(organization, { name: lineField(ORGANIZATION_NAME_MAX_LENGTH, 'Enter a name.') }).openapi('NewOrganizationName'),
      {
        name: 'Example Ltd',
      },
    ),
    answers: answers('Renamed.', z.object({ organization }).openapi('OrganizationAnswer')),
  }),
  ...tokenOperations,
  ...apiKeyOperations,
];
