import { createRoute } from '@hono/zod-openapi';
import { getAlertSettings } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { wireAlertSettings } from './alert-settings-wire.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/notifications/alert-settings',
  operationId: 'getAlertSettings',
  tags: ['Alerts'],
  summary: 'Get alert days',
  description: '`[1]` if none were saved. Every plan also alerts on the last day and at expiry.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: { description: 'The days in force.', content: { 'application/json': { schema: wireAlertSettings } } },
    ...errorResponses(...memberErrors),
  },
});

export const serveGetAlertSettings = (app: RestRouter): void => {
  app.openapi(route, async (c) => c.json({ alert_days: [...(await getAlertSettings(c.get('org'))).alertDays] }, 200));
};
