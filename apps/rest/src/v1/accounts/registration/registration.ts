import { z } from '@hono/zod-openapi';
import { activateAccount, register } from '@notafter/features';
import { operation } from '../../../operation.ts';
import { accountBody, emailField, nameField, passwordField } from '../../../wire/fields.ts';
import { takes } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { tokenParameter } from '../../../wire/parameters.ts';

export const registerOperation = operation(register, {
  method: 'post',
  path: '/v1/accounts/register',
  tag: 'Accounts',
  summary: 'Sign up',
  description: 'Creates an account and its organization, and mails an activation link that is valid for 48 hours.',
  body: takes(
    accountBody({ first_name: nameField(), last_name: nameField(), email: emailField(), password: passwordField() }).openapi(
      'Registration',
    ),
    { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', password: 'correct horse battery' },
  ),
  answers: saysMessage('Registration successful! Check your email for verification.'),
  errors: ['email_exists', 'password_too_short', 'password_too_common', 'rate_limited'],
});

export const activateAccountOperation = operation(activateAccount, {
  method: 'get',
  path: '/v1/accounts/activate/{token}',
  tag: 'Accounts',
  summary: 'Activate an account',
  description:
    'Uses up the token of a mailed activation link. For an account that is active already it says so and signs nobody in. `HEAD` activates nothing.',
  params: z.object({ token: tokenParameter() }),
  answers: saysMessage('Your account is active. You can sign in now.'),
  missing: 'link_invalid',
  errors: ['link_used', 'link_expired'],
});
