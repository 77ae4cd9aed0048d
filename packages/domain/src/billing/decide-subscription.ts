import { isPlanName, plans } from '../plans/plans.ts';
import type { BillingInterval, SoldPlan } from './checkout.ts';
import type { PaymentEvent } from './payment-event.ts';
import { subscriptionInForce, subscriptionsOf } from './subscriptions.ts';

/** What is kept of an organization's subscriptions: the one in force, else the newest. */
export interface BillingAccount {
  /** What the subscriptions give; null: nothing. */
  readonly plan: SoldPlan | null;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly status: string | null;
  readonly interval: BillingInterval | null;
  readonly trialEndsAt: Date | null;
  readonly periodEndsAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly paymentFailedAt: Date | null;
  /** When the provider made the newest event that is known. */
  readonly appliedEventAt: Date | null;
}

export interface SubscriptionDecision {
  readonly account: BillingAccount;
  /** The organization's plan from now on; null where it stays as it is. */
  readonly newPlan: string | null;
}

const accountFrom = (events: readonly PaymentEvent[], now: Date): BillingAccount => {
  const all = subscriptionsOf(events);
  const inForce = subscriptionInForce(all, now);
  // What names no plan that is sold is no subscription of ours.
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
 * What the organization's plan becomes; null: it stays. Only a change of what the subscriptions give moves it, so that a plan which
 * the operator set by hand lasts through renewals and stragglers. A plan that is the operator's to give (Starter, Professional,
 * Business, Self-hosted) yields to a new purchase alone.
 */
const planAfter = (stored: string, before: BillingAccount, after: BillingAccount): string | null => {
  if (before.plan === after.plan) return null;
  const isPurchase = before.plan === null && (after.subscriptionId !== before.subscriptionId || before.status === 'incomplete');
  if (isPlanName(stored) && plans[stored].setBy === 'operator' && !isPurchase) return null;
  const next = after.plan ?? 'Forever Free';
  return next === stored ? null : next;
};

/**
 * What an organization's account and plan become with `events`, all that are known of it, at `now`. The account depends on the set
 * of events alone: replays and disorder change nothing. `before` is the account as stored, `storedPlan` the organization's.
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
