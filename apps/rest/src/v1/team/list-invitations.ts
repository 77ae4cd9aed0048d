import { createRoute, z } from '@hono/zod-openapi';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { listInvitations } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { pageShape } from '../../wire/page.ts';
import { cursorParameter, limitParameter } from '../../wire/parameters.ts';
import { toWireInvitation, wireInvitation } from './team-wire.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/users/invitations',
  operationId: 'listInvitations',
  tags: ['Team'],
  summary: 'List who was invited and did not come yet',
  description: 'Newest first. Codes are only in the mails.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    query: z.object({ limit: limitParameter(`Invitations a page, ${LIST_LIMIT_DEFAULT} by default.`), cursor: cursorParameter() }),
  },
  responses: {
    200: {
      description: 'One page.',
      content: {
        'application/json': {
          schema: z.object({ invitations: z.array(wireInvitation), ...pageShape }).openapi('InvitationList'),
        },
      },
    },
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

export const serveListInvitations = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { limit = LIST_LIMIT_DEFAULT, cursor } = c.req.valid('query');
    const list = await listInvitations(c.get('org'), { limit, cursor });
    return c.json({ invitations: list.invitations.map(toWireInvitation), next_cursor: list.nextCursor, total: list.total }, 200);
  });
};
