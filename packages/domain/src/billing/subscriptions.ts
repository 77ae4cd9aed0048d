import { addMs, DAY_MS } from '../time.ts';
import { type BillingInterval, billingIntervals, type SoldPlan, soldPlans } from './checkout.ts';
import type { CheckoutCompleted, PaymentEvent, PaymentMade, PlanNames, SubscriptionChanged } from './payment-event.ts';

/** `essentials_monthly` ... `enterprise_annual`. */
const lookupKeys: ReadonlyMap<string, { readonly plan: SoldPlan; readonly interval: BillingInterval }> = new Map(
  soldPlans.flatMap((plan) => billingIntervals.map((interval) => [`${plan.toLowerCase()}_${interval}`, { plan, interval }] as const)),
);

/**
 * Returns the plan that a purchase names: `metadata.plan`, else the price's lookup key. Null for any other name: a plan that is not
 * sold is never given for money, and a misspelled one is not guessed.
 */
const planNamedBy = ({ metadataPlan, lookupKey }: PlanNames): SoldPlan | null => {
  if (metadataPlan !== null) return soldPlans.find((plan) => plan.toLowerCase() === metadataPlan.trim().toLowerCase()) ?? null;
  return lookupKeys.get(lookupKey ?? '')?.plan ?? null;
};

const intervalNamedBy = ({ lookupKey }: PlanNames): BillingInterval | null => lookupKeys.get(lookupKey ?? '')?.interval ?? null;

/** How long a plan continues after the first failed payment. */
export const GRACE_MS = 14 * DAY_MS;

export const graceEndsAt = (paymentFailedAt: Date): Date => addMs(paymentFailedAt, GRACE_MS);

/** One subscription from all its known events, in whatever order they arrived. */
export interface Subscription {
  readonly id: string;
  readonly customerId: string | null;
  /** Null if no event named a plan that is sold. */
  readonly plan: SoldPlan | null;
  readonly interval: BillingInterval | null;
  readonly status: string;
  readonly startedAt: Date;
  readonly trialEndsAt: Date | null;
  readonly periodEndsAt: Date | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly endedUnpaid: boolean;
  /** Since when a payment is due. */
  readonly paymentFailedAt: Date | null;
}

type Dated<Facts> = Facts & { readonly at: Date };
type Reported = CheckoutCompleted | SubscriptionChanged | PaymentMade;

/** In the order of a subscription's life: events of the same second have no order, and it never goes back. */
const statuses = ['incomplete', 'trialing', 'active', 'paused', 'past_due', 'unpaid', 'incomplete_expired', 'canceled'];

/** Order of events of the same second: changes of the subscription before payments, its end last. */
const rankOf = (facts: Reported): number => {
  if (facts.kind === 'checkout') return -1;
  if (facts.kind === 'payment') return facts.outcome === 'failed' ? statuses.length : statuses.length + 1;
  if (facts.change === 'deleted') return statuses.length + 2;
  return facts.change === 'created' ? 0 : statuses.indexOf(facts.status) + 1 / 2;
};

const subscriptionOf = ({ facts }: PaymentEvent): string | null => (facts.kind === 'other' ? null : facts.subscriptionId);

/** Each event once, in an order that does not depend on their arrival. */
const inOrder = (events: readonly PaymentEvent[]): Dated<Reported>[] => {
  const ordered = [...new Map(events.map((event) => [event.id, event])).values()].flatMap(({ id, createdAt, facts }) =>
    facts.kind === 'other' ? [] : [{ id, createdAt, facts, rank: rankOf(facts) }],
  );
  ordered.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.rank - b.rank || (a.id < b.id ? -1 : 1));
  return ordered.map(({ createdAt, facts }) => ({ ...facts, at: createdAt }));
};

/** Whether an event says that payments are current, that one is due, or neither. */
const paymentSignal = (facts: Reported): 'paid' | 'owed' | null => {
  if (facts.kind === 'payment') return facts.outcome === 'paid' ? 'paid' : 'owed';
  if (facts.kind === 'checkout') return null;
  if (facts.status === 'active' || facts.status === 'trialing') return 'paid';
  return facts.status === 'past_due' || facts.status === 'unpaid' ? 'owed' : null;
};

