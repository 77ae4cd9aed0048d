import { createRoute, z } from '@hono/zod-openapi';
import { listTokens } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { toWireToken, wireToken } from './token-wire.ts';

const route = createRoute({
  method: 'get',
  path: '/v1/tokens',
  operationId: 'listTokens',
  tags: ['Settings'],
  summary: 'List your tokens',
  description: 'Newest first, at most 50 active ones and the latest of those that were revoked.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: {
      description: 'All of them.',
      content: { 'application/json': { schema: z.object({ tokens: z.array(wireToken) }).openapi('TokenList') } },
    },
    ...errorResponses(...memberErrors),
  },
});

export const serveListTokens = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { tokens } = await listTokens(c.get('org'));
    return c.json({ tokens: tokens.map(toWireToken) }, 200);
  });
};
