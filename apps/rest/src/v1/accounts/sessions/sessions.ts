import { createRoute, z } from '@hono/zod-openapi';
import { endOtherSessions, endSession, listSessions } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { instant } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { mapperTo } from '../../../wire/names.ts';
import { pageOf, pageParameters, pageShape } from '../../../wire/page.ts';

const path = '/v1/accounts/sessions';
const ENDED = 'Session ended';
const HANDLE = '9b0c1f5e7a2d4c3b8e6f0a1d2c3b4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f';

const wireSession = z
  .object({
    handle: z.string().openapi({ description: 'Names the session to the call that ends it; good for nothing else.', example: HANDLE }),
    device: z.string().nullable().openapi({ description: 'Null if the browser did not say.', example: 'Firefox on Windows' }),
    ip: z.string().nullable().openapi({ description: 'The address that signed in.', example: '203.0.113.7' }),
    created_at: instant(),
    last_active_at: instant().openapi({ description: 'At most ten minutes behind.' }),
    current: z.boolean().openapi({ description: 'The session that asks.', example: true }),
  })
  .openapi('SessionEntry');

const toWireSession = mapperTo(wireSession);

const listRoute = createRoute({
  method: 'get',
  path,
  operationId: 'listSessions',
  tags: ['Security'],
  summary: 'List your sessions',
  description: 'The browsers you are signed in with: the one that asks first, then the latest used.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { query: z.object(pageParameters('Sessions')) },
  responses: {
    200: answers('One page.', z.object({ sessions: z.array(wireSession), ...pageShape }).openapi('SessionList')),
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

const endOthersRoute = createRoute({
  method: 'post',
  path: `${path}/end-others`,
  operationId: 'endOtherSessions',
  tags: ['Security'],
  summary: 'End all your other sessions',
  description: 'Signs you out everywhere except here. Your tokens stay valid.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: answers('How many ended.', z.object({ ended: z.int().openapi({ example: 2 }) }).openapi('EndedSessions')),
    ...errorResponses(...memberErrors, 'cross_site'),
  },
});

const endRoute = createRoute({
  method: 'delete',
  path: `${path}/{handle}`,
  operationId: 'endSession',
  tags: ['Security'],
  summary: 'End one of your sessions',
  description: 'Signs you out in that browser at once.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: z.object({ handle: z.string().max(200).openapi({ description: 'The `handle` of the session.', example: HANDLE }) }) },
  responses: { 200: saysMessage(ENDED), ...errorResponses(...memberErrors, 'cross_site', 'session_not_found') },
});

export const serveSessions = (app: RestRouter): void => {
  app.openapi(listRoute, async (c) => {
    const { sessions } = await listSessions(c.get('org'));
    const { rows, ...page } = pageOf(sessions, c.req.valid('query'), ({ handle }) => handle);
    return c.json({ sessions: rows.map(toWireSession), ...page }, 200);
  });
  app.openapi(endOthersRoute, async (c) => c.json(await endOtherSessions(c.get('org')), 200));
  app.openapi(
    endRoute,
    async (c) => {
      await endSession(c.get('org'), c.req.valid('param'));
      return c.json({ message: ENDED }, 200);
    },
    refuseBadInputOr('session_not_found'),
  );
};
