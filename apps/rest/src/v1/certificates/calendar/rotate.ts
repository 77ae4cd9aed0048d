import { createRoute, z } from '@hono/zod-openapi';
import { rotateCalendarLink } from '@notafter/features';
import { adminErrors, errorResponses } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { instant } from '../../../wire/fields.ts';

const answer = z
  .object({ url: z.string().openapi({ example: 'https://notafter.example.com/v1/calendar/AZifCnweG0Kfdg.ics' }), rotated_at: instant() })
  .openapi('NewCalendarLink');

const route = createRoute({
  method: 'post',
  path: '/v1/calendar/rotate',
  operationId: 'rotateCalendarLink',
  tags: ['Calendar'],
  summary: 'Give the calendar a new address',
  description: 'Or its first one. The old address ends at once.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: { description: 'The new address.', content: { 'application/json': { schema: answer } } },
    ...errorResponses(...adminErrors),
  },
});

export const serveRotateCalendarLink = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { url, rotatedAt } = await rotateCalendarLink(c.get('org'));
    return c.json({ url, rotated_at: rotatedAt.toISOString() }, 200);
  });
};
