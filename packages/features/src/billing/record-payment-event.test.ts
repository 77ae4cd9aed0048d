import { auditLog, billingAccounts, organizations, paymentEvents } from '@notafter/db';
import { addMs, DAY_MS, type OrganizationId } from '@notafter/domain';
import type { JobQueue } from '@notafter/jobs';
import {
  actorOf,
  createTestContext,
  makeOrganization,
  makeOrgContext,
  makeRequestContext,
  makeUser,
  openAs,
  type TestContext,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { reviewAlertsJob } from '../request-review.ts';
import { getPlan } from './get-plan.ts';
import { recordPaymentEvent } from './record-payment-event.ts';
import { deliver, paymentEvent, purchaseBy, purchaseOf } from './testing/purchases.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterEach(() => test.ctx.jobs.clear());
afterAll(() => test.close());

const planOf = async (orgId: OrganizationId) =>
  (await test.ctx.db.select({ plan: organizations.plan }).from(organizations).where(eq(organizations.id, orgId)))[0]?.plan;
const accountOf = async (orgId: OrganizationId) =>
  (await test.ctx.db.select().from(billingAccounts).where(eq(billingAccounts.orgId, orgId)))[0];
const auditOf = (orgId: OrganizationId) => test.ctx.db.select().from(auditLog).where(eq(auditLog.orgId, orgId)).orderBy(auditLog.id);
const eventRow = async (id: string) => (await test.ctx.db.select().from(paymentEvents).where(eq(paymentEvents.id, id)))[0];

describe('a purchase', () => {
  it('gives the plan, has what becomes due looked for, and leaves one audit row an event without a person', async () => {
    const org = await makeOrgContext(test.ctx);
    const { checkout, change } = await purchaseOf(org);
    expect(await deliver(test.ctx, checkout)).toBe('applied');
    expect(test.ctx.jobs.payloadsOf(reviewAlertsJob)).toEqual([]);
    const bought = change(1);
    expect(await deliver(test.ctx, bought)).toBe('applied');
    expect(await planOf(org.org.id)).toBe('Team');
    expect(test.ctx.jobs.payloadsOf(reviewAlertsJob)).toEqual([{ orgId: org.org.id }]);
    expect(await auditOf(org.org.id)).toMatchObject([
      { action: 'billing/record-payment-event', actorKind: 'payment-provider', actorId: null },
      { actorEmail: null, detail: { event: bought.id, plan: 'Team', planBefore: 'Forever Free', status: 'active' } },
    ]);
    const again = await openAs(test.ctx, await makeUser(test.ctx, org.org.id));
    expect((await getPlan(again)).billing).toMatchObject({ status: 'active', interval: 'monthly', cancelAtPeriodEnd: false });
  });

  it('is accepted in any order: events that arrive before the checkout wait for it', async () => {
    const org = await makeOrgContext(test.ctx);
    const { checkout, change, payment } = await purchaseOf(org);
    const early = change(1);
    expect(await deliver(test.ctx, early)).toBe('unowned');
    expect(await deliver(test.ctx, payment(1, 'paid'))).toBe('unowned');
    expect(await planOf(org.org.id)).toBe('Forever Free');
    expect(await deliver(test.ctx, checkout)).toBe('applied');
    expect(await planOf(org.org.id)).toBe('Team');
    expect(await eventRow(early.id)).toMatchObject({ orgId: org.org.id, outcome: 'applied' });
  });

  it('is processed once, however often and concurrently it is delivered', async () => {
    const org = await makeOrgContext(test.ctx);
    const { checkout, change } = await purchaseOf(org);
    const events = [checkout, change(0, { change: 'created', status: 'incomplete' }), change(0), change(1)];
    const outcomes = await Promise.all([...events, ...events.toReversed(), ...events].map((event) => deliver(test.ctx, event)));
    expect(outcomes.filter((outcome) => outcome === 'replayed')).toHaveLength(8);
    expect(await planOf(org.org.id)).toBe('Team');
    expect(test.ctx.jobs.payloadsOf(reviewAlertsJob)).toHaveLength(1);
  });

  it('is given though its events arrive in the same instant, none of which sees the others', async () => {
    const bought = [];
    for (let index = 0; index < 20; index += 1) {
      const org = await makeOrgContext(test.ctx);
      bought.push({ orgId: org.org.id, ...(await purchaseOf(org)) });
    }
    await Promise.all(bought.flatMap(({ checkout, change }) => [deliver(test.ctx, change(1)), deliver(test.ctx, checkout)]));
    for (const { orgId } of bought) expect(await planOf(orgId)).toBe('Team');
  });

  it('belongs to no organization with an unknown reference, and changes nothing', async () => {
    const before = await test.ctx.db.select().from(organizations);
    for (const reference of ['made-up', '', null]) {
      const { checkout, change } = purchaseBy(reference, test.ctx.clock.now());
      expect(await deliver(test.ctx, checkout)).toBe('unowned');
      expect(await deliver(test.ctx, change(1))).toBe('unowned');
    }
    expect(await test.ctx.db.select().from(organizations)).toEqual(before);
    expect(test.ctx.log.entries.at(-1)).toMatchObject({ level: 'warn', fields: { reason: 'checkout_unknown' } });
  });

  it('by another organization touches theirs alone', async () => {
    const [one, two] = [await makeOrgContext(test.ctx), await makeOrgContext(test.ctx)];
    const bought = await purchaseOf(one);
    await deliver(test.ctx, bought.checkout);
    await deliver(test.ctx, bought.change(1));
    expect([await planOf(one.org.id), await planOf(two.org.id)]).toEqual(['Team', 'Forever Free']);
  });

  it('of a second subscription for another organization with the same customer goes to that one, also after its events', async () => {
    const [one, two] = [await makeOrgContext(test.ctx), await makeOrgContext(test.ctx)];
    const first = await purchaseOf(one);
    await deliver(test.ctx, first.checkout);
    await deliver(test.ctx, first.change(1));
    const { customerId = null } = first.checkout.facts.kind === 'checkout' ? first.checkout.facts : {};
    const second = await purchaseOf(two);
    // The customer's first organization is the best guess while the checkout is not known.
    await deliver(test.ctx, second.change(2, { customerId, lookupKey: 'enterprise_monthly' }));
    expect(await planOf(one.org.id)).toBe('Enterprise');
    await deliver(test.ctx, second.checkout);
    expect([await planOf(one.org.id), await planOf(two.org.id)]).toEqual(['Team', 'Enterprise']);
  });
});

describe('later events', () => {
  it('upgrade, fall behind, recover and end', async () => {
    const org = await makeOrgContext(test.ctx);
    const { checkout, change, payment } = await purchaseOf(org);
    const steps = [
      [checkout, 'Forever Free', null],
      [
        change(1, { status: 'trialing', lookupKey: 'essentials_monthly', trialEndsAt: addMs(test.ctx.clock.now(), 7 * DAY_MS) }),
        'Essentials',
        'trialing',
      ],
      [change(10, { lookupKey: 'enterprise_annual', interval: 'annual' }), 'Enterprise', 'active'],
      [change(5, { lookupKey: 'team_monthly' }), 'Enterprise', 'active'],
      [payment(20, 'failed'), 'Enterprise', 'active'],
      [change(20, { lookupKey: 'enterprise_annual', status: 'past_due' }), 'Enterprise', 'past_due'],
      [payment(30, 'paid'), 'Enterprise', 'past_due'],
      [change(40, { lookupKey: 'enterprise_annual', change: 'deleted', status: 'canceled' }), 'Forever Free', 'canceled'],
      [change(39, { lookupKey: 'enterprise_annual' }), 'Forever Free', 'canceled'],
    ] as const;
    for (const [event, plan, status] of steps) {
      await deliver(test.ctx, event);
      expect([await planOf(org.org.id), (await accountOf(org.org.id))?.status]).toEqual([plan, status]);
    }
  });

  it('of a type or a price that says nothing of plans change nothing and are logged', async () => {
    const org = await makeOrgContext(test.ctx);
    const { checkout, change } = await purchaseOf(org);
    await deliver(test.ctx, checkout);
    expect(await deliver(test.ctx, paymentEvent(test.ctx.clock.now(), { kind: 'other' }))).toBe('ignored');
    expect(await deliver(test.ctx, change(1, { lookupKey: 'sticker_monthly' }))).toBe('ignored');
    expect(test.ctx.log.entries.at(-1)).toMatchObject({ level: 'warn', fields: { reason: 'plan_unknown' } });
    expect(await planOf(org.org.id)).toBe('Forever Free');
  });

  it('leave a plan that the operator set since', async () => {
    const org = await makeOrgContext(test.ctx);
    const { checkout, change } = await purchaseOf(org);
    await deliver(test.ctx, checkout);
    await deliver(test.ctx, change(1));
    await test.ctx.db.update(organizations).set({ plan: 'Business' }).where(eq(organizations.id, org.org.id));
    await deliver(test.ctx, change(60));
    await deliver(test.ctx, change(70, { change: 'deleted', status: 'canceled' }));
    expect(await planOf(org.org.id)).toBe('Business');
  });
});

describe('a request', () => {
  const signed = () => paymentEvent(test.ctx.clock.now(), { kind: 'other' });

  it('without a genuine signature is refused and leaves nothing', async () => {
    const before = await test.ctx.db.select().from(paymentEvents);
    for (const signature of [null, 'forged']) {
      const request = recordPaymentEvent(makeRequestContext(test.ctx), { rawBody: new Uint8Array(), signature });
      await expect(request).rejects.toMatchObject({ code: 'payment_event_invalid', status: 400 });
    }
    expect(await test.ctx.db.select().from(paymentEvents)).toEqual(before);
  });

  it('is nobody\u2019s door where no provider is configured', async () => {
    const payments = { ...test.ctx.gateways.payments, enabled: false };
    const ctx = makeRequestContext({ ...test.ctx, gateways: { ...test.ctx.gateways, payments } });
    const event = signed();
    await expect(recordPaymentEvent(ctx, { rawBody: new Uint8Array(), signature: event.id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that carries somebody\u2019s session is the provider\u2019s all the same', async () => {
    const org = await makeOrgContext(test.ctx);
    const stranger = await makeUser(test.ctx, await makeOrganization(test.ctx));
    const { checkout } = await purchaseOf(org);
    const ctx = makeRequestContext(test.ctx, { actor: actorOf(stranger) });
    await recordPaymentEvent(ctx, { rawBody: new Uint8Array(), signature: test.ctx.gateways.payments.sign(checkout) });
    expect(await auditOf(stranger.orgId)).toEqual([]);
    expect(await auditOf(org.org.id)).toMatchObject([{ actorKind: 'payment-provider' }]);
  });

  it('that fails in the middle leaves nothing half-written, and the next delivery makes it good', async () => {
    const org = await makeOrgContext(test.ctx);
    const { checkout, change } = await purchaseOf(org);
    await deliver(test.ctx, checkout);
    const before = [await planOf(org.org.id), await accountOf(org.org.id), await auditOf(org.org.id)];
    const event = change(1);
    // The review is asked for after event, owner, account and plan are written.
    const enqueue: JobQueue['enqueue'] = async () => {
      throw new Error('The queue is gone.');
    };
    const failing = { ...test.ctx, jobs: { ...test.ctx.jobs, enqueue } };
    await expect(deliver(failing, event)).rejects.toThrow('The queue is gone.');
    expect([await planOf(org.org.id), await accountOf(org.org.id), await auditOf(org.org.id)]).toEqual(before);
    expect(await eventRow(event.id)).toBeUndefined();
    expect(await deliver(test.ctx, event)).toBe('applied');
    expect(await planOf(org.org.id)).toBe('Team');
  });
});

it('keeps nothing of a person', async () => {
  const org = await makeOrgContext(test.ctx);
  const { checkout } = await purchaseOf(org);
  await deliver(test.ctx, checkout);
  expect(JSON.stringify(await eventRow(checkout.id))).not.toContain('@');
});
