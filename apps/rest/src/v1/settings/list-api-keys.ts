import { createRoute, z } from '@hono/zod-openapi';
import { listApiKeys } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { laterPageParameters, pageShape, wholeOrPageOf } from '../../wire/page.ts';
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
  request: { query: z.object(laterPageParameters('Keys')) },
  responses: {
    200: {
      description: 'All of them, or a page.',
      content: { 'application/json': { schema: z.object({ api_keys: z.array(wireApiKey), ...pageShape }).openapi('ApiKeyList') } },
    },
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

export const serveListApiKeys = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { apiKeys } = await listApiKeys(c.get('org'));
    const { rows, ...place } = wholeOrPageOf(apiKeys, c.req.valid('query'), ({ id }) => id);
    return c.json({ api_keys: rows.map(toWireApiKey), ...place }, 200);
  });
};
