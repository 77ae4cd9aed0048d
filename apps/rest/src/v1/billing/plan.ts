import { createRoute, z } from '@hono/zod-openapi';
import { isPlanName } from '@notafter/domain';
import { getPlan } from '@notafter/features';
import { errorResponses, memberErrors } from '../../errors/error-responses.ts';
import { type RestRouter, readsOnlyByHead, signedIn } from '../../rest-environment.ts';
import { toWirePlan, wirePlan } from './plan-wire.ts';

const query = z.object({
  target: z
    .string()
    .refine(isPlanName, 'is not the name of a plan')
    .optional()
    .openapi({ description: 'A plan to change to.', example: 'Essentials' }),
});

const route = createRoute({
  method: 'get',
  path: '/v1/billing/plan',
  operationId: 'getPlan',
  tags: ['Billing'],
  summary: 'Get the plan',
  description: 'The current plan and its use. Admins also get checkout and payment details.',
  security: [{ session: [] }],
  middleware: [signedIn, readsOnlyByHead] as const,
  request: { query },
  responses: {
    200: { description: 'Plan and use.', content: { 'application/json': { schema: wirePlan } } },
    ...errorResponses(...memberErrors, 'invalid_input'),
  },
});

export const serveGetPlan = (app: RestRouter): void => {
  app.openapi(route, async (c) => {
    const { target } = c.req.valid('query');
    return c.json(toWirePlan(await getPlan(c.get('org'), target === undefined ? {} : { target })), 200);
  });
};
