import { createRoute, z } from '@hono/zod-openapi';
import { channelTypes } from '@notafter/domain';
import { type TestedChannel, testAllChannels } from '@notafter/features';
import { adminErrors, errorResponses } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';

const result = z
  .object({
    channel_type: z.enum(channelTypes).openapi({ example: 'slack' }),
    result: z.enum(['sent', 'failed', 'disabled', 'incomplete', 'not_in_plan']).openapi({
      description: '`sent` or `failed` where a test went out, else what kept it back.',
      example: 'sent',
    }),
    reason: z.string().nullable().openapi({ description: 'For people: why it failed or was not tried.', example: null }),
  })
  .openapi('TestedChannel');

const answer = z
  .object({
    message: z.string().openapi({ example: 'Test notifications sent!' }),
    sent: z.array(z.enum(channelTypes)).openapi({ description: 'Where it arrived.', example: ['email', 'slack'] }),
    failed: z
      .array(z.object({ channel_type: z.enum(channelTypes), reason: z.string() }))
      .openapi({ description: 'Where it did not, and why.', example: [] }),
    results: z.array(result).openapi({ description: 'Every kind of channel with its result.' }),
  })
  .openapi('TestedChannels');

const toAnswer = (results: readonly TestedChannel[]): z.infer<typeof answer> => {
  const failed = results.filter((tested) => tested.result === 'failed');
  return {
    message: failed.length === 0 ? 'Test notifications sent!' : 'Failed to send test notifications',
    sent: results.filter((tested) => tested.result === 'sent').map(({ type }) => type),
    failed: failed.map(({ type, reason }) => ({ channel_type: type, reason: reason ?? '' })),
    results: results.map((tested) => ({ channel_type: tested.type, result: tested.result, reason: tested.reason })),
  };
};

const route = createRoute({
  method: 'post',
  path: '/v1/notifications/test-all',
  operationId: 'testAllChannels',
  tags: ['Notifications'],
  summary: 'Test all channels',
  description:
    'Sends a test over every configured channel of the plan and waits for what their receivers say. `no_channel_to_test` when there is none; its details name each channel and why it was not tried.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: { description: 'Tried.', content: { 'application/json': { schema: answer } } },
    ...errorResponses(...adminErrors, 'no_channel_to_test', 'rate_limited'),
  },
});

export const serveTestAll = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { results } = await testAllChannels(c.get('org'));
    return c.json(toAnswer(results), 200);
  });
};
