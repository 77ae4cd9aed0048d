import { z } from '@hono/zod-openapi';
import { isPlanName } from '@notafter/domain';
import { getPlan } from '@notafter/features';
import { type Operation, operation } from '../../operation.ts';
import { answers } from '../../wire/media.ts';
import { planOf, wirePlan } from './plan-wire.ts';
import { recordPaymentEventOperation } from './webhook.ts';

export const billingOperations: readonly Operation[] = [
  operation(getPlan, {
    method: 'get',
    path: '/v1/billing/plan',
    tag: 'Billing',
    summary: 'Get the plan',
    description: 'The current plan and its use. Admins also get checkout and payment details.',
    query: z.object({
      target: z
        .string()
        .refine(isPlanName, 'is not the name of a plan')
        .optional()
        .openapi({ description: 'A plan to change to.', example: 'Essentials' }),
    }),
    // It gives a buyer the reference of the checkout.
    writes: true,
    input: ({ target }) => (target === undefined ? {} : { target }),
    answers: answers('Plan and use.', wirePlan),
    view: planOf,
  }),
  recordPaymentEventOperation,
];
