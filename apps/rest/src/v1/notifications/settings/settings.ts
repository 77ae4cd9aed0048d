import { createRoute } from '@hono/zod-openapi';
import { getNotificationSettings } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { toWireSettings, wireSettings } from './settings-wire.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/notifications/settings',
  operationId: 'getNotificationSettings',
  tags: ['Notifications'],
  summary: 'Get notification settings',
  description: 'As saved or by default. They are in force where the plan has Smart Notifications.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: { description: 'All of them.', content: { 'application/json': { schema: wireSettings } } },
    ...errorResponses(...memberErrors),
  },
});

export const serveGetSettings = (app: RestRouter): void => {
  app.openapi(route, async (c) => c.json(toWireSettings((await getNotificationSettings(c.get('org'))).settings), 200));
};
