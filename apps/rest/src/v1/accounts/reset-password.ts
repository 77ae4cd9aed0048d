import { createRoute, z } from '@hono/zod-openapi';
import { resetPassword } from '@notafter/features';
import { bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import type { RestRouter } from '../../rest-environment.ts';
import { accountBody, passwordField } from '../../wire/fields.ts';
import { saysMessage } from '../../wire/message.ts';
import { tokenParameter } from '../../wire/parameters.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/accounts/reset-password/{token}',
  operationId: 'resetPassword',
  tags: ['Accounts'],
  summary: 'Set a new password',
  description: 'Uses up the token of a mailed reset link and ends every session of the account.',
  request: {
    params: z.object({ token: tokenParameter() }),
    body: {
      required: true,
      content: {
        'application/json': {
          schema: accountBody({ password: passwordField() }).openapi('NewPassword'),
          example: { password: 'correct horse battery' },
        },
      },
    },
  },
  responses: {
    200: saysMessage('Password reset successfully! Redirecting to login...'),
    ...errorResponses(...bodyErrors, 'link_invalid', 'link_used', 'link_expired', 'password_too_short', 'password_too_common'),
  },
});

export const serveResetPassword = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => c.json(await resetPassword(c.env.request, { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
    refuseBadInputOr('link_invalid'),
  );
};
