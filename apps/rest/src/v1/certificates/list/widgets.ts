import { createRoute, z } from '@hono/zod-openapi';
import { frameworks } from '@notafter/domain';
import { getWidgets } from '@notafter/features';
import { errorResponses, memberErrors } from '../../../errors/error-responses.ts';
import { type RestRouter, signedIn } from '../../../rest-environment.ts';
import { instant } from '../../../wire/fields.ts';

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

const answer = z
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

const route = createRoute({
  method: 'get',
  path: '/v1/certificates/widgets',
  operationId: 'getWidgets',
  tags: ['Certificates'],
  summary: 'Issuers, compliance and cost savings',
  security: [{ session: [] }],
  middleware: [signedIn] as const,
  responses: {
    200: { description: 'The figures.', content: { 'application/json': { schema: answer } } },
    ...errorResponses(...memberErrors),
  },
});

export const serveWidgets = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { seen, issuers, issuersTotal, compliance, savings: estimate, computedAt } = await getWidgets(c.get('org'));
    const { names, individualCost, wildcardGroups, extraDomains, groupedCost, groups, assumptions } = estimate;
    return c.json(
      {
        seen,
        issuers: [...issuers],
        issuers_total: issuersTotal,
        compliance: [...compliance],
        savings: {
          names,
          individual_cost: individualCost,
          wildcard_groups: wildcardGroups,
          extra_domains: extraDomains,
          grouped_cost: groupedCost,
          savings: estimate.savings,
          groups: groups.map((found) => ({
            parent: found.parent,
            names: found.names,
            individual_cost: found.individualCost,
            wildcard_cost: found.wildcardCost,
            saving: found.saving,
          })),
          assumptions,
        },
        computed_at: computedAt.toISOString(),
      },
      200,
    );
  });
};
