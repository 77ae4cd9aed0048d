import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS, HOUR_MS, SECOND_MS } from '../time.ts';
import { type BillingAccount, decideSubscription } from './decide-subscription.ts';
import type { PaymentEvent, SubscriptionChanged } from './payment-event.ts';
import { GRACE_MS } from './subscriptions.ts';

const START = new Date('2026-11-10T12:00:00.000Z');
const after = (ms: number): Date => addMs(START, ms);

const nothing: BillingAccount = {
  plan: null,
  customerId: null,
  subscriptionId: null,
  status: null,
  interval: null,
  trialEndsAt: null,
  periodEndsAt: null,
  cancelAtPeriodEnd: false,
  paymentFailedAt: null,
  appliedEventAt: null,
};

let made = 0;
const event = (at: Date, facts: PaymentEvent['facts'], id?: string): PaymentEvent => {
  made += 1;
  return { id: id ?? `evt_${String(made).padStart(6, '0')}`, type: 'x', createdAt: at, facts };
};

type Change = Partial<Omit<SubscriptionChanged, 'kind'>>;
const change = (at: Date, given: Change = {}): PaymentEvent =>
  event(at, {
    kind: 'subscription',
    change: 'updated',
    subscriptionId: 'sub_1',
    customerId: 'cus_1',
    status: 'active',
    interval: 'monthly',
    metadataPlan: null,
    lookupKey: 'team_monthly',
    startedAt: START,
    trialEndsAt: null,
    periodEndsAt: after(30 * DAY_MS),
    cancelAtPeriodEnd: false,
    endedUnpaid: false,
    ...given,
  });
const deleted = (at: Date, given: Change = {}): PaymentEvent => change(at, { change: 'deleted', status: 'canceled', ...given });
const payment = (at: Date, outcome: 'paid' | 'failed', subscriptionId = 'sub_1'): PaymentEvent =>
  event(at, { kind: 'payment', outcome, subscriptionId, customerId: 'cus_1' });
const checkout = (at: Date, metadataPlan: string | null = null, settled = true): PaymentEvent =>
  event(at, {
    kind: 'checkout',
    reference: 'r',
    customerId: 'cus_1',
    subscriptionId: 'sub_1',
    metadataPlan,
    lookupKey: null,
    settled,
  });

/** Events handed in one after the other, as they arrive; what plan and account are at the end. */
const live = (arriving: readonly PaymentEvent[], { plan = 'Forever Free', now = after(DAY_MS) } = {}) => {
  const known: PaymentEvent[] = [];
  let stored = plan;
  let account = nothing;
  for (const next of arriving) {
    if (known.some(({ id }) => id === next.id)) continue;
    known.push(next);
    const decision = decideSubscription(stored, account, known, now);
    account = decision.account;
    stored = decision.newPlan ?? stored;
  }
  return { plan: stored, account };
};

describe('the plan', () => {
  it.each([
    [{ lookupKey: 'essentials_monthly' }, 'Essentials'],
    [{ lookupKey: 'team_annual' }, 'Team'],
    [{ lookupKey: 'enterprise_annual' }, 'Enterprise'],
    [{ lookupKey: 'essentials_monthly', metadataPlan: 'Enterprise' }, 'Enterprise'],
    [{ metadataPlan: ' team ', lookupKey: null }, 'Team'],
    [{ lookupKey: 'team' }, 'Forever Free'],
    [{ lookupKey: 'professional_monthly' }, 'Forever Free'],
    [{ metadataPlan: 'Self-hosted' }, 'Forever Free'],
    [{ metadataPlan: 'constructor' }, 'Forever Free'],
    [{ metadataPlan: '', lookupKey: 'team_monthly' }, 'Forever Free'],
  ])('is what %o names, and nothing else is given for money', (names, plan) => {
    expect(live([change(START, names)]).plan).toBe(plan);
  });

  it('is the one that the checkout names where the price names none', () => {
    expect(live([checkout(START, 'Team'), change(START, { lookupKey: null })]).plan).toBe('Team');
  });

  it('stays when a price is chosen that names none', () => {
    expect(live([change(START), change(after(HOUR_MS), { lookupKey: 'something_else' })]).plan).toBe('Team');
  });

  it('comes with a paid checkout, before the event of the subscription', () => {
    expect(live([checkout(START, 'Essentials')]).plan).toBe('Essentials');
    expect(live([checkout(START, 'Essentials', false)]).plan).toBe('Forever Free');
  });

  it.each(['incomplete', 'incomplete_expired', 'paused', 'canceled', 'unheard_of'])('is not given while the status is %s', (status) => {
    expect(live([change(START, { status })]).plan).toBe('Forever Free');
  });

  it('is given once a first payment of the same second went through, whichever event was numbered first', () => {
    const created = { ...change(START, { change: 'created', status: 'incomplete' }), id: 'evt_z' };
    const paid = { ...change(START), id: 'evt_a' };
    for (const order of [
      [created, paid],
      [paid, created],
    ])
      expect(live(order).plan).toBe('Team');
  });
});

