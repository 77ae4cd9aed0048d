import { createRoute, z } from '@hono/zod-openapi';
import { getCalendarLink } from '@notafter/features';
import { adminErrors, errorResponses } from '../../../errors/error-responses.ts';
import { type RestRouter, readsOnlyByHead, signedIn } from '../../../rest-environment.ts';
import { instant } from '../../../wire/fields.ts';
import { isoOrNull } from '../certificate-wire.ts';

const answer = z
  .object({
    url: z.string().nullable().openapi({
      description: 'Anyone with this address can read the calendar without signing in; null if none was created.',
      example: 'https://notafter.example.com/v1/calendar/AZifCnweG0Kfdg.ics',
    }),
    rotated_at: instant().nullable(),
  })
  .openapi('CalendarLink');

const route = createRoute({
  method: 'get',
  path: '/v1/calendar',
  operationId: 'getCalendarLink',
  tags: ['Calendar'],
  summary: 'The address of the calendar',
  description:
    'The calendar (iCalendar, RFC 5545) has an event at every expiry. A renewal moves its event, a removed certificate cancels it. Subscribe to it with a calendar program.',
  security: [{ session: [] }],
  middleware: [signedIn, readsOnlyByHead] as const,
  responses: {
    200: { description: 'The address.', content: { 'application/json': { schema: answer } } },
    ...errorResponses(...adminErrors.filter((code) => code !== 'cross_site')),
  },
});

export const serveCalendarLink = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { url, rotatedAt } = await getCalendarLink(c.get('org'));
    return c.json({ url, rotated_at: isoOrNull(rotatedAt) }, 200);
  });
};
