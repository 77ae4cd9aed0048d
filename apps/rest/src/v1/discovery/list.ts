import { createRoute, z } from '@hono/zod-openapi';
import { listDiscoveries } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { pageShape } from '../../wire/page.ts';
import { cursorParameter, limitParameter, searchParameter } from '../../wire/parameters.ts';
import { summaryShape, toWireSummary } from './discovery-wire.ts';

const DOMAIN_MAX_LENGTH = 300;
const LIMIT_DEFAULT = 50;

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/discover',
  operationId: 'listDiscoveries',
  tags: ['Discovery'],
  summary: 'List searches',
  description: 'Those of the last 30 days, newest first.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: {
    query: z.object({
      domain: searchParameter(DOMAIN_MAX_LENGTH, 'Searches of this domain only.', 'domain'),
      limit: limitParameter(`Searches a page, ${LIMIT_DEFAULT} by default.`),
      cursor: cursorParameter(),
    }),
  },
  responses: {
    200: {
      description: 'The searches.',
      content: {
        'application/json': {
          schema: z
            .object({ discoveries: z.array(z.object(summaryShape).openapi('DiscoverySummary')), ...pageShape })
            .openapi('DiscoveryList'),
        },
      },
    },
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

export const serveListDiscoveries = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { domain, limit = LIMIT_DEFAULT, cursor } = c.req.valid('query');
    const {
      discoveries,
      nextCursor: next_cursor,
      total,
    } = await listDiscoveries(c.get('org'), { domain: domain || undefined, limit, cursor });
    return c.json({ discoveries: discoveries.map(toWireSummary), next_cursor, total }, 200);
  });
};
