import { createRoute } from '@hono/zod-openapi';
import { saveNotificationSettings } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { inWireNames, settingsBody, toSettingsInput, toWireSettings, wireSettings } from './settings-wire.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/notifications/settings',
  operationId: 'saveNotificationSettings',
  tags: ['Notifications'],
  summary: 'Save notification settings',
  description: 'What is left out stays as it is.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { body: { required: true, content: { 'application/json': { schema: settingsBody } } } },
  responses: {
    200: { description: 'Saved.', content: { 'application/json': { schema: wireSettings } } },
    ...errorResponses(...bodyErrors, ...adminErrors, 'smart_notifications_plan'),
  },
});

export const serveSaveSettings = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { settings } = await saveNotificationSettings(c.get('org'), toSettingsInput(c.req.valid('json'))).catch((error: unknown) => {
      throw inWireNames(error);
    });
    return c.json(toWireSettings(settings), 200);
  });
};
