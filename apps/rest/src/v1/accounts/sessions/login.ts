import { createRoute } from '@hono/zod-openapi';
import { DomainError, toErrorEnvelope } from '@notafter/domain';
import { login } from '@notafter/features';
import { bodyErrors, errorResponses } from '../../../errors/error-responses.ts';
import type { RestRouter } from '../../../rest-environment.ts';
import { accountBody, emailField, passwordField } from '../../../wire/fields.ts';
import { signedInAnswer, toWireUser } from '../account-wire.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/accounts/login',
  operationId: 'login',
  tags: ['Accounts'],
  summary: 'Sign in',
  description:
    'Sets the session cookie. An account with an authenticator app gets none yet: 401 `second_factor_required` with a `challenge` for `/v1/accounts/login/second-factor`. Attempts are limited per address and per account.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: accountBody({ email: emailField(), password: passwordField() }).openapi('Credentials'),
          example: { email: 'ada@example.com', password: 'correct horse battery' },
        },
      },
    },
  },
  responses: {
    200: signedInAnswer,
    ...errorResponses(
      ...bodyErrors,
      'invalid_credentials',
      'second_factor_required',
      'not_activated',
      'organization_disabled',
      'rate_limited',
    ),
  },
});

export const serveLogin = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const result = await login(c.env.request, c.req.valid('json'));
    if (result.state === 'second-factor') {
      const { challenge, expiresAt } = result.question;
      const { details: _none, ...envelope } = toErrorEnvelope(new DomainError('second_factor_required'), c.env.request.requestId);
      return c.json({ ...envelope, challenge, expires_at: expiresAt.toISOString() }, 401);
    }
    const { user, orgId, session } = result;
    c.env.session.set(session.token, session.expiresAt);
    return c.json({ user: toWireUser(user, orgId) }, 200);
  });
};
