import { createRoute, z } from '@hono/zod-openapi';
import { changeRole } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { savedBody } from '../../wire/fields.ts';
import { roleField, toWireMember, userParameters, wireMember } from './team-wire.ts';

const route = createRoute({
  method: 'put',
  path: '/v1/users/{id}/role',
  operationId: 'changeRole',
  tags: ['Team'],
  summary: 'Change the role of a member',
  description: 'For members who are not admins; an admin steps down in their own profile. On plans with a team.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    params: userParameters,
    body: {
      required: true,
      content: {
        'application/json': { schema: savedBody(wireMember, { role: roleField() }).openapi('NewRole'), example: { role: 'admin' } },
      },
    },
  },
  responses: {
    200: {
      description: 'In force with their next request.',
      content: { 'application/json': { schema: z.object({ message: z.string(), user: wireMember }).openapi('RoleAnswer') } },
    },
    ...errorResponses(...bodyErrors, ...adminErrors, 'team_plan', 'admin_protected', 'user_not_found'),
  },
});

export const serveChangeRole = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { user } = await changeRole(c.get('org'), { ...c.req.valid('param'), ...c.req.valid('json') });
      return c.json({ message: 'User role updated!', user: toWireMember(user) }, 200);
    },
    refuseBadInputOr('user_not_found'),
  );
};
