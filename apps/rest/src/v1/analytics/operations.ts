import { z } from '@hono/zod-openapi';
import { certificateStatuses, orList, timelineWindows, trendDays } from '@notafter/domain';
import { exportTrends, getAnalytics, getExpiries, getTeamAnalytics, getTimeline, listTrends } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { orgOf } from '../../rest-environment.ts';
import { instant, rowId } from '../../wire/fields.ts';
import { answers, answersFile } from '../../wire/media.ts';
import { mapperTo } from '../../wire/names.ts';
import { fileHeaders, formatParameter, streamPages } from '../../wire/paged-file.ts';
import { cryptographyOperations } from './cryptography.ts';
import { evidenceOperation } from './evidence.ts';
import { readinessOperations } from './readiness.ts';

const wireAnalytics = z
  .object({
    risk_score: z.int().openapi({
      description: '40 for each expired, 25 for each critical and 10 for each warning certificate; at most 100.',
      example: 35,
    }),
    health_score: z.int().openapi({
      description: '100 less 30 for each expired, 15 for each critical and 5 for each warning certificate; at least 0.',
      example: 80,
    }),
    expired_count: z.int().openapi({ example: 0 }),
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
    view: ({
      expired,
      healthy,
      expiring,
      critical,
      total,
      averageDaysLeft,
      issuersTotal,
      chainValidation,
      addedThisMonth,
      ...figures
    }) => ({
      ...figures,
      expiredCount: expired,
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

const dollars = (description: string, example: number) =>
  z.number().openapi({ description: `${description} In US dollars a year.`, example });

const wireTeamAnalytics = z
  .object({
    lifecycle: z
      .array(
        z.object({
          text: z.string().openapi({ example: 'Up to 90 days' }),
          up_to_days: z.int().nullable().openapi({ description: 'The longest lifetime of this band; null: no end.', example: 90 }),
          count: z.int().openapi({ example: 31 }),
        }),
      )
      .openapi({ description: 'Certificates ever seen, by the days from notBefore to notAfter, the shortest first.' }),
    cost: z.object({
      annual: dollars('A wildcard for each group of names below one registrable domain, a certificate for each other name.', 3100),
      individual: dollars('A certificate for every name.', 4650),
      savings: dollars('Below 0 if single certificates are cheaper.', 1550),
      savings_percent: z.int().openapi({ description: 'Of `individual`, rounded down.', example: 33 }),
      names: z.int().openapi({ example: 31 }),
      wildcard_groups: z.int().openapi({ example: 7 }),
      extra_domains: z.int().openapi({ description: 'Names outside every group.', example: 20 }),
      assumptions: z.object({
        wildcard_group: dollars('For one group.', 300),
        extra_domain: dollars('For one name outside every group.', 50),
        individual: dollars('For one name alone.', 150),
      }),
    }),
  })
  .openapi('TeamAnalytics');

const windowTexts = timelineWindows.map(String);

const wireTimeline = z
  .object({
    days: z.int().openapi({ example: 90 }),
    total: z.int().openapi({ description: 'Certificates that expire within the window.', example: 203 }),
    segments: z
      .array(
        z.object({
          from: instant(),
          until: instant(),
          count: z.int().openapi({ example: 21 }),
          status: z.enum(certificateStatuses).nullable().openapi({ description: 'Of the first to expire.', example: 'warning' }),
          certificates: z
            .array(z.object({ id: rowId(), domain: z.string().openapi({ example: 'shop.example' }), expires_at: instant() }))
            .openapi({ description: 'The first that expire, at most three.' }),
        }),
      )
      .openapi({ description: 'Ten, one after the other. The first begins now, the others at midnight, UTC.' }),
  })
  .openapi('Timeline');

const count = (description: string, example: number) => z.int().openapi({ description, example });
const wireDay = z
  .object({
    day: z.string().openapi({ description: 'A day in UTC.', example: '2026-11-25' }),
    total: count('Monitored endpoints at its end.', 312),
    expired: count('Of these, expired.', 0),
    critical: count('Of these, with 0 to 7 days left.', 1),
    warning: count('Of these, with 8 to 30 days left.', 2),
    valid: count('Of these, with more than 30 days left.', 309),
    unreachable: count('Of these, unreachable.', 3),
    health_score: count('SSL Health Score, 0 to 100.', 75),
    risk_score: count('Security Risk Score, 0 to 100.', 45),
    late: count('Endpoints whose renewal was late.', 1),
    renewals: count('Renewals seen on this day.', 4),
    issuers_total: count('Different issuers.', 5),
    issuers: z
      .array(z.object({ name: z.string().openapi({ example: "Let's Encrypt" }), count: z.int().openapi({ example: 171 }) }))
      .openapi({ description: 'Most certificates first, at most ten.' }),
    groups: z
      .record(z.string(), z.int())
      .openapi({ description: 'Endpoints per key exchange group, as far as known.', example: { X25519MLKEM768: 280, X25519: 32 } }),
  })
  .openapi('DayOfTrends');
const toWireDay = mapperTo(wireDay);
const wireTrends = z
  .object({
    trends: z.array(wireDay).openapi({ description: 'The earliest first. A day on which the server did not run is missing.' }),
  })
  .openapi('Trends');
const trendTexts = trendDays.map(String);

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
  operation(getTeamAnalytics, {
    method: 'get',
    path: '/v1/analytics/team',
    tag: 'Analytics',
    summary: 'Get lifetimes and estimated cost',
    description: 'An estimate: actual savings may vary. Above 10,000 certificates up to five minutes old.',
    answers: answers('The figures.', wireTeamAnalytics),
  }),
  operation(getTimeline, {
    method: 'get',
    path: '/v1/analytics/timeline',
    tag: 'Analytics',
    summary: 'Get the timeline of expiries',
    query: z.object({
      days: z
        .enum(windowTexts, `must be ${orList(windowTexts)}`)
        .optional()
        .openapi({ description: 'The window. Left out: 90.', example: '90', param: { name: 'days', in: 'query' } }),
    }),
    input: ({ days }) => ({ days: timelineWindows.find((window) => String(window) === days) ?? 90 }),
    answers: answers('The timeline.', wireTimeline),
  }),
  operation(listTrends, {
    method: 'get',
    path: '/v1/analytics/trends',
    tag: 'Analytics',
    summary: 'List days of the past',
    description: 'One row a day, written after its end.',
    query: z.object({
      days: z
        .enum(trendTexts, `must be ${orList(trendTexts)}`)
        .optional()
        .openapi({ description: 'How many days. Left out: 30.', example: '30', param: { name: 'days', in: 'query' } }),
    }),
    input: ({ days }) => ({ days: trendDays.find((one) => String(one) === days) ?? 30 }),
    answers: answers('The days.', wireTrends),
  }),
  ...readinessOperations,
  ...cryptographyOperations,
  evidenceOperation,
  operation(exportTrends, {
    method: 'get',
    path: '/v1/analytics/trends/export',
    tag: 'Analytics',
    summary: 'Export every recorded day',
    description: 'The earliest first. In CSV a cell that a spreadsheet would run as a formula begins with an apostrophe.',
    query: z.object({ format: formatParameter }),
    answers: answersFile(wireTrends, {
      schema: z.string(),
      example:
        "day,total,expired,critical,warning,valid,unreachable,health_score,risk_score,late,renewals,issuers_total,issuers,groups\r\n2026-11-25,312,0,1,2,309,3,75,45,1,4,5,Let's Encrypt=171,X25519MLKEM768=280\r\n",
    }),
    respond: (first, { format = 'json' }, c) => {
      const file = streamPages({
        format,
        first,
        frame: ['{"trends":[', ']}\n'],
        rowsOf: ({ trends }) => trends.map(toWireDay),
        next: async () => first,
      });
      return c.body(file, 200, fileHeaders('trends', orgOf(c).clock.now(), format));
    },
  }),
];
