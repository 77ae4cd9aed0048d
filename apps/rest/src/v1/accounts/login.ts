import { createRoute, z } from '@hono/zod-openapi';
import { login } from '@notafter/features';
import { bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import type { RestRouter } from '../../rest-environment.ts';
import { emailField, passwordField, strictBody } from '../../wire/fields.ts';
import { toWireUser, wireUser } from './account-wire.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/accounts/login',
  operationId: 'login',
  tags: ['Accounts'],
  summary: 'Sign in',
  description: 'Sets the session cookie. Attempts are limited per address and per account.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: strictBody({ email: emailField(), password: passwordField() }).openapi('Credentials'),
          example: { email: 'ada@example.com', password: 'correct horse battery' },
        },
      },
    },
  },
  responses: {
    200: {
      description: 'Signed in.',
      headers: { 'Set-Cookie': { description: 'The session.', schema: { type: 'string' } } },
      content: { 'application/json': { schema: z.object({ user: wireUser }).openapi('SignedIn') } },
    },
    ...errorResponses(...bodyErrors, 'invalid_credentials', 'not_activated', 'organization_disabled', 'rate_limited'),
  },
});

export const serveLogin = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { user, orgId, session } = await login(c.env.request, c.req.valid('json'));
    c.env.session.set(session.token, session.expiresAt);
    return c.json({ user: toWireUser(user, orgId) }, 200);
  });
};
