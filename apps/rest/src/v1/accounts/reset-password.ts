import { createRoute, z } from '@hono/zod-openapi';
import { type ResetPassword, resetPassword } from '@notafter/features';
import { bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import type { RestRouter } from '../../rest-environment.ts';
import { accountBody, instant, passwordField } from '../../wire/fields.ts';
import { tokenParameter } from '../../wire/parameters.ts';

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
  })
  .openapi('PasswordReset');

const toAnswer = ({ message, ended, remaining }: ResetPassword): z.infer<typeof answer> => ({
  message,
  ended: { tokens: ended.tokens, api_keys: ended.apiKeys },
  remaining: remaining.map(({ kind, name, ending, createdAt, lastUsedAt }) => ({
    kind: kind === 'token' ? 'token' : 'api_key',
    name,
    ending,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  })),
});

const route = createRoute({
  method: 'post',
  path: '/v1/accounts/reset-password/{token}',
  operationId: 'resetPassword',
  tags: ['Accounts'],
  summary: 'Set a new password',
  description:
    'Uses up the token of a mailed reset link and ends every session of the account. With `end_credentials` the tokens of the account and the API keys it made end too; otherwise `remaining` names them.',
  request: {
    params: z.object({ token: tokenParameter() }),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: accountBody({
            password: passwordField(),
            end_credentials: z.boolean('must be true or false').optional().openapi({ description: 'Default: false.' }),
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
      const { password, end_credentials: endCredentials } = c.req.valid('json');
      const input = { ...c.req.valid('param'), password, endCredentials };
      return c.json(toAnswer(await resetPassword(c.env.request, input)), 200);
    },
    refuseBadInputOr('link_invalid'),
  );
};