describe('an end', () => {
  it('of the subscription ends the plan', () => {
    expect(live([change(START), deleted(after(HOUR_MS))])).toMatchObject({
      plan: 'Forever Free',
      account: { plan: null, status: 'canceled' },
    });
  });

  it('of an older subscription does not end a newer one', () => {
    const newer = change(after(HOUR_MS), { subscriptionId: 'sub_2', startedAt: after(HOUR_MS), lookupKey: 'essentials_annual' });
    const { plan, account } = live([change(START), newer, deleted(after(2 * HOUR_MS))]);
    expect([plan, account.subscriptionId, account.interval]).toEqual(['Essentials', 'sub_2', 'monthly']);
  });

  it('of a second, larger one brings back the first', () => {
    const larger = { subscriptionId: 'sub_2', startedAt: after(HOUR_MS), lookupKey: 'enterprise_monthly' };
    const events = [change(START), change(after(HOUR_MS), larger)];
    expect(live(events).plan).toBe('Enterprise');
    expect(live([...events, deleted(after(2 * HOUR_MS), larger)]).plan).toBe('Team');
  });

  it('is for good: what was sent before and arrives later revives nothing', () => {
    expect(live([deleted(START), change(after(HOUR_MS))]).plan).toBe('Forever Free');
  });

  it('that is planned keeps the plan until then', () => {
    const planned = change(START, { cancelAtPeriodEnd: true });
    expect(live([planned], { now: after(30 * DAY_MS - 1) }).plan).toBe('Team');
    expect(live([planned], { now: after(30 * DAY_MS) }).plan).toBe('Forever Free');
    expect(live([planned, change(after(HOUR_MS))], { now: after(31 * DAY_MS) }).plan).toBe('Team');
  });
});

describe('a failed payment', () => {
  const failed = [change(START), payment(after(HOUR_MS), 'failed'), change(after(HOUR_MS), { status: 'past_due' })];
  const grace = after(HOUR_MS + GRACE_MS);

  it('has 14 days of grace, counted from the first', () => {
    const again = [...failed, payment(after(4 * DAY_MS), 'failed')];
    expect(live(again, { now: addMs(grace, -1) })).toMatchObject({ plan: 'Team', account: { paymentFailedAt: after(HOUR_MS) } });
    expect(live(again, { now: grace })).toMatchObject({ plan: 'Forever Free', account: { status: 'past_due' } });
  });

  it('is over once it is paid, and the next one has its own grace', () => {
    const paid = [...failed, payment(after(2 * DAY_MS), 'paid'), change(after(2 * DAY_MS))];
    expect(live(paid, { now: grace })).toMatchObject({ plan: 'Team', account: { paymentFailedAt: null } });
    const next = [...paid, payment(after(32 * DAY_MS), 'failed'), change(after(32 * DAY_MS), { status: 'past_due' })];
    expect(live(next, { now: after(45 * DAY_MS) }).plan).toBe('Team');
  });

  it('is over with the payment, before the status says so', () => {
    const paid = [...failed, payment(after(2 * DAY_MS), 'paid')];
    expect(live(paid, { now: grace })).toMatchObject({ plan: 'Team', account: { status: 'past_due', paymentFailedAt: null } });
  });

  it('for which the provider ends the subscription keeps its grace', () => {
    const ended = [...failed, deleted(after(7 * DAY_MS), { endedUnpaid: true })];
    expect(live(ended, { now: addMs(grace, -1) }).plan).toBe('Team');
    expect(live(ended, { now: grace }).plan).toBe('Forever Free');
  });

  it('of another subscription changes nothing', () => {
    expect(live([change(START), payment(START, 'failed', 'sub_2')]).account.paymentFailedAt).toBeNull();
  });
});

