import { z } from '@hono/zod-openapi';
import { getAnalytics, getExpiries } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { answers } from '../../wire/media.ts';

const wireAnalytics = z
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

const operationAt = (path: '/v1/analytics' | '/v1/certificates/analytics', id: string, summary: string): Operation =>
  operation(getAnalytics, {
    method: 'get',
    path,
    id,
    tag: 'Analytics',
    summary,
    description: 'Counts are of this instant. Above 10,000 certificates average, issuers and this month are up to five minutes old.',
    answers: answers('The figures.', wireAnalytics),
    view: ({ healthy, expiring, critical, total, averageDaysLeft, issuersTotal, chainValidation, addedThisMonth, ...figures }) => ({
      ...figures,
      healthyCount: healthy,
      expiringCount: expiring,
      criticalCount: critical,
      totalCertificates: total,
      avgDaysToExpiry: averageDaysLeft,
      certificateAuthorities: issuersTotal,
      chainValidationScore: chainValidation,
      certificatesAddedThisMonth: addedThisMonth,
    }),
  });

const wireExpiries = z
  .object({
    expiries: z
      .array(
        z
          .object({
            month: z.string().openapi({ description: 'A month of UTC.', example: '2027-01' }),
            count: z.int().openapi({ example: 3 }),
          })
          .openapi('MonthOfExpiries'),
      )
      .openapi({ description: 'Twelve months, the current one first.' }),
  })
  .openapi('Expiries');

/** They come before the operations with a certificate's id, of which `analytics` is none. */
export const analyticsOperations: readonly Operation[] = [
  operationAt('/v1/analytics', 'getAnalytics', 'Risk and health'),
  operationAt('/v1/certificates/analytics', 'getCertificateAnalytics', 'Risk and health, at its other address'),
  operation(getExpiries, {
    method: 'get',
    path: '/v1/analytics/expiries',
    tag: 'Analytics',
    summary: 'Get expiries by month',
    description: 'How many certificates expire in each month. Those that have expired this month count too.',
    answers: answers('The months.', wireExpiries),
  }),
];
