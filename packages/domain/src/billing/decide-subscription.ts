import { isPlanName, plans } from '../plans/plans.ts';
import type { BillingInterval, SoldPlan } from './checkout.ts';
import type { PaymentEvent } from './payment-event.ts';
import { subscriptionInForce, subscriptionsOf } from './subscriptions.ts';

/** The stored state of an organization's subscriptions: the current one, else the newest. */
export interface BillingAccount {
  /** The plan that the subscriptions include; null: none. */
  readonly plan: SoldPlan | null;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly status: string | null;
  readonly interval: BillingInterval | null;
  readonly trialEndsAt: Date | null;
  readonly periodEndsAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly paymentFailedAt: Date | null;
  /** The provider's time of the newest known event. */
  readonly appliedEventAt: Date | null;
}

export interface SubscriptionDecision {
  readonly account: BillingAccount;
  /** The organization's plan from now on; null if it does not change. */
  readonly newPlan: string | null;
}

const accountFrom = (events: readonly PaymentEvent[], now: Date): BillingAccount => {
  const all = subscriptionsOf(events);
  const inForce = subscriptionInForce(all, now);
  // A subscription without a plan that is sold is not ours.
  const shown = inForce ?? all.find(({ plan }) => plan !== null);
  const latest = events.reduce<Date | null>((newest, { createdAt }) => (newest === null || createdAt > newest ? createdAt : newest), null);
  return {
    plan: inForce?.plan ?? null,
    customerId: shown?.customerId ?? null,
    subscriptionId: shown?.id ?? null,
    status: shown?.status ?? null,
    interval: shown?.interval ?? null,
    trialEndsAt: shown?.trialEndsAt ?? null,
    periodEndsAt: shown?.periodEndsAt ?? null,
    cancelAtPeriodEnd: shown?.cancelAtPeriodEnd ?? false,
    paymentFailedAt: shown?.paymentFailedAt ?? null,
    appliedEventAt: latest,
  };
};

/**
 * Returns the organization's new plan; null: unchanged. Only a change of the subscriptions changes it, so that a plan which the
 * operator set by hand lasts through renewals and late events. A plan that only the operator assigns (Starter, Professional,
 * Business, Self-hosted) yields only to a new purchase.
 */
const planAfter = (stored: string, before: BillingAccount, after: BillingAccount): string | null => {
  if (before.plan === after.plan) return null;
  const isPurchase = before.plan === null && (after.subscriptionId !== before.subscriptionId || before.status === 'incomplete');
  if (isPlanName(stored) && plans[stored].setBy === 'operator' && !isPurchase) return null;
  const next = after.plan ?? 'Forever Free';
  return next === stored ? null : next;
};

/**
 * Returns an organization's account and plan from `events`, all that are known, at `now`. The account depends only on the set of
 * events: replays and disorder change nothing. `before` is the account as stored, `storedPlan` the organization's plan.
 */
export const decideSubscription = (
  storedPlan: string,
  before: BillingAccount,
  events: readonly PaymentEvent[],
  now: Date,
): SubscriptionDecision => {
  const account = accountFrom(events, now);
  return { account, newPlan: planAfter(storedPlan, before, account) };
};
