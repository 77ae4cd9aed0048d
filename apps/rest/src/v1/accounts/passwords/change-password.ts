import { createRoute } from '@hono/zod-openapi';
import { changePassword } from '@notafter/features';
import { errorResponses } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { passwordField, strictBody } from '../../../wire/fields.ts';
import { takes } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { codeField, givenPasswordField, proofErrors } from '../sessions/proof-wire.ts';

const route = createRoute({
  method: 'put',
  path: '/v1/accounts/password',
  operationId: 'changePassword',
  tags: ['Security'],
  summary: 'Change your password',
  description:
    'Send your `current_password`. To set a first password, send a `code` of your authenticator app or sign in again first. All your other sessions and every mailed reset link end.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    body: takes(
      strictBody({ current_password: givenPasswordField().nullish(), code: codeField().nullish(), password: passwordField() }).openapi(
        'PasswordChange',
      ),
      { current_password: 'correct horse battery', password: 'slow green lantern' },
    ),
  },
  responses: {
    200: saysMessage('Password changed. Every other browser was signed out.'),
    ...errorResponses(...proofErrors, 'password_too_short', 'password_too_common', 'conflict'),
  },
});

export const serveChangePassword = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { current_password: currentPassword, code, password } = c.req.valid('json');
    return c.json(await changePassword(c.get('org'), { currentPassword, code, password }), 200);
  });
};
