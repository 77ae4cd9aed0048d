import { createRoute, z } from '@hono/zod-openapi';
import { listEnvironments } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';
import { laterPageParameters, pageShape, wholeOrPageOf } from '../../wire/page.ts';
import { toWireEnvironment, wireEnvironment } from './environment-wire.ts';

const answer = z
  .object({
    environments: z.array(wireEnvironment),
    ...pageShape,
    limit: z.int().nullable().openapi({ description: 'How many the plan allows; null for any number, 0 for none.', example: 2 }),
  })
  .openapi('EnvironmentList');

const route = createRoute({
  method: 'get',
  path: '/v1/environments',
  operationId: 'listEnvironments',
  tags: ['Environments'],
  summary: 'List environments',
  description: 'By name.',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  request: { query: z.object(laterPageParameters('Environments')) },
  responses: {
    200: { description: 'All of them, or a page.', content: { 'application/json': { schema: answer } } },
    ...errorResponses('invalid_input', ...memberErrors),
  },
});

export const serveListEnvironments = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { environments, limit } = await listEnvironments(c.get('org'));
    const { rows, ...place } = wholeOrPageOf(environments, c.req.valid('query'), ({ id }) => id);
    return c.json({ environments: rows.map(toWireEnvironment), ...place, limit }, 200);
  });
};
