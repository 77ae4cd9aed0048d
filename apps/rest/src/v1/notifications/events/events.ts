import { z } from '@hono/zod-openapi';
import { getEvent, listEvents } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { answers } from '../../../wire/media.ts';
import { idParameter, nextCursor, pageParameters } from '../../../wire/parameters.ts';
import { eventOf, eventTypeParameter, sinceParameter, wireEvent } from './event-wire.ts';

export const eventOperations: readonly Operation[] = [
  operation(listEvents, {
    method: 'get',
    path: '/v1/events',
    tag: 'Events',
    summary: 'List events',
    description:
      'What happened in the last 30 days, newest first. To poll, ask with `since` a minute before the newest event you have and skip the ids you know: an event may appear shortly after its timestamp.',
    query: z.object({
      ...pageParameters('Events'),
      type: eventTypeParameter(),
      since: sinceParameter('Only events at this instant or later.'),
    }),
    answers: answers('One page.', z.object({ events: z.array(wireEvent), next_cursor: nextCursor() }).openapi('EventList')),
    view: ({ events, ...page }) => ({ ...page, events: events.map(eventOf) }),
  }),
  operation(getEvent, {
    method: 'get',
    path: '/v1/events/{id}',
    tag: 'Events',
    summary: 'Get an event',
    description: 'One event of the last 30 days, by the `webhook-id` of its deliveries.',
    params: z.object({ id: idParameter<'event'>('The event.') }),
    answers: answers('The event.', z.object({ event: wireEvent }).openapi('EventAnswer')),
    view: ({ event }) => ({ event: eventOf(event) }),
    missing: 'event_not_found',
  }),
];
