import { createRoute, z } from '@hono/zod-openapi';
import { listChannels } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
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
  responses: {
    200: {
      description: 'All nine.',
      content: { 'application/json': { schema: z.object({ channels: z.array(wireChannel) }).openapi('ChannelList') } },
    },
    ...errorResponses(...memberErrors),
  },
});

export const serveListChannels = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { channels } = await listChannels(c.get('org'));
    return c.json({ channels: channels.map(toWireChannel) }, 200);
  });
};
