import { createRoute, z } from '@hono/zod-openapi';
import { listUsers } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { instant, rowId } from '../../wire/fields.ts';

const user = z
  .object({
    id: rowId(),
    email: z.string().openapi({ example: 'grace@example.com' }),
    first_name: z.string().openapi({ example: 'Grace' }),
    last_name: z.string().openapi({ example: 'Hopper' }),
    role: z.enum(['admin', 'viewer']),
    created_at: instant(),
    org_id: rowId(),
  })
  .openapi('TeamMember');

const route = createRoute({
  method: 'get',
  path: '/v1/users/list',
  operationId: 'listUsers',
  tags: ['Team'],
  summary: 'List the people of the organization',
  description: 'By name.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: {
      description: 'All of them.',
      content: { 'application/json': { schema: z.object({ users: z.array(user) }).openapi('UserList') } },
    },
    ...errorResponses(...memberErrors),
  },
});

export const serveListUsers = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { users } = await listUsers(c.get('org'));
    const answered = users.map(({ id, email, firstName, lastName, role, createdAt, orgId }) => ({
      id,
      email,
      first_name: firstName,
      last_name: lastName,
      role,
      created_at: createdAt.toISOString(),
      org_id: orgId,
    }));
    return c.json({ users: answered }, 200);
  });
};
