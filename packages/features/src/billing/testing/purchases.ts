import type { PaymentEvent, PaymentFacts, SubscriptionChanged } from '@notafter/domain';
import { addMs, DAY_MS, SECOND_MS } from '@notafter/domain';
import { makeRequestContext, type TestSystemContext } from '@notafter/testing';
import { getPlan } from '../get-plan.ts';
import { type RecordedPayment, recordPaymentEvent } from '../record-payment-event.ts';

type OrgOf = Parameters<typeof getPlan>[0];

let made = 0;

export const paymentEvent = (createdAt: Date, facts: PaymentFacts): PaymentEvent => {
  made += 1;
  return { id: `evt_${String(made).padStart(6, '0')}`, type: `test.${facts.kind}`, createdAt, facts };
};

/** Delivers an event as the provider does, in a request without an actor. */
export const deliver = (ctx: TestSystemContext, event: PaymentEvent): Promise<RecordedPayment> =>
  recordPaymentEvent(makeRequestContext(ctx), { rawBody: new Uint8Array(), signature: ctx.gateways.payments.sign(event) });

export interface Purchase {
  readonly checkout: PaymentEvent;
  /** The subscription as it is `seconds` after the purchase. */
  change(seconds: number, facts?: Partial<Omit<SubscriptionChanged, 'kind'>>): PaymentEvent;
  payment(seconds: number, outcome: 'paid' | 'failed'): PaymentEvent;
}

let purchases = 0;

/** A monthly Team plan, bought with the organization's reference. */
export const purchaseOf = async (org: OrgOf): Promise<Purchase> => {
  const { billing } = await getPlan(org);
  if (billing === null) throw new Error('This person cannot buy.');
  return purchaseBy(billing.clientReferenceId, org.clock.now());
};

export const purchaseBy = (reference: string | null, at: Date): Purchase => {
  purchases += 1;
  const [customerId, subscriptionId] = [`cus_${purchases}`, `sub_${purchases}`];
  return {
    checkout: paymentEvent(at, {
      kind: 'checkout',
      reference,
      customerId,
      subscriptionId,
      settled: true,
      metadataPlan: null,
      lookupKey: null,
    }),
    change: (seconds, facts = {}) =>
      paymentEvent(addMs(at, seconds * SECOND_MS), {
        kind: 'subscription',
        change: 'updated',
        subscriptionId,
        customerId,
        status: 'active',
        interval: 'monthly',
        startedAt: at,
        trialEndsAt: null,
        periodEndsAt: addMs(at, 30 * DAY_MS),
        cancelAtPeriodEnd: false,
        endedUnpaid: false,
        metadataPlan: null,
        lookupKey: 'team_monthly',
        ...facts,
      }),
    payment: (seconds, outcome) => paymentEvent(addMs(at, seconds * SECOND_MS), { kind: 'payment', outcome, subscriptionId, customerId }),
  };
};
