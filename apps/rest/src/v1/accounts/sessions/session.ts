import { createRoute, z } from '@hono/zod-openapi';
import { getSession } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { rowId } from '../../../wire/fields.ts';
import { toWireUser, wireUser } from '../account-wire.ts';

const session = z
  .object({
    org_id: rowId(),
    org_name: z.string().openapi({ example: 'Example' }),
    plan: z.string().openapi({ example: 'Forever Free' }),
    email: z.string().openapi({ example: 'ada@example.com' }),
    user: wireUser,
  })
  .openapi('Session');

const route = createRoute({
  method: 'get',
  path: '/v1/accounts/session',
  operationId: 'getSession',
  tags: ['Accounts'],
  summary: 'Who is signed in',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: { description: 'The person and their organization.', content: { 'application/json': { schema: session } } },
    ...errorResponses(...memberErrors),
  },
});

export const serveSession = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { orgId, orgName, plan, user } = await getSession(c.get('org'));
    return c.json({ org_id: orgId, org_name: orgName, plan, email: user.email, user: toWireUser(user, orgId) }, 200);
  });
};
