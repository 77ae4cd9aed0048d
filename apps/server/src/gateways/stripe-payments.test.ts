import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { createStripePayments } from './stripe-payments.ts';

const secret = 'whsec_a_secret_for_tests';
const now = new Date('2026-11-10T12:00:00.000Z');
const seconds = now.getTime() / 1000;
const payments = createStripePayments({ webhookSecret: secret, portalUrl: null });

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const sign = (payload: string, { at = seconds, by = secret } = {}): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp: at });
const bodyOf = (type: string, object: unknown): string =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, created: seconds, data: { object } });
const factsOf = async (type: string, object: unknown) => {
  const body = bodyOf(type, object);
  const verified = await payments.verify(bytes(body), sign(body), now);
  return verified.kind === 'genuine' ? verified.event.facts : verified;
};

describe('a signature', () => {
  const body = bodyOf('invoice.paid', { customer: 'cus_1' });

  it('over the raw body authenticates an event', async () => {
    expect(await payments.verify(bytes(body), sign(body), now)).toEqual({
      kind: 'genuine',
      event: {
        id: 'evt_1',
        type: 'invoice.paid',
        createdAt: now,
        facts: { kind: 'payment', outcome: 'paid', subscriptionId: null, customerId: 'cus_1' },
      },
    });
  });

  it.each([
    ['of another secret', body, sign(body, { by: 'whsec_another' })],
    ['of another body', `${body} `, sign(body)],
    ['of the same JSON in another format', JSON.stringify(JSON.parse(body), null, 1), sign(body)],
    ['older than 300 s', body, sign(body, { at: seconds - 301 })],
    ['that is invalid', body, 't=1,v1=00'],
    ['of an older scheme alone', body, sign(body).replace('v1=', 'v0=')],
    ['that is missing', body, null],
    ['that is empty', body, ''],
    ['over nothing', '', sign('')],
    ['over invalid JSON', '{', sign('{')],
    ['over an object that is not an event', '{}', sign('{}')],
    ['over null', 'null', sign('null')],
  ])('%s refuses it', async (_what, given, signature) => {
    expect((await payments.verify(bytes(given), signature, now)).kind).toBe('refused');
  });

  it('of 300 s ago is accepted, and one of several is enough', async () => {
    const old = sign(body, { at: seconds - 300 });
    expect((await payments.verify(bytes(body), old, now)).kind).toBe('genuine');
    expect((await payments.verify(bytes(body), `${old.split(',')[0]},v1=00,${old.split(',')[1]}`, now)).kind).toBe('genuine');
  });

  it('is rejected without a configured secret', async () => {
    const none = createStripePayments({ webhookSecret: null, portalUrl: null });
    expect(none.enabled).toBe(false);
    expect((await none.verify(bytes(body), sign(body), now)).kind).toBe('refused');
  });
});

describe('the facts', () => {
  const base = { id: 'sub_1', customer: 'cus_1', status: 'active', created: seconds, trial_end: null, cancel_at_period_end: false };

  it('of a subscription, as API versions before 2025-03-31 write it', async () => {
    const price = { lookup_key: 'team_annual', recurring: { interval: 'year' } };
    const object = { ...base, current_period_end: seconds + 60, items: { data: [{ price }] }, metadata: {} };
    expect(await factsOf('customer.subscription.updated', object)).toEqual({
      kind: 'subscription',
      change: 'updated',
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
      status: 'active',
      interval: 'annual',
      startedAt: now,
      trialEndsAt: null,
      periodEndsAt: new Date('2026-11-10T12:01:00.000Z'),
      cancelAtPeriodEnd: false,
      endedUnpaid: false,
      metadataPlan: null,
      lookupKey: 'team_annual',
    });
  });

  it('of a subscription, as later versions write it', async () => {
    const price = { lookup_key: null, recurring: { interval: 'month' } };
    const object = {
      ...base,
      customer: { id: 'cus_1' },
      status: 'canceled',
      cancel_at: seconds + 30,
      cancellation_details: { reason: 'payment_failed' },
      items: { data: [{ price, current_period_end: seconds + 60 }] },
      metadata: { plan: 'Team' },
    };
    expect(await factsOf('customer.subscription.deleted', object)).toMatchObject({
      change: 'deleted',
      customerId: 'cus_1',
      interval: 'monthly',
      periodEndsAt: new Date('2026-11-10T12:00:30.000Z'),
      cancelAtPeriodEnd: true,
      endedUnpaid: true,
      metadataPlan: 'Team',
      lookupKey: null,
    });
  });

  it('of a checkout contain no address of the buyer', async () => {
    const object = {
      client_reference_id: 'ref',
      customer: 'cus_1',
      subscription: 'sub_1',
      payment_status: 'no_payment_required',
      customer_details: { email: 'ada@example.com' },
      metadata: { plan: 'Essentials' },
    };
    const facts = await factsOf('checkout.session.completed', object);
    expect(facts).toEqual({
      kind: 'checkout',
      reference: 'ref',
      customerId: 'cus_1',
      subscriptionId: 'sub_1',
      settled: true,
      metadataPlan: 'Essentials',
      lookupKey: null,
    });
    expect(await factsOf('checkout.session.completed', { ...object, payment_status: 'unpaid' })).toMatchObject({ settled: false });
  });

  it.each([
    [{ subscription: 'sub_1' }],
    [{ subscription: { id: 'sub_1' } }],
    [{ parent: { subscription_details: { subscription: 'sub_1' } } }],
  ])('of an invoice name its subscription: %o', async (object) => {
    expect(await factsOf('invoice.payment_failed', { customer: 'cus_1', ...object })).toEqual({
      kind: 'payment',
      outcome: 'failed',
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
    });
  });

  it.each([
    ['customer.created', { id: 'cus_1' }],
    ['customer.subscription.updated', null],
    ['customer.subscription.updated', []],
  ])('of %s %o are ignored', async (type, object) => {
    expect(await factsOf(type, object)).toEqual({ kind: 'other' });
  });
});
