import type { BillingInterval, PaymentFacts, PlanNames } from '@notafter/domain';

// Events have the shape of the endpoint's API version, not of the SDK's, so fields are read one by one.

type Fields = Readonly<Record<string, unknown>>;

const MS = 1000;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** An ID, or the object if the endpoint expands it. */
const idOf = (value: unknown): string | null => textOf(value) ?? textOf(fieldsOf(value).id);

/** Stripe's seconds since 1970. */
const instantOf = (value: unknown): Date | null => (typeof value === 'number' && Number.isSafeInteger(value) ? new Date(value * MS) : null);

const intervals: Readonly<Record<string, BillingInterval>> = { month: 'monthly', year: 'annual' };

const itemsOf = (subscription: Fields): Fields[] => {
  const { data } = fieldsOf(subscription.items);
  return Array.isArray(data) ? data.map(fieldsOf) : [];
};

const planNamesOf = (object: Fields, prices: readonly Fields[] = []): PlanNames => ({
  metadataPlan: textOf(fieldsOf(object.metadata).plan),
  lookupKey: prices.map(({ lookup_key }) => textOf(lookup_key)).find((key) => key !== null) ?? null,
});

const checkoutFacts = (session: Fields): PaymentFacts => ({
  kind: 'checkout',
  reference: textOf(session.client_reference_id),
  customerId: idOf(session.customer),
  subscriptionId: idOf(session.subscription),
  settled: session.payment_status !== 'unpaid',
  ...planNamesOf(session),
});

const subscriptionFacts = (subscription: Fields, change: 'created' | 'updated' | 'deleted', at: Date): PaymentFacts => {
  const subscriptionId = textOf(subscription.id);
  if (subscriptionId === null) return { kind: 'other' };
  const items = itemsOf(subscription);
  const prices = items.map(({ price }) => fieldsOf(price));
  const every = textOf(fieldsOf(prices[0]?.recurring).interval);
  // Since API version 2025-03-31, items have the period; in later versions, a cancellation date replaces the flag.
  const period = instantOf(subscription.current_period_end) ?? instantOf(items[0]?.current_period_end);
  const cancelsAt = instantOf(subscription.cancel_at);
  return {
    kind: 'subscription',
    change,
    subscriptionId,
    customerId: idOf(subscription.customer),
    status: textOf(subscription.status) ?? 'incomplete',
    interval: (every === null ? undefined : intervals[every]) ?? null,
    startedAt: instantOf(subscription.created) ?? at,
    trialEndsAt: instantOf(subscription.trial_end),
    periodEndsAt: cancelsAt ?? period,
    cancelAtPeriodEnd: subscription.cancel_at_period_end === true || cancelsAt !== null,
    endedUnpaid: fieldsOf(subscription.cancellation_details).reason === 'payment_failed',
    ...planNamesOf(subscription, prices),
  };
};

/** Returns the subscription of an invoice; since API version 2025-03-31 it is below `parent`. */
const subscriptionOfInvoice = (invoice: Fields): string | null =>
  idOf(invoice.subscription) ?? idOf(fieldsOf(fieldsOf(invoice.parent).subscription_details).subscription);

const paymentFacts = (invoice: Fields, outcome: 'paid' | 'failed'): PaymentFacts => ({
  kind: 'payment',
  outcome,
  subscriptionId: subscriptionOfInvoice(invoice),
  customerId: idOf(invoice.customer),
});

/** Returns the plan facts of a Stripe event; `other` for types without any. */
export const stripeFacts = (type: string, object: unknown, at: Date): PaymentFacts => {
  const fields = fieldsOf(object);
  switch (type) {
    case 'checkout.session.completed':
      return checkoutFacts(fields);
    case 'customer.subscription.created':
      return subscriptionFacts(fields, 'created', at);
    case 'customer.subscription.updated':
      return subscriptionFacts(fields, 'updated', at);
    case 'customer.subscription.deleted':
      return subscriptionFacts(fields, 'deleted', at);
    case 'invoice.paid':
      return paymentFacts(fields, 'paid');
    case 'invoice.payment_failed':
      return paymentFacts(fields, 'failed');
    default:
      return { kind: 'other' };
  }
};
