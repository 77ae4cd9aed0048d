import { createRoute } from '@hono/zod-openapi';
import { logout } from '@notafter/features';
import { errorResponses } from '../../../errors/error-responses.ts';
import type { RestRouter } from '../../../rest-environment.ts';
import { saysMessage } from '../../../wire/message.ts';

const SIGNED_OUT = 'You are signed out.';

const route = createRoute({
  method: 'post',
  path: '/v1/accounts/logout',
  operationId: 'logout',
  tags: ['Accounts'],
  summary: 'Sign out',
  description: 'Ends this session and takes the cookie away. Without a session it does nothing and answers the same.',
  security: [{ session: [] }, {}],
  responses: { 200: saysMessage(SIGNED_OUT), ...errorResponses('cross_site') },
});

export const serveLogout = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    await logout(c.env.request);
    c.env.session.clear();
    return c.json({ message: SIGNED_OUT }, 200);
  });
};
