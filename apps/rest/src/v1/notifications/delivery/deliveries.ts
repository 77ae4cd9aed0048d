import { z } from '@hono/zod-openapi';
import { getDelivery, listNotificationLog, resendDelivery } from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { answers } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { idParameter, nextCursor, pageParameters } from '../../../wire/parameters.ts';
import { deadParameter, deliveryOf, wireDelivery, wireStory } from './delivery-wire.ts';

const tag = 'Notifications';
const path = '/v1/notifications/deliveries';
const missing = 'notification_not_found';
const params = z.object({ id: idParameter<'delivery'>('The delivery.') });

const page = z
  .object({
    deliveries: z.array(wireDelivery),
    next_cursor: nextCursor(),
    open_alerts: z.int().openapi({ description: 'Open alerts that no one has acknowledged.', example: 2 }),
  })
  .openapi('DeliveryList');

export const deliveryOperations: readonly Operation[] = [
  operation(listNotificationLog, {
    method: 'get',
    path,
    id: 'listDeliveries',
    tag,
    summary: 'List deliveries',
    description: 'The notification log with named fields: one delivery per alert and channel, newest first.',
    query: z.object({ ...pageParameters('Deliveries'), state: deadParameter() }),
    answers: answers('One page.', page),
    view: ({ entries, openCount, ...log }) => ({ ...log, deliveries: entries.map(deliveryOf), openAlerts: openCount }),
  }),
  operation(getDelivery, {
    method: 'get',
    path: `${path}/{id}`,
    tag,
    summary: 'Get a delivery',
    description: 'With its alert and every attempt.',
    params,
    answers: answers('The delivery.', wireStory),
    view: ({ entry, ...story }) => ({ ...story, delivery: deliveryOf(entry) }),
    missing,
  }),
  operation(resendDelivery, {
    method: 'post',
    path: `${path}/{id}/resend`,
    tag,
    summary: 'Send a failed delivery again',
    description:
      'With everything that was part of the same message, under the idempotency key it had. A delivery that is not `dead` answers 409.',
    params,
    answers: says('Delivery queued again'),
    missing,
    errors: ['conflict', 'channel_incomplete', 'channel_broken'],
  }),
];
