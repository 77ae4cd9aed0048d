import { createRoute, z } from '@hono/zod-openapi';
import { identityProviderNames } from '@notafter/domain';
import { type ResetPassword, resetPassword } from '@notafter/features';
import { bodyErrors, errorResponses } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import type { RestRouter } from '../../../rest-environment.ts';
import { accountBody, instant, passwordField } from '../../../wire/fields.ts';
import { tokenParameter } from '../../../wire/parameters.ts';

const answer = z
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

const toAnswer = ({ message, ended, remaining, removed, remainingSignInMethods }: ResetPassword): z.infer<typeof answer> => ({
  message,
  ended: { tokens: ended.tokens, api_keys: ended.apiKeys },
  remaining: remaining.map(({ kind, name, ending, createdAt, lastUsedAt }) => ({
    kind: kind === 'token' ? 'token' : 'api_key',
    name,
    ending,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  })),
  removed: { passkeys: removed.passkeys, identities: removed.identities },
  remaining_sign_in_methods: remainingSignInMethods.map(({ kind, name, since }) => ({
    kind: kind === 'authenticator-app' ? 'authenticator_app' : kind,
    name,
    since: since.toISOString(),
  })),
});

const route = createRoute({
  method: 'post',
  path: '/v1/accounts/reset-password/{token}',
  operationId: 'resetPassword',
  tags: ['Accounts'],
  summary: 'Set a new password',
  description:
    'Uses up the token of a mailed reset link and ends every session of the account. With `end_credentials` the tokens of the account and the API keys it made end too; otherwise `remaining` names them. With `remove_sign_in_methods` passkeys and linked accounts are removed, except from an account with an authenticator app; `remaining_sign_in_methods` names what stays.',
  request: {
    params: z.object({ token: tokenParameter() }),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: accountBody({
            password: passwordField(),
            end_credentials: z.boolean('must be true or false').optional().openapi({ description: 'Default: false.' }),
            remove_sign_in_methods: z.boolean('must be true or false').optional().openapi({ description: 'Default: false.' }),
          }).openapi('NewPassword'),
          example: { password: 'correct horse battery' },
        },
      },
    },
  },
  responses: {
    200: { description: 'Done; the message is for the person who asked.', content: { 'application/json': { schema: answer } } },
    ...errorResponses(...bodyErrors, 'link_invalid', 'link_used', 'link_expired', 'password_too_short', 'password_too_common'),
  },
});

export const serveResetPassword = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { password, end_credentials: endCredentials, remove_sign_in_methods: removeSignInMethods } = c.req.valid('json');
      const input = { ...c.req.valid('param'), password, endCredentials, removeSignInMethods };
      return c.json(toAnswer(await resetPassword(c.env.request, input)), 200);
    },
    refuseBadInputOr('link_invalid'),
  );
};
