import { createRoute, z } from '@hono/zod-openapi';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
import { getDelivery, listNotificationLog, resendDelivery } from '@notafter/features';
import { adminErrors, errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { answers } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { pageParameters } from '../../../wire/page.ts';
import { idParameter, nextCursor } from '../../../wire/parameters.ts';
import { toWireDelivery, toWireStory, wireDelivery, wireStory } from './delivery-wire.ts';

const path = '/v1/notifications/deliveries';
const QUEUED = 'Delivery queued again';

const params = z.object({ id: idParameter<'delivery'>('The delivery.') });

const listRoute = createRoute({
  method: 'get',
  path,
  operationId: 'listDeliveries',
  tags: ['Notifications'],
  summary: 'List deliveries',
  description: 'The notification log with named fields: one delivery per alert and channel, newest first.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    query: z.object({
      ...pageParameters('Deliveries'),
      state: z
        .literal('dead', 'must be dead')
        .optional()
        .openapi({ description: '`dead`: failed deliveries only.', param: { name: 'state', in: 'query' } }),
    }),
  },
  responses: {
    200: answers(
      'One page.',
      z
        .object({
          deliveries: z.array(wireDelivery),
          next_cursor: nextCursor(),
          open_alerts: z.int().openapi({ description: 'Open alerts that no one has acknowledged.', example: 2 }),
        })
        .openapi('DeliveryList'),
    ),
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

const getRoute = createRoute({
  method: 'get',
  path: `${path}/{id}`,
  operationId: 'getDelivery',
  tags: ['Notifications'],
  summary: 'Get a delivery',
  description: 'With its alert and every attempt.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params },
  responses: { 200: answers('The delivery.', wireStory), ...errorResponses(...memberErrors, 'notification_not_found') },
});

const resendRoute = createRoute({
  method: 'post',
  path: `${path}/{id}/resend`,
  operationId: 'resendDelivery',
  tags: ['Notifications'],
  summary: 'Send a failed delivery again',
  description:
    'With everything that was part of the same message, under the idempotency key it had. A delivery that is not `dead` answers 409.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params },
  responses: {
    200: saysMessage(QUEUED),
    ...errorResponses(...adminErrors, 'notification_not_found', 'conflict', 'channel_incomplete', 'channel_broken'),
  },
});

export const serveDeliveries = (app: RestRouter): void => {
  app.openapi(listRoute, async (c) => {
    const { limit = LIST_LIMIT_DEFAULT, cursor, state } = c.req.valid('query');
    const log = await listNotificationLog(c.get('org'), { limit, cursor, state });
    return c.json({ deliveries: log.entries.map(toWireDelivery), next_cursor: log.nextCursor, open_alerts: log.openCount }, 200);
  });
  app.openapi(
    getRoute,
    async (c) => c.json(toWireStory(await getDelivery(c.get('org'), c.req.valid('param'))), 200),
    refuseBadInputOr('notification_not_found'),
  );
  app.openapi(
    resendRoute,
    async (c) => {
      await resendDelivery(c.get('org'), c.req.valid('param'));
      return c.json({ message: QUEUED }, 200);
    },
    refuseBadInputOr('notification_not_found'),
  );
};
