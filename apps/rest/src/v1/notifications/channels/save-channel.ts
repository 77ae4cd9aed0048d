import { createRoute, z } from '@hono/zod-openapi';
import { saveChannel } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { channelBody, channelExample, toWireChannel, wireChannel } from './channel-wire.ts';

const answer = z
  .object({
    channel: wireChannel,
    signing_secret: z.string().nullable().openapi({
      description: 'Of a webhook that is complete for the first time: what its messages are signed with. It is not shown again.',
      example: null,
    }),
  })
  .openapi('SavedChannel');

const route = createRoute({
  method: 'post',
  path: '/v1/notifications/channels',
  operationId: 'saveChannel',
  tags: ['Notifications'],
  summary: 'Save a channel',
  description: 'Blank fields are accepted; nothing is sent over a channel that is incomplete.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: { required: true, content: { 'application/json': { schema: channelBody, example: channelExample } } } },
  responses: {
    200: { description: 'Saved.', content: { 'application/json': { schema: answer } } },
    ...errorResponses(...bodyErrors, ...adminErrors, 'channel_plan'),
  },
});

export const serveSaveChannel = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { channel_type: type, enabled, settings } = c.req.valid('json');
    const { channel, signingSecret } = await saveChannel(c.get('org'), { type, enabled, settings });
    return c.json({ channel: toWireChannel(channel), signing_secret: signingSecret }, 200);
  });
};
