import { z } from '@hono/zod-openapi';
import { cancelEmailChange, confirmEmailChange, getEmailChange } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { answers } from '../../wire/media.ts';
import { says } from '../../wire/message.ts';
import { tokenParameter } from '../../wire/parameters.ts';

const tag = 'Settings';
const path = '/v1/profile/email-change';
const missing = 'link_invalid';
const params = z.object({ token: tokenParameter() });

const wireEmailChange = z
  .object({
    email_change: z
      .object({
        side: z.enum(['old', 'new']).openapi({ description: 'The address that the link was mailed to.' }),
        new_email: z.string().openapi({ example: 'ada@example.org' }),
        state: z.enum(['open', 'in-force', 'expired']),
        confirmed: z.boolean().openapi({ description: 'Whether this address has confirmed.' }),
        other_confirmed: z.boolean().openapi({ description: 'Whether the other one has.' }),
      })
      .openapi('EmailChange'),
  })
  .openapi('EmailChangeAnswer');

export const emailChangeOperations: readonly Operation[] = [
  operation(cancelEmailChange, {
    method: 'delete',
    path,
    tag,
    summary: 'Cancel the change of your email',
    description: 'Its mailed links end. Without a pending change nothing happens.',
    answers: says('Email change canceled'),
  }),
  operation(getEmailChange, {
    method: 'get',
    path: `${path}/{token}`,
    tag,
    summary: 'Get the email change of a link',
    description: 'Needs no sign-in: the token of the mailed link is the permission. Uses nothing up.',
    params,
    answers: answers('The change.', wireEmailChange),
    view: (emailChange) => ({ emailChange }),
    missing,
  }),
  operation(confirmEmailChange, {
    method: 'post',
    path: `${path}/{token}/confirm`,
    tag,
    summary: 'Confirm the email change of a link',
    description:
      'Needs no sign-in. Once both addresses have confirmed, the new one is in force and all other sessions end. A second call changes nothing.',
    params,
    answers: answers('The change.', wireEmailChange),
    view: (emailChange) => ({ emailChange }),
    missing,
    errors: ['link_expired', 'email_exists'],
  }),
];
