import { randomUUID } from 'node:crypto';
import { DAY_MS, SECOND_MS } from '@notafter/domain';
import Stripe from 'stripe';
import { WEBHOOK_SECRET } from './checkout-stand-in.ts';
import type { TestServer } from './test-server.ts';

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

const seconds = (at: Date): number => Math.floor(at.getTime() / SECOND_MS);

/** Sends an event as Stripe does; with another secret, as an attacker would. Returns the status. */
export const sendStripe = async ({ url }: TestServer, event: StripeEvent, secret = WEBHOOK_SECRET): Promise<number> => {
  const body = JSON.stringify({ object: 'event', ...event });
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret });
  const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature };
  return (await fetch(`${url}/v1/billing/webhook`, { method: 'POST', headers, body })).status;
};

export interface StripePurchase {
  readonly checkout: StripeEvent;
  subscription(change: 'created' | 'updated' | 'deleted', fields?: Readonly<Record<string, unknown>>, at?: Date): StripeEvent;
  invoice(type: 'invoice.paid' | 'invoice.payment_failed', at?: Date): StripeEvent;
}

/** Stripe's events of one purchase, in the shape of its current API version. */
export const stripePurchase = (reference: string, lookupKey: string, boughtAt: Date): StripePurchase => {
  const id = randomUUID().replaceAll('-', '');
  const [customer, subscription] = [`cus_${id}`, `sub_${id}`];
  const event = (type: string, object: Readonly<Record<string, unknown>>, at: Date): StripeEvent => ({
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    type,
    created: seconds(at),
    data: { object },
  });
  const price = { lookup_key: lookupKey, recurring: { interval: lookupKey.endsWith('annual') ? 'year' : 'month' } };
  const present = {
    id: subscription,
    customer,
    status: 'active',
    created: seconds(boughtAt),
    cancel_at: null,
    cancel_at_period_end: false,
    trial_end: null,
    metadata: {},
    items: { data: [{ price, current_period_end: seconds(boughtAt) + (30 * DAY_MS) / SECOND_MS }] },
  };
  return {
    checkout: event(
      'checkout.session.completed',
      { customer, subscription, client_reference_id: reference, payment_status: 'paid', metadata: {} },
      boughtAt,
    ),
    subscription: (change, fields = {}, at = boughtAt) => event(`customer.subscription.${change}`, { ...present, ...fields }, at),
    invoice: (type, at = boughtAt) => event(type, { customer, parent: { subscription_details: { subscription } } }, at),
  };
};
