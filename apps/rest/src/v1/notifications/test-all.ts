import { createRoute, z } from '@hono/zod-openapi';
import { channelTypes } from '@notafter/domain';
import { testAllChannels } from '@notafter/features';
import { adminErrors, errorResponses } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';

const answer = z
  .object({
    message: z.string().openapi({ example: 'Test notifications sent!' }),
    sent: z.array(z.enum(channelTypes)).openapi({ description: 'Where it arrived.', example: ['email', 'slack'] }),
    failed: z
      .array(z.object({ channel_type: z.enum(channelTypes), reason: z.string() }))
      .openapi({ description: 'Where it did not, and why.', example: [] }),
  })
  .openapi('TestedChannels');

const route = createRoute({
  method: 'post',
  path: '/v1/notifications/test-all',
  operationId: 'testAllChannels',
  tags: ['Notifications'],
  summary: 'Test all channels',
  description: 'Sends a test over every configured channel and waits for what their receivers say.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: { description: 'Tried.', content: { 'application/json': { schema: answer } } },
    ...errorResponses(...adminErrors),
  },
});

export const serveTestAll = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { sent, failed } = await testAllChannels(c.get('org'));
    const message = failed.length === 0 ? 'Test notifications sent!' : 'Failed to send test notifications';
    return c.json({ message, sent: [...sent], failed: failed.map(({ type, reason }) => ({ channel_type: type, reason })) }, 200);
  });
};
