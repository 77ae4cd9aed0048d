import { z } from '@hono/zod-openapi';
import { endpointProtocols, frameworks } from '@notafter/domain';
import { getDashboardStats, getFacets, getWidgets } from '@notafter/features';
import { operation } from '../../../operation.ts';
import { instant, rowId } from '../../../wire/fields.ts';
import { answers } from '../../../wire/media.ts';

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

export const dashboardStatsOperation = operation(getDashboardStats, {
  method: 'get',
  path: '/v1/dashboard/stats',
  tag: 'Dashboard',
  summary: 'Counts by status',
  answers: answers('The counts and the health score.', stats),
});

const wireFacets = z
  .object({
    environments: z
      .array(z.object({ id: rowId(), name: z.string().openapi({ example: 'Production' }) }).openapi('EnvironmentFacet'))
      .openapi({ description: 'By name.' }),
    tags: z
      .array(
        z
          .object({
            tag: z.string().openapi({ description: '`name=value`.', example: 'team=web' }),
            count: z.int().openapi({ example: 12 }),
          })
          .openapi('TagFacet'),
      )
      .openapi({ description: 'The most frequent first, at most 100. Counted among the 5,000 tagged certificates that expire first.' }),
    protocols: z.array(z.enum(endpointProtocols)).openapi({ description: 'Those that endpoints have.', example: ['tls', 'smtp'] }),
  })
  .openapi('CertificateFacets');

export const facetsOperation = operation(getFacets, {
  method: 'get',
  path: '/v1/certificates/facets',
  tag: 'Certificates',
  summary: 'Get the filters of the list',
  description: 'The environments, tags and protocols that `GET /v1/certificates` can filter by.',
  answers: answers('The filters.', wireFacets),
});

const group = z.object({
  parent: z.string().openapi({ example: 'example.co.uk' }),
  names: z.int().openapi({ example: 6 }),
  individual_cost: z.int().openapi({ example: 900 }),
  wildcard_cost: z.int().openapi({ example: 500 }),
  saving: z.int().openapi({ example: 400 }),
});

const savings = z
  .object({
    names: z.int().openapi({ example: 8 }),
    individual_cost: z.int().openapi({ description: 'A certificate for every name.', example: 1200 }),
    wildcard_groups: z.int().openapi({ example: 1 }),
    extra_domains: z.int().openapi({ description: 'Names outside every group.', example: 2 }),
    grouped_cost: z.int().openapi({ description: 'A wildcard for every group, a certificate for every extra domain.', example: 800 }),
    savings: z.int().openapi({ description: 'Of the groups where a wildcard is cheaper.', example: 400 }),
    groups: z.array(group).openapi({ description: 'The 20 that save most.' }),
    assumptions: z.object({ individual: z.int().openapi({ example: 150 }), wildcard: z.int().openapi({ example: 500 }) }),
  })
  .openapi('CostSavings', { description: 'US dollars a year, an estimate.' });

const wireWidgets = z
  .object({
    seen: z.int().openapi({ description: 'Certificates ever seen.', example: 8 }),
    issuers: z
      .array(
        z.object({
          name: z.string().openapi({ example: "Let's Encrypt" }),
          count: z.int().openapi({ example: 6 }),
          percent: z.number().openapi({ example: 75 }),
        }),
      )
      .openapi({ description: 'Most certificates first, at most 50.' }),
    issuers_total: z.int().openapi({ example: 2 }),
    compliance: z.array(
      z.object({
        framework: z.enum(frameworks),
        rule: z.string().openapi({ example: 'Valid, not expired and from a known issuer' }),
        compliant: z.int().openapi({ example: 7 }),
        total: z.int().openapi({ example: 8 }),
        percent: z.int().nullable().openapi({ description: 'Rounded down.', example: 87 }),
        level: z.enum(['Compliant', 'Partial', 'Non-compliant']).nullable().openapi({ example: 'Partial' }),
      }),
    ),
    savings,
    computed_at: instant().openapi({ description: 'Of issuers and savings: up to five minutes old above 10,000 certificates.' }),
  })
  .openapi('Widgets');

export const widgetsOperation = operation(getWidgets, {
  method: 'get',
  path: '/v1/certificates/widgets',
  tag: 'Certificates',
  summary: 'Issuers, compliance and cost savings',
  answers: answers('The figures.', wireWidgets),
});
