import { createRoute, z } from '@hono/zod-openapi';
import { LIST_LIMIT_DEFAULT } from '@notafter/domain/inputs';
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
import { adminErrors, bodyErrors, errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { answers, takes } from '../../../wire/media.ts';
import { saysMessage } from '../../../wire/message.ts';
import { pageOf, pageParameters, pageShape } from '../../../wire/page.ts';
import { idParameter } from '../../../wire/parameters.ts';
import {
  deliveryPage,
  endpointExample,
  endpointToAdd,
  endpointToUpdate,
  failedSince,
  toWireDelivery,
  toWireEndpoint,
  wireEndpoint,
  wireSecret,
} from './webhook-endpoint-wire.ts';

const path = '/v1/webhooks';
const REMOVED = 'Webhook endpoint deleted';
const TESTED = 'Test event sent!';
const QUEUED = 'Event queued again';

const params = z.object({ id: idParameter<'webhook-endpoint'>('The webhook endpoint.') });
const endpointAnswer = z.object({ endpoint: wireEndpoint }).openapi('WebhookEndpointAnswer');

const listRoute = createRoute({
  tags: ['Events'],
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  method: 'get',
  path,
  operationId: 'listWebhookEndpoints',
  summary: 'List webhook endpoints',
  request: { query: z.object(pageParameters('Endpoints')) },
  responses: {
    200: answers('One page.', z.object({ endpoints: z.array(wireEndpoint), ...pageShape }).openapi('WebhookEndpointList')),
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

const addRoute = createRoute({
  tags: ['Events'],
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  method: 'post',
  path,
  operationId: 'addWebhookEndpoint',
  summary: 'Add a webhook endpoint',
  description: 'Events of the chosen types are posted to it from now on, signed as Standard Webhooks.',
  request: { body: takes(endpointToAdd, endpointExample) },
  responses: {
    200: answers('Added.', z.object({ endpoint: wireEndpoint, signing_secret: wireSecret() }).openapi('AddedWebhookEndpoint')),
    ...errorResponses(...bodyErrors, ...adminErrors, 'webhooks_plan', 'webhook_endpoint_limit'),
  },
});

const updateRoute = createRoute({
  tags: ['Events'],
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  method: 'put',
  path: `${path}/{id}`,
  operationId: 'updateWebhookEndpoint',
  summary: 'Change a webhook endpoint',
  description: 'Fields left out stay. Resumes an endpoint that was paused.',
  request: { params, body: takes(endpointToUpdate, { enabled: false }) },
  responses: {
    200: answers('Changed.', endpointAnswer),
    ...errorResponses(...bodyErrors, ...adminErrors, 'webhooks_plan', 'webhook_endpoint_not_found'),
  },
});

const removeRoute = createRoute({
  tags: ['Events'],
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  method: 'delete',
  path: `${path}/{id}`,
  operationId: 'removeWebhookEndpoint',
  summary: 'Delete a webhook endpoint',
  description: 'With its deliveries. Events stay in the log.',
  request: { params },
  responses: { 200: saysMessage(REMOVED), ...errorResponses(...adminErrors, 'webhook_endpoint_not_found') },
});

const rotateRoute = createRoute({
  tags: ['Events'],
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  method: 'post',
  path: `${path}/{id}/rotate-secret`,
  operationId: 'rotateEndpointSecret',
  summary: 'Rotate the signing secret of a webhook endpoint',
  description: 'For 24 hours we sign with both secrets.',
  request: { params },
  responses: {
    200: answers('The new secret.', z.object({ signing_secret: wireSecret() }).openapi('EndpointSecret')),
    ...errorResponses(...adminErrors, 'webhook_endpoint_not_found'),
  },
});

const testRoute = createRoute({
  tags: ['Events'],
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  method: 'post',
  path: `${path}/{id}/test`,
  operationId: 'testWebhookEndpoint',
  summary: 'Test a webhook endpoint',
  description: 'Posts an event of type `test` and waits for the answer. One that arrives resumes a paused endpoint.',
  request: { params },
  responses: {
    200: saysMessage(TESTED),
    ...errorResponses(...adminErrors, 'webhook_test_failed', 'webhooks_plan', 'webhook_endpoint_not_found', 'rate_limited'),
  },
});

const deliveriesRoute = createRoute({
  tags: ['Events'],
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  method: 'get',
  path: `${path}/{id}/deliveries`,
  operationId: 'listWebhookDeliveries',
  summary: 'List the deliveries of a webhook endpoint',
  description: 'Newest event first, of the last 30 days.',
  request: {
    params,
    query: z.object({
      ...pageParameters('Deliveries'),
      state: z
        .literal('dead', 'must be dead')
        .optional()
        .openapi({ description: '`dead`: failed deliveries only.', param: { name: 'state', in: 'query' } }),
    }),
  },
  responses: {
    200: answers('One page.', deliveryPage),
    ...errorResponses('invalid_input', ...memberErrors, 'webhook_endpoint_not_found'),
  },
});

const redeliverRoute = createRoute({
  tags: ['Events'],
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  method: 'post',
  path: `${path}/{id}/events/{event_id}/redeliver`,
  operationId: 'redeliverEvent',
  summary: 'Send an event again',
  description: 'Under the same `webhook-id`. An event that is on its way answers 409.',
  request: { params: params.extend({ event_id: idParameter<'event'>('The event.') }) },
  responses: {
    200: saysMessage(QUEUED),
    ...errorResponses(
      ...adminErrors,
      'webhooks_plan',
      'webhook_endpoint_not_found',
      'event_not_found',
      'webhook_endpoint_paused',
      'conflict',
    ),
  },
});

const redeliverFailedRoute = createRoute({
  tags: ['Events'],
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  method: 'post',
  path: `${path}/{id}/redeliver-failed`,
  operationId: 'redeliverFailedEvents',
  summary: 'Send failed events again',
  description:
    'Every event of its types since an instant that did not arrive, those of a pause included and those from before the endpoint was added left out.',
  request: { params, body: takes(failedSince, { since: '2026-12-04T08:00:00Z' }) },
  responses: {
    200: answers('Queued.', z.object({ queued: z.int().openapi({ example: 12 }) }).openapi('QueuedEvents')),
    ...errorResponses(...bodyErrors, ...adminErrors, 'webhooks_plan', 'webhook_endpoint_not_found', 'webhook_endpoint_paused'),
  },
});

const notFound = refuseBadInputOr('webhook_endpoint_not_found');

export const serveWebhookEndpoints = (app: RestRouter): void => {
  app.openapi(listRoute, async (c) => {
    const { rows, ...page } = pageOf((await listWebhookEndpoints(c.get('org'))).endpoints, c.req.valid('query'), ({ id }) => id);
    return c.json({ endpoints: rows.map(toWireEndpoint), ...page }, 200);
  });
  app.openapi(addRoute, async (c) => {
    const { enabled = true, ...rest } = c.req.valid('json');
    const { endpoint, signingSecret } = await addWebhookEndpoint(c.get('org'), { ...rest, enabled });
    return c.json({ endpoint: toWireEndpoint(endpoint), signing_secret: signingSecret }, 200);
  });
  app.openapi(
    updateRoute,
    async (c) => {
      const input = { ...c.req.valid('json'), ...c.req.valid('param') };
      return c.json({ endpoint: toWireEndpoint((await updateWebhookEndpoint(c.get('org'), input)).endpoint) }, 200);
    },
    notFound,
  );
  app.openapi(
    removeRoute,
    async (c) => {
      await removeWebhookEndpoint(c.get('org'), c.req.valid('param'));
      return c.json({ message: REMOVED }, 200);
    },
    notFound,
  );
  app.openapi(
    rotateRoute,
    async (c) => c.json({ signing_secret: (await rotateEndpointSecret(c.get('org'), c.req.valid('param'))).signingSecret }, 200),
    notFound,
  );
  app.openapi(
    testRoute,
    async (c) => {
      await testWebhookEndpoint(c.get('org'), c.req.valid('param'));
      return c.json({ message: TESTED }, 200);
    },
    notFound,
  );
  app.openapi(
    deliveriesRoute,
    async (c) => {
      const { limit = LIST_LIMIT_DEFAULT, cursor, state } = c.req.valid('query');
      const { deliveries, nextCursor } = await listWebhookDeliveries(c.get('org'), { ...c.req.valid('param'), limit, cursor, state });
      return c.json({ deliveries: deliveries.map(toWireDelivery), next_cursor: nextCursor }, 200);
    },
    notFound,
  );
  app.openapi(
    redeliverRoute,
    async (c) => {
      const { id, event_id: eventId } = c.req.valid('param');
      await redeliverEvent(c.get('org'), { id, eventId });
      return c.json({ message: QUEUED }, 200);
    },
    notFound,
  );
  app.openapi(
    redeliverFailedRoute,
    async (c) => c.json(await redeliverFailedEvents(c.get('org'), { ...c.req.valid('param'), ...c.req.valid('json') }), 200),
    notFound,
  );
};