const owedSince = (events: readonly Dated<Reported>[]): Date | null => {
  let since: Date | null = null;
  for (const event of events) {
    const signal = paymentSignal(event);
    if (signal === 'paid') since = null;
    else if (signal === 'owed') since ??= event.at;
  }
  return since;
};

/** Facts of the checkout alone: enough to assign the paid plan until the subscription's events arrive. */
const fromCheckout = (id: string, { customerId, settled, at, ...names }: Dated<CheckoutCompleted>): Subscription => ({
  id,
  customerId,
  plan: planNamedBy(names),
  interval: intervalNamedBy(names),
  status: settled ? 'active' : 'incomplete',
  startedAt: at,
  trialEndsAt: null,
  periodEndsAt: null,
  cancelAtPeriodEnd: false,
  endedUnpaid: false,
  paymentFailedAt: null,
});

const describe = (id: string, events: readonly Dated<Reported>[]): Subscription | null => {
  const checkout = events.find((event) => event.kind === 'checkout');
  const changes = events.filter((event) => event.kind === 'subscription');
  // A canceled subscription never comes back, whatever a late event says.
  const latest = changes.findLast(({ change, status }) => change === 'deleted' || status === 'canceled') ?? changes.at(-1);
  if (latest === undefined) return checkout === undefined ? null : fromCheckout(id, checkout);
  const naming = changes.findLast((change) => planNamedBy(change) !== null) ?? checkout;
  return {
    id,
    customerId: latest.customerId ?? checkout?.customerId ?? null,
    plan: naming === undefined ? null : planNamedBy(naming),
    interval: latest.interval ?? intervalNamedBy(latest),
    status: latest.change === 'deleted' ? 'canceled' : latest.status,
    startedAt: latest.startedAt,
    trialEndsAt: latest.trialEndsAt,
    periodEndsAt: latest.periodEndsAt,
    cancelAtPeriodEnd: latest.cancelAtPeriodEnd,
    endedUnpaid: latest.endedUnpaid,
    paymentFailedAt: owedSince(events),
  };
};

/**
 * Returns every subscription in the events, newest first. The result depends on the set of events, not on their order or number
 * of deliveries.
 */
export const subscriptionsOf = (events: readonly PaymentEvent[]): Subscription[] => {
  const ids = new Set(events.map(subscriptionOf).filter((id) => id !== null));
  const ordered = inOrder(events);
  return [...ids]
    .flatMap(
      (id) =>
        describe(
          id,
          ordered.filter((event) => event.subscriptionId === id),
        ) ?? [],
    )
    .sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime() || (a.id < b.id ? 1 : -1));
};

/** Whether a subscription includes its plan at `now`: paid for, or within the grace period. */
export const isInForce = (subscription: Subscription, now: Date): boolean => {
  const { status, cancelAtPeriodEnd, periodEndsAt, paymentFailedAt, endedUnpaid } = subscription;
  if (status === 'trialing' || status === 'active') return !(cancelAtPeriodEnd && periodEndsAt !== null && periodEndsAt <= now);
  const inGrace = paymentFailedAt !== null && now < graceEndsAt(paymentFailedAt);
  // The payment event may arrive before the status that follows from it.
  if (status === 'past_due' || status === 'unpaid') return paymentFailedAt === null || inGrace;
  return status === 'canceled' && endedUnpaid && inGrace;
};

/** Returns the paid subscription with the largest plan; of equal ones the newest. */
export const subscriptionInForce = (
  subscriptions: readonly Subscription[],
  now: Date,
): (Subscription & { readonly plan: SoldPlan }) | null => {
  const size = (plan: SoldPlan): number => soldPlans.indexOf(plan);
  return subscriptions
    .flatMap((subscription) =>
      subscription.plan !== null && isInForce(subscription, now) ? [{ ...subscription, plan: subscription.plan }] : [],
    )
    .reduce<(Subscription & { readonly plan: SoldPlan }) | null>(
      (largest, next) => (largest === null || size(next.plan) > size(largest.plan) ? next : largest),
      null,
    );
};
