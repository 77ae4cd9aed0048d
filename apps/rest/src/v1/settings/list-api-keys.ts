import { createRoute, z } from '@hono/zod-openapi';
import { listApiKeys } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { toWireApiKey, wireApiKey } from './api-key-wire.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/api-keys',
  operationId: 'listApiKeys',
  tags: ['Settings'],
  summary: 'List the API keys',
  description: 'Newest first, at most 100 active ones and the latest of those that ended.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: {
      description: 'All of them.',
      content: { 'application/json': { schema: z.object({ api_keys: z.array(wireApiKey) }).openapi('ApiKeyList') } },
    },
    ...errorResponses(...memberErrors),
  },
});

export const serveListApiKeys = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { apiKeys } = await listApiKeys(c.get('org'));
    return c.json({ api_keys: apiKeys.map(toWireApiKey) }, 200);
  });
};
