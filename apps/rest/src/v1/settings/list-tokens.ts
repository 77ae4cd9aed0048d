import { createRoute, z } from '@hono/zod-openapi';
import { listTokens } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { laterPageParameters, pageShape, wholeOrPageOf } from '../../wire/page.ts';
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
  request: { query: z.object(laterPageParameters('Tokens')) },
  responses: {
    200: {
      description: 'All of them, or a page.',
      content: { 'application/json': { schema: z.object({ tokens: z.array(wireToken), ...pageShape }).openapi('TokenList') } },
    },
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

export const serveListTokens = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { tokens } = await listTokens(c.get('org'));
    const { rows, ...place } = wholeOrPageOf(tokens, c.req.valid('query'), ({ id }) => id);
    return c.json({ tokens: rows.map(toWireToken), ...place }, 200);
  });
};
