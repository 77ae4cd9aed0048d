import { createRoute, z } from '@hono/zod-openapi';
import { acknowledgeAlert } from '@notafter/features';
import { adminErrors, errorResponses } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { saysMessage } from '../../../wire/message.ts';
import { idParameter } from '../../../wire/parameters.ts';

const ACKNOWLEDGED = 'Notification acknowledged';

const route = createRoute({
  method: 'post',
  path: '/v1/notifications/{id}/acknowledge',
  operationId: 'acknowledgeNotification',
  tags: ['Notifications'],
  summary: 'Acknowledge a notification',
  description: 'Says that somebody looks after its alert, on every channel: it is not escalated. Once more changes nothing.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: z.object({ id: idParameter<'delivery'>('The notification.') }) },
  responses: { 200: saysMessage(ACKNOWLEDGED), ...errorResponses(...adminErrors, 'notification_not_found') },
});

export const serveAcknowledge = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      await acknowledgeAlert(c.get('org'), c.req.valid('param'));
      return c.json({ message: ACKNOWLEDGED }, 200);
    },
    refuseBadInputOr('notification_not_found'),
  );
};
