import { createRoute } from '@hono/zod-openapi';
import { register } from '@notafter/features';
import { bodyErrors, errorResponses } from '../../../errors/error-responses.ts';
import type { RestRouter } from '../../../rest-environment.ts';
import { accountBody, emailField, nameField, passwordField } from '../../../wire/fields.ts';
import { saysMessage } from '../../../wire/message.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/accounts/register',
  operationId: 'register',
  tags: ['Accounts'],
  summary: 'Sign up',
  description: 'Creates an account and its organization, and mails an activation link that is valid for 48 hours.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: accountBody({ first_name: nameField(), last_name: nameField(), email: emailField(), password: passwordField() }).openapi(
            'Registration',
          ),
          example: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', password: 'correct horse battery' },
        },
      },
    },
  },
  responses: {
    200: saysMessage('Registration successful! Check your email for verification.'),
    ...errorResponses(...bodyErrors, 'email_exists', 'password_too_short', 'password_too_common', 'rate_limited'),
  },
});

export const serveRegister = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const body = c.req.valid('json');
    const input = { firstName: body.first_name, lastName: body.last_name, email: body.email, password: body.password };
    return c.json(await register(c.env.request, input), 200);
  });
};
