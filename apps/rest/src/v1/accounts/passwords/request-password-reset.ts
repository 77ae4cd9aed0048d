import { createRoute } from '@hono/zod-openapi';
import { requestPasswordReset } from '@notafter/features';
import { bodyErrors, errorResponses } from '../../../errors/error-responses.ts';
import type { RestRouter } from '../../../rest-environment.ts';
import { accountBody, emailField } from '../../../wire/fields.ts';
import { saysMessage } from '../../../wire/message.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/accounts/reset-password',
  operationId: 'requestPasswordReset',
  tags: ['Accounts'],
  summary: 'Ask for a reset link',
  description: 'Mails a link that is valid for one hour. The answer is the same whether or not the address has an account.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: accountBody({ email: emailField() }).openapi('PasswordResetRequest'),
          example: { email: 'ada@example.com' },
        },
      },
    },
  },
  responses: {
    200: saysMessage('Password reset link sent to your email.'),
    ...errorResponses(...bodyErrors, 'rate_limited'),
  },
});

export const serveRequestPasswordReset = (app: RestRouter): void => {
  app.openapi(route, async (c) => c.json(await requestPasswordReset(c.env.request, c.req.valid('json')), 200));
};
