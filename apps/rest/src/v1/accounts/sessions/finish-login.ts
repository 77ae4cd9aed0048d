import { createRoute } from '@hono/zod-openapi';
import { finishLogin } from '@notafter/features';
import { bodyErrors, errorResponses } from '../../../errors/error-responses.ts';
import type { RestRouter } from '../../../rest-environment.ts';
import { accountBody, textField } from '../../../wire/fields.ts';
import { signedInAnswer, toWireUser } from '../account-wire.ts';

const BLANK = 'Please fill out all fields.';

const route = createRoute({
  method: 'post',
  path: '/v1/accounts/login/second-factor',
  operationId: 'finishLogin',
  tags: ['Accounts'],
  summary: 'Sign in, second step',
  description:
    'For accounts with an authenticator app: `challenge` is what `/v1/accounts/login` answered with `second_factor_required`, good for five minutes and one sign-in; `code` is what the app shows, or a recovery code. Sets the session cookie. Attempts are limited per challenge and per account.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: accountBody({
            challenge: textField(BLANK).min(1, BLANK).max(200),
            code: textField(BLANK).min(1, BLANK).max(100),
          }).openapi('SecondFactor'),
          example: { challenge: '01989f0a-7c1e-7b42-9f60-3d1c5a2b8e10.Yx3k', code: '492039' },
        },
      },
    },
  },
  responses: {
    200: signedInAnswer,
    ...errorResponses(
      ...bodyErrors,
      'second_factor_invalid',
      'second_factor_expired',
      'not_activated',
      'organization_disabled',
      'rate_limited',
    ),
  },
});

export const serveFinishLogin = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { user, orgId, session } = await finishLogin(c.env.request, c.req.valid('json'));
    c.env.session.set(session.token, session.expiresAt);
    return c.json({ user: toWireUser(user, orgId) }, 200);
  });
};
