import { entitlementsOf, type PlanName } from '@notafter/domain';
import type { BillingDetails, PlanView } from '../types.ts';

export const someBilling = (given: Partial<BillingDetails> = {}): BillingDetails => ({
  clientReferenceId: 'ref',
  status: null,
  interval: null,
  trialEndsAt: null,
  periodEndsAt: null,
  cancelAtPeriodEnd: false,
  paymentFailedAt: null,
  graceEndsAt: null,
  portalUrl: null,
  offers: (['Essentials', 'Team', 'Enterprise'] as const).map((plan) => ({
    plan,
    monthlyUrl: `https://buy.example/${plan}/monthly?client_reference_id=ref`,
    annualUrl: `https://buy.example/${plan}/annual?client_reference_id=ref`,
    downgrade: null,
  })),
  ...given,
});

export const somePlan = (plan: PlanName, given: Partial<PlanView> = {}): PlanView => {
  const { certificateLimit, memberLimit, environmentLimit, setBy } = entitlementsOf(plan);
  return {
    plan,
    setBy,
    currentCertificates: 48,
    currentMembers: 3,
    pendingInvitations: 0,
    currentEnvironments: 2,
    limits: { certificates: certificateLimit, members: memberLimit, environments: environmentLimit },
    billing: someBilling(),
    downgrade: null,
    ...given,
  };
};
