import { type BillingInterval, billingIntervals, type SoldPlan, soldPlans } from './checkout.ts';
import type { PlanNames } from './payment-event.ts';

/** `essentials_monthly` ... `enterprise_annual`. */
const lookupKeys: ReadonlyMap<string, { readonly plan: SoldPlan; readonly interval: BillingInterval }> = new Map(
  soldPlans.flatMap((plan) => billingIntervals.map((interval) => [`${plan.toLowerCase()}_${interval}`, { plan, interval }] as const)),
);

/**
 * Returns the plan that a purchase names: `metadata.plan`, else the price's lookup key. Null for any other name: a plan that is not
 * sold is never given for money, and a misspelled one is not guessed.
 */
export const planNamedBy = ({ metadataPlan, lookupKey }: PlanNames): SoldPlan | null => {
  if (metadataPlan !== null) return soldPlans.find((plan) => plan.toLowerCase() === metadataPlan.trim().toLowerCase()) ?? null;
  return lookupKeys.get(lookupKey ?? '')?.plan ?? null;
};

export const intervalNamedBy = ({ lookupKey }: PlanNames): BillingInterval | null => lookupKeys.get(lookupKey ?? '')?.interval ?? null;
