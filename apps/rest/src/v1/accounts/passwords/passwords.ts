import { z } from '@hono/zod-openapi';
import { identityProviderNames } from '@notafter/domain';
import { changePassword, requestPasswordReset, resetPassword } from '@notafter/features';
import { operation } from '../../../operation.ts';
import { accountBody, emailField, instant, passwordField, strictBody } from '../../../wire/fields.ts';
import { answers, takes } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { tokenParameter } from '../../../wire/parameters.ts';
import { codeField, givenPasswordField, proofErrors } from '../sessions/proof-wire.ts';

export const changePasswordOperation = operation(changePassword, {
  method: 'put',
  path: '/v1/accounts/password',
  tag: 'Security',
  summary: 'Change your password',
  description:
    'Send your `current_password`. To set a first password, send a `code` of your authenticator app or sign in again first. All your other sessions and every mailed reset link end.',
  body: takes(
    strictBody({ current_password: givenPasswordField().nullish(), code: codeField().nullish(), password: passwordField() }).openapi(
      'PasswordChange',
    ),
    { current_password: 'correct horse battery', password: 'slow green lantern' },
  ),
  answers: saysMessage('Password changed. Every other browser was signed out.'),
  errors: [...proofErrors, 'password_too_short', 'password_too_common', 'conflict'],
});

export const requestPasswordResetOperation = operation(requestPasswordReset, {
  method: 'post',
  path: '/v1/accounts/reset-password',
  tag: 'Accounts',
  summary: 'Ask for a reset link',
  description: 'Mails a link that is valid for one hour. The answer is the same whether or not the address has an account.',
  body: takes(accountBody({ email: emailField() }).openapi('PasswordResetRequest'), { email: 'ada@example.com' }),
  answers: saysMessage('Password reset link sent to your email.'),
  errors: ['rate_limited'],
});

const passwordReset = z
  .object({
    message: z.string().openapi({ example: 'Password reset successfully! Redirecting to login...' }),
    ended: z.object({ tokens: z.number().int().openapi({ example: 0 }), api_keys: z.number().int().openapi({ example: 0 }) }),
    remaining: z
      .array(
        z.object({
          kind: z.enum(['token', 'api_key']),
          name: z.string().openapi({ example: 'Backup script' }),
          ending: z.string().openapi({ description: 'The last characters of the secret.', example: 'x7Qf' }),
          created_at: instant(),
          last_used_at: instant().nullable(),
        }),
      )
      .openapi({ description: 'Tokens of the account, and API keys it made, that still work.' }),
    removed: z.object({ passkeys: z.number().int().openapi({ example: 0 }), identities: z.number().int().openapi({ example: 0 }) }),
    remaining_sign_in_methods: z
      .array(
        z.object({
          kind: z.enum(['passkey', ...identityProviderNames, 'authenticator_app']),
          name: z
            .string()
            .nullable()
            .openapi({ description: 'The name of the passkey, or the address of the linked account.', example: 'Laptop' }),
          since: instant(),
        }),
      )
      .openapi({ description: 'Ways to sign in that still work, and the authenticator app if one is set up.' }),
  })
  .openapi('PasswordReset');

export const resetPasswordOperation = operation(resetPassword, {
  method: 'post',
  path: '/v1/accounts/reset-password/{token}',
  tag: 'Accounts',
  summary: 'Set a new password',
  description:
    'Uses up the token of a mailed reset link and ends every session of the account. With `end_credentials` the tokens of the account and the API keys it made end too; otherwise `remaining` names them. With `remove_sign_in_methods` passkeys and linked accounts are removed, except from an account with an authenticator app; `remaining_sign_in_methods` names what stays.',
  params: z.object({ token: tokenParameter() }),
  body: takes(
    accountBody({
      password: passwordField(),
      end_credentials: z.boolean('must be true or false').optional().openapi({ description: 'Default: false.' }),
      remove_sign_in_methods: z.boolean('must be true or false').optional().openapi({ description: 'Default: false.' }),
    }).openapi('NewPassword'),
    { password: 'correct horse battery' },
  ),
  answers: answers('Done; the message is for the person who asked.', passwordReset),
  // Kinds are words of the wire too, in snake_case.
  view: ({ remaining, remainingSignInMethods, ...reset }) => ({
    ...reset,
    remaining: remaining.map((left) => ({ ...left, kind: left.kind === 'token' ? 'token' : 'api_key' })),
    remainingSignInMethods: remainingSignInMethods.map((left) => ({
      ...left,
      kind: left.kind === 'authenticator-app' ? 'authenticator_app' : left.kind,
    })),
  }),
  missing: 'link_invalid',
  errors: ['link_used', 'link_expired', 'password_too_short', 'password_too_common'],
});
