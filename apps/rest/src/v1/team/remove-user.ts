import { createRoute } from '@hono/zod-openapi';
import { removeUser } from '@notafter/features';
import { adminErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { saysMessage } from '../../wire/message.ts';
import { userParameters } from './team-wire.ts';

const REMOVED = 'User removed successfully!';

const route = createRoute({
  method: 'delete',
  path: '/v1/users/{id}',
  operationId: 'removeUser',
  tags: ['Team'],
  summary: 'Remove a member',
  description: 'Their account, sessions and tokens end at once; API keys stay. Admins cannot be removed by others.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: userParameters },
  responses: { 200: saysMessage(REMOVED), ...errorResponses(...adminErrors, 'admin_protected', 'user_not_found') },
});

export const serveRemoveUser = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      await removeUser(c.get('org'), c.req.valid('param'));
      return c.json({ message: REMOVED }, 200);
    },
    refuseBadInputOr('user_not_found'),
  );
};
