import { createRoute } from '@hono/zod-openapi';
import { testChannel } from '@notafter/features';
import { adminErrors, errorResponses } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { saysMessage } from '../../../wire/message.ts';
import { channelParameters } from './channel-wire.ts';

const SENT = 'Test notification sent!';

const route = createRoute({
  method: 'post',
  path: '/v1/notifications/channels/{type}/test',
  operationId: 'testChannel',
  tags: ['Notifications'],
  summary: 'Test a channel',
  description: 'Sends a test and waits for the receiver. A delivered test resumes a broken channel.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: channelParameters },
  responses: {
    200: saysMessage(SENT),
    ...errorResponses(...adminErrors, 'channel_incomplete', 'channel_test_failed', 'channel_plan', 'channel_not_found', 'rate_limited'),
  },
});

export const serveTestChannel = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      await testChannel(c.get('org'), c.req.valid('param'));
      return c.json({ message: SENT }, 200);
    },
    refuseBadInputOr('channel_not_found'),
  );
};
