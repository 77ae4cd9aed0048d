import { createRoute, z } from '@hono/zod-openapi';
import { listChannels } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { laterPageParameters, pageShape, wholeOrPageOf } from '../../../wire/page.ts';
import { toWireChannel, wireChannel } from './channel-wire.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/notifications/channels',
  operationId: 'listChannels',
  tags: ['Notifications'],
  summary: 'List channels',
  description: 'Every kind, whether ever saved or not.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { query: z.object(laterPageParameters('Channels')) },
  responses: {
    200: {
      description: 'All nine, or a page.',
      content: { 'application/json': { schema: z.object({ channels: z.array(wireChannel), ...pageShape }).openapi('ChannelList') } },
    },
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

export const serveListChannels = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { channels } = await listChannels(c.get('org'));
    const { rows, ...place } = wholeOrPageOf(channels, c.req.valid('query'), ({ type }) => type);
    return c.json({ channels: rows.map(toWireChannel), ...place }, 200);
  });
};
