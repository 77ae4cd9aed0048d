import { createRoute, z } from '@hono/zod-openapi';
import { getAnalytics } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../rest-environment.ts';

const answer = z
  .object({
    risk_score: z.int().openapi({
      description: '40 for each expired, 25 for each critical and 10 for each warning certificate; at most 100.',
      example: 35,
    }),
    healthy_count: z.int().openapi({ description: 'More than 30 days left.', example: 40 }),
    expiring_count: z.int().openapi({ description: '8 to 30 days left.', example: 1 }),
    critical_count: z.int().openapi({ description: '0 to 7 days left.', example: 1 }),
    total_certificates: z.int().openapi({ example: 42 }),
    avg_days_to_expiry: z.number().nullable().openapi({
      description: 'Mean of the whole days left of those not expired; null without any.',
      example: 61.5,
    }),
    certificate_authorities: z.int().openapi({ description: 'Different issuers.', example: 2 }),
    chain_validation_score: z.int().nullable().openapi({
      description: 'Percent, rounded down, of those ever reached that are trusted for their host now; null without any.',
      example: 97,
    }),
    certificates_added_this_month: z.int().openapi({ description: 'Since the first of the month, UTC.', example: 3 }),
    issuers: z
      .array(
        z.object({
          name: z.string().openapi({ example: "Let's Encrypt" }),
          count: z.int().openapi({ example: 30 }),
          percent: z.number().openapi({ example: 71.4 }),
        }),
      )
      .openapi({ description: 'Most certificates first, at most 50.' }),
  })
  .openapi('Analytics');

const routeAt = (path: '/v1/analytics' | '/v1/certificates/analytics', operationId: string, summary: string) =>
  createRoute({
    method: 'get',
    path,
    operationId,
    tags: ['Analytics'],
    summary,
    description: 'Counts are of this instant. Above 10,000 certificates average, issuers and this month are up to five minutes old.',
    security: [{ session: [] }],
    middleware: [signedIn] as const,
    responses: {
      200: { description: 'The figures.', content: { 'application/json': { schema: answer } } },
      ...errorResponses(...memberErrors),
    },
  });

const routes = [
  routeAt('/v1/analytics', 'getAnalytics', 'Risk and health'),
  routeAt('/v1/certificates/analytics', 'getCertificateAnalytics', 'Risk and health, at its other address'),
];

/** Stands before the operations with a certificate's id, of which `analytics` is none. */
export const serveAnalytics = (app: RestRouter): void => {
  for (const route of routes) {
    app.openapi(route, async (c) => {
      const figures = await getAnalytics(c.get('org'));
      return c.json(
        {
          risk_score: figures.riskScore,
          healthy_count: figures.healthy,
          expiring_count: figures.expiring,
          critical_count: figures.critical,
          total_certificates: figures.total,
          avg_days_to_expiry: figures.averageDaysLeft,
          certificate_authorities: figures.issuersTotal,
          chain_validation_score: figures.chainValidation,
          certificates_added_this_month: figures.addedThisMonth,
          issuers: [...figures.issuers],
        },
        200,
      );
    });
  }
};
