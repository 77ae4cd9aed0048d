import { z } from '@hono/zod-openapi';
import {
  addWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  redeliverEvent,
  redeliverFailedEvents,
  removeWebhookEndpoint,
  rotateEndpointSecret,
  testWebhookEndpoint,
  updateWebhookEndpoint,
} from '@notafter/features';
import { type Operation, operation } from '../../../operation.ts';
import { answers, takes } from '../../../wire/media.ts';
import { says } from '../../../wire/message.ts';
import { pageOf, pageShape } from '../../../wire/page.ts';
import { idParameter, pageParameters } from '../../../wire/parameters.ts';
import { deadParameter } from '../delivery/delivery-wire.ts';
import {
  deliveryPage,
  endpointToAdd,
  endpointToUpdate,
  failedSince,
  webhookDeliveryOf,
  wireEndpoint,
  wireSecret,
} from './webhook-endpoint-wire.ts';

const tag = 'Events';
const path = '/v1/webhooks';
const missing = 'webhook_endpoint_not_found';
const params = z.object({ id: idParameter<'webhook-endpoint'>('The webhook endpoint.') });

export const webhookEndpointOperations: readonly Operation[] = [
  operation(listWebhookEndpoints, {
    method: 'get',
    path,
    tag,
    summary: 'List webhook endpoints',
    query: z.object(pageParameters('Endpoints')),
    answers: answers('One page.', z.object({ endpoints: z.array(wireEndpoint), ...pageShape }).openapi('WebhookEndpointList')),
    view: ({ endpoints }, given) => {
      const { rows, ...page } = pageOf(endpoints, given, ({ id }) => id);
      return { endpoints: rows, ...page };
    },
  }),
  operation(addWebhookEndpoint, {
    method: 'post',
    path,
    tag,
    summary: 'Add a webhook endpoint',
    description: 'Events of the chosen types are posted to it from now on, signed as Standard Webhooks.',
    body: takes(endpointToAdd, {
      name: 'Deploy bot',
      url: 'https://hooks.example.com/notafter',
      types: ['certificate.renewed', 'certificate.changed'],
    }),
    input: ({ enabled = true, ...endpoint }) => ({ ...endpoint, enabled }),
    answers: answers('Added.', z.object({ endpoint: wireEndpoint, signing_secret: wireSecret() }).openapi('AddedWebhookEndpoint')),
    errors: ['webhook_endpoint_limit'],
  }),
  operation(updateWebhookEndpoint, {
    method: 'put',
    path: `${path}/{id}`,
    tag,
    summary: 'Change a webhook endpoint',
    description: 'Fields left out stay. Resumes an endpoint that was paused.',
    params,
    body: takes(endpointToUpdate, { enabled: false }),
    answers: answers('Changed.', z.object({ endpoint: wireEndpoint }).openapi('WebhookEndpointAnswer')),
    missing,
    errors: ['webhooks_plan'],
  }),
  operation(removeWebhookEndpoint, {
    method: 'delete',
    path: `${path}/{id}`,
    tag,
    summary: 'Delete a webhook endpoint',
    description: 'With its deliveries. Events stay in the log.',
    params,
    answers: says('Webhook endpoint deleted'),
    missing,
  }),
  operation(rotateEndpointSecret, {
    method: 'post',
    path: `${path}/{id}/rotate-secret`,
    tag,
    summary: 'Rotate the signing secret of a webhook endpoint',
    description: 'For 24 hours we sign with both secrets.',
    params,
    answers: answers('The new secret.', z.object({ signing_secret: wireSecret() }).openapi('EndpointSecret')),
    missing,
  }),
  operation(testWebhookEndpoint, {
    method: 'post',
    path: `${path}/{id}/test`,
    tag,
    summary: 'Test a webhook endpoint',
    description: 'Posts an event of type `test` and waits for the answer. One that arrives resumes a paused endpoint.',
    params,
    answers: says('Test event sent!'),
    missing,
    errors: ['webhook_test_failed', 'webhooks_plan', 'rate_limited'],
  }),
  operation(listWebhookDeliveries, {
    method: 'get',
    path: `${path}/{id}/deliveries`,
    tag,
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Newest event first, of the last 30 days.',
    params,
    query: z.object({ ...pageParameters('Deliveries'), state: deadParameter() }),
    answers: answers('One page.', deliveryPage),
    view: ({ deliveries, ...page }) => ({ ...page, deliveries: deliveries.map(webhookDeliveryOf) }),
    missing,
  }),
  operation(redeliverEvent, {
    method: 'post',
    path: `${path}/{id}/events/{event_id}/redeliver`,
    tag,
    summary: 'Send an event again',
    description: 'Under the same `webhook-id`. An event that is on its way answers 409.',
    params: params.extend({ event_id: idParameter<'event'>('The event.') }),
    answers: says('Event queued again'),
    missing,
    errors: ['event_not_found', 'webhook_endpoint_paused', 'conflict'],
  }),
  operation(redeliverFailedEvents, {
    method: 'post',
    path: `${path}/{id}/redeliver-failed`,
    tag,
    summary: 'Send failed events again',
    description:
      'Every event of its types since an instant that did not arrive, those of a pause included and those from before the endpoint was added left out.',
    params,
    body: takes(failedSince, { since: '2026-12-04T08:00:00Z' }),
    answers: answers('Queued.', z.object({ queued: z.int().openapi({ example: 12 }) }).openapi('QueuedEvents')),
    missing,
    errors: ['webhook_endpoint_paused'],
  }),
];
