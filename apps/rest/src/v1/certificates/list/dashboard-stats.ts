import { createRoute, z } from '@hono/zod-openapi';
import { getDashboardStats } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';

const count = (example: number) => z.int().min(0).openapi({ example });

const stats = z
  .object({
    total: count(12),
    expired: count(1),
    critical: count(0),
    warning: count(2),
    valid: count(9),
    unreachable: count(1).openapi({ description: 'Overlaps the others: an unreachable endpoint keeps the status of its last known date.' }),
    health_score: z
      .int()
      .min(0)
      .max(100)
      .openapi({ description: '100 less 30 for each expired, 15 for each critical and 5 for each warning certificate.', example: 60 }),
  })
  .openapi('DashboardStats');

const route = createRoute({
  method: 'get',
  path: '/v1/dashboard/stats',
  operationId: 'getDashboardStats',
  tags: ['Dashboard'],
  summary: 'Counts by status',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: { description: 'The counts and the health score.', content: { 'application/json': { schema: stats } } },
    ...errorResponses(...memberErrors),
  },
});

export const serveDashboardStats = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { total, expired, critical, warning, valid, unreachable, healthScore } = await getDashboardStats(c.get('org'));
    return c.json({ total, expired, critical, warning, valid, unreachable, health_score: healthScore }, 200);
  });
};
