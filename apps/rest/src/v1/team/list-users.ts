import { createRoute, z } from '@hono/zod-openapi';
import { MEMBER_SEARCH_MAX_LENGTH } from '@notafter/domain';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { listUsers } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { pageShape } from '../../wire/page.ts';
import { cursorParameter, limitParameter, searchParameter } from '../../wire/parameters.ts';
import { toWireMember, wireMember, wireSeats } from './team-wire.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/users/list',
  operationId: 'listUsers',
  tags: ['Team'],
  summary: 'List the people of the organization',
  description: 'By name.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    query: z.object({
      limit: limitParameter(`People a page, ${LIST_LIMIT_DEFAULT} by default.`),
      cursor: cursorParameter(),
      search: searchParameter(MEMBER_SEARCH_MAX_LENGTH, 'A part of the name or the address, in any case.'),
    }),
  },
  responses: {
    200: {
      description: 'One page, and how many seats are taken.',
      content: {
        'application/json': {
          schema: z.object({ users: z.array(wireMember), ...pageShape, seats: wireSeats }).openapi('UserList'),
        },
      },
    },
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

export const serveListUsers = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { limit = LIST_LIMIT_DEFAULT, cursor, search = '' } = c.req.valid('query');
    const list = await listUsers(c.get('org'), { limit, cursor, search });
    return c.json({ users: list.users.map(toWireMember), next_cursor: list.nextCursor, total: list.total, seats: list.seats }, 200);
  });
};
