import { createRoute, z } from '@hono/zod-openapi';
import { cancelDiscovery } from '@notafter/features';
import { adminErrors, errorResponses } from '../../errors/error-responses.ts';
import { refuseBadInputOr } from '../../errors/input-problems.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { rowId } from '../../wire/fields.ts';
import { discoveryParameters } from './discovery-wire.ts';

const route = createRoute({
  method: 'post',
  path: '/v1/certificates/discover/{id}/cancel',
  operationId: 'cancelDiscovery',
  tags: ['Discovery'],
  summary: 'Cancel a search',
  description: 'Needs no body. What it found stays; one that is over stays as it is.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { params: discoveryParameters },
  responses: {
    200: {
      description: 'It is no longer running.',
      content: { 'application/json': { schema: z.object({ jobId: rowId() }).openapi('DiscoveryCancelled') } },
    },
    ...errorResponses(...adminErrors, 'discovery_not_found'),
  },
});

export const serveCancelDiscovery = (app: RestRouter): void => {
  app.openapi(
    route,
    async (c) => {
      const { id } = c.req.valid('param');
      await cancelDiscovery(c.get('org'), { id });
      return c.json({ jobId: id }, 200);
    },
    refuseBadInputOr('discovery_not_found'),
  );
};
