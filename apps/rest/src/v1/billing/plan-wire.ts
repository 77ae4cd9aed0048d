import { z } from '@hono/zod-openapi';
import { soldPlans } from '@notafter/domain';
import type { BillingDetails, PlanView } from '@notafter/features';
import { instant } from '../../wire/fields.ts';

const limit = () => z.int().nullable().openapi({ description: 'Null: unlimited.', example: 150 });
const address = () => z.url().nullable().openapi({ description: 'Null where the operator named none.' });

const subscription = z
  .object({
    status: z.string().openapi({ description: 'The payment provider\u2019s word.', example: 'active' }),
    interval: z.enum(['monthly', 'annual']).nullable(),
    trial_ends_at: instant().nullable(),
    period_ends_at: instant().nullable(),
    cancel_at_period_end: z.boolean().openapi({ description: 'The plan ends with the period.' }),
    payment_failed_at: instant().nullable().openapi({ description: 'Since when a payment is owed.' }),
    grace_ends_at: instant().nullable().openapi({ description: 'When the plan ends unless that payment is made.' }),
  })
  .openapi('Subscription');

export const wirePlan = z
  .object({
    plan: z.string().openapi({ example: 'Team' }),
    set_by: z.enum(['default', 'operator', 'checkout']).openapi({ description: 'Who gives this plan.' }),
    current_certificates: z.int(),
    current_members: z.int(),
    pending_invitations: z.int().openapi({ description: 'Each takes a seat.' }),
    current_environments: z.int(),
    limits: z.object({ certificates: limit(), members: limit(), environments: limit() }),
    client_reference_id: z
      .string()
      .optional()
      .openapi({ description: 'Names the organization to the payment provider. Admins only.', example: 'q7mC0nq2YbX4l0eZkq9hT1aW' }),
    subscription: subscription.nullable().optional().openapi({ description: 'Null before the first purchase. Admins only.' }),
    checkout: z
      .array(z.object({ plan: z.enum(soldPlans), monthly_url: address(), annual_url: address() }))
      .optional()
      .openapi({ description: 'Hosted checkouts for the caller. Admins only.' }),
    portal_url: address().optional(),
    downgrade: z
      .object({ certificates_to_remove: z.int(), current_count: z.int(), new_plan_limit: z.int() })
      .optional()
      .openapi({ description: 'With `target`, where the certificates do not fit into that plan.' }),
  })
  .openapi('BillingPlan');

/** Admins see how the plan is paid; `limits` and the figures are everyone's. */
export const planOf = ({ billing, downgrade, ...view }: PlanView) => ({
  ...view,
  ...(billing === null ? {} : billingOf(billing)),
  ...(downgrade === null ? {} : { downgrade }),
});

const billingOf = ({ clientReferenceId, offers, portalUrl, status, ...subscription }: BillingDetails) => ({
  clientReferenceId,
  subscription: status === null ? null : { ...subscription, status },
  checkout: offers,
  portalUrl,
});
