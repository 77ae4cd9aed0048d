import { createRoute } from '@hono/zod-openapi';
import { saveAlertSettings } from '@notafter/features';
import { adminErrors, bodyErrors, errorResponses } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { alertSettingsBody, wireAlertSettings } from './alert-settings-wire.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/notifications/alert-settings',
  operationId: 'saveAlertSettings',
  tags: ['Alerts'],
  summary: 'Save alert days',
  description: 'Only days that the plan includes.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    body: { required: true, content: { 'application/json': { schema: alertSettingsBody, example: { alert_days: [14, 7, 1] } } } },
  },
  responses: {
    200: { description: 'Saved.', content: { 'application/json': { schema: wireAlertSettings } } },
    ...errorResponses(...bodyErrors, ...adminErrors, 'alert_days_plan'),
  },
});

export const serveSaveAlertSettings = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { alertDays } = await saveAlertSettings(c.get('org'), { alertDays: c.req.valid('json').alert_days });
    return c.json({ alert_days: [...alertDays] }, 200);
  });
};