describe('a plan that the operator set', () => {
  it.each(['Professional', 'Business', 'Starter', 'Self-hosted'])('%s yields to a purchase', (plan) => {
    expect(live([change(START)], { plan }).plan).toBe('Team');
    expect(live([change(START, { change: 'created', status: 'incomplete' }), change(after(HOUR_MS))], { plan }).plan).toBe('Team');
  });

  it('lasts through the renewals and the end of the subscription it was set over', () => {
    const { account } = live([change(START)]);
    const renewed = [change(START), change(after(HOUR_MS))];
    expect(decideSubscription('Professional', account, renewed, after(DAY_MS)).newPlan).toBeNull();
    const ended = decideSubscription('Professional', account, [...renewed, deleted(after(2 * HOUR_MS))], after(DAY_MS));
    expect(ended).toMatchObject({ newPlan: null, account: { plan: null } });
  });

  it('of the sold ones lasts as long as the subscription says the same', () => {
    const { account } = live([change(START)]);
    expect(decideSubscription('Enterprise', account, [change(START), change(after(HOUR_MS))], after(DAY_MS)).newPlan).toBeNull();
  });

  it('ignores a subscription that names no plan', () => {
    expect(live([change(START, { lookupKey: 'x' }), deleted(after(HOUR_MS), { lookupKey: 'x' })], { plan: 'Team' }).plan).toBe('Team');
  });
});

/** A life of up to three subscriptions, several events of which may bear the same second. */
const anEvent = fc
  .record({
    second: fc.integer({ min: 0, max: 12 }),
    subscription: fc.integer({ min: 1, max: 3 }),
    what: fc.constantFrom('created', 'updated', 'deleted', 'paid', 'failed', 'checkout'),
    status: fc.constantFrom('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'canceled'),
    lookupKey: fc.constantFrom('essentials_monthly', 'team_annual', 'enterprise_monthly', 'other', null),
    cancelAtPeriodEnd: fc.boolean(),
  })
  .map(({ second, subscription, what, status, lookupKey, cancelAtPeriodEnd }): PaymentEvent => {
    const at = after(second * SECOND_MS);
    const subscriptionId = `sub_${subscription}`;
    if (what === 'paid' || what === 'failed') return payment(at, what, subscriptionId);
    if (what === 'checkout') return { ...checkout(at), facts: { ...checkoutFacts, subscriptionId } };
    return change(at, {
      change: what,
      status,
      lookupKey,
      cancelAtPeriodEnd,
      subscriptionId,
      startedAt: after(subscription),
      periodEndsAt: after(5 * SECOND_MS),
    });
  });
const checkoutFacts = {
  kind: 'checkout',
  reference: 'r',
  customerId: 'cus_1',
  metadataPlan: 'Team',
  lookupKey: null,
  settled: true,
} as const;

it('is the same in the end, in whatever order and however often the events arrive', () => {
  const lives = fc.array(anEvent, { maxLength: 14 }).chain((events) =>
    fc.record({
      events: fc.constant(events),
      arriving: fc
        .tuple(
          fc.shuffledSubarray(events, { minLength: events.length }),
          fc.array(fc.constantFrom(...(events.length === 0 ? [checkout(START)] : events)), { maxLength: 10 }),
        )
        .map(([all, repeated]) => (events.length === 0 ? [] : [...all, ...repeated])),
      now: fc.integer({ min: 0, max: 20 * 24 * 3600 }).map((seconds) => after(seconds * SECOND_MS)),
    }),
  );
  fc.assert(
    fc.property(lives, ({ events, arriving, now }) => {
      expect(live(arriving, { now })).toEqual(live(events, { now }));
    }),
    { numRuns: 500 },
  );
});
