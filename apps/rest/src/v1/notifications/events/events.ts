import { createRoute, z } from '@hono/zod-openapi';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { getEvent, listEvents } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { answers } from '../../../wire/media.ts';
import { cursorParameter, idParameter, limitParameter, nextCursor } from '../../../wire/parameters.ts';
import { eventTypeParameter, sinceParameter, toWireEvent, wireEvent } from './event-wire.ts';

const listRoute = createRoute({
  method: 'get',
  path: '/v1/events',
  operationId: 'listEvents',
  tags: ['Events'],
  summary: 'List events',
  description:
    'What happened in the last 30 days, newest first. To poll, ask with `since` a minute before the newest event you have and skip the ids you know: an event may appear shortly after its timestamp.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    query: z.object({
      limit: limitParameter(`Events a page, ${LIST_LIMIT_DEFAULT} by default.`),
      cursor: cursorParameter(),
      type: eventTypeParameter(),
      since: sinceParameter('Only events at this instant or later.'),
    }),
  },
  responses: {
    200: {
      description: 'One page.',
      content: {
        'application/json': { schema: z.object({ events: z.array(wireEvent), next_cursor: nextCursor() }).openapi('EventList') },
      },
    },
    ...errorResponses('invalid_input', ...memberErrors, 'webhooks_plan'),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: '/v1/events/{id}',
  operationId: 'getEvent',
  tags: ['Events'],
  summary: 'Get an event',
  description: 'One event of the last 30 days, by the `webhook-id` of its deliveries.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: z.object({ id: idParameter<'event'>('The event.') }) },
  responses: {
    200: answers('The event.', z.object({ event: wireEvent }).openapi('EventAnswer')),
    ...errorResponses(...memberErrors, 'webhooks_plan', 'event_not_found'),
  },
});

export const serveEvents = (app: RestRouter): void => {
  app.openapi(listRoute, async (c) => {
    const { limit, cursor, type, since } = c.req.valid('query');
    const { events, nextCursor: next } = await listEvents(c.get('org'), { limit: limit ?? LIST_LIMIT_DEFAULT, cursor, type, since });
    return c.json({ events: events.map(toWireEvent), next_cursor: next }, 200);
  });
  app.openapi(
    getRoute,
    async (c) => c.json({ event: toWireEvent((await getEvent(c.get('org'), c.req.valid('param'))).event) }, 200),
    refuseBadInputOr('event_not_found'),
  );
};
