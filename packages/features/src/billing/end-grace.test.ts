import { auditLog, organizations, paymentEvents } from '@notafter/db';
import { addMs, DAY_MS, GRACE_MS, HOUR_MS, type OrganizationId, SECOND_MS } from '@notafter/domain';
import { createFakeClock, createTestContext, makeOrgContext, type TestContext } from '@notafter/testing';
import { and, eq, like } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { reviewAlertsJob } from '../request-review.ts';
import { endGrace } from './end-grace.ts';
import { getPlan } from './get-plan.ts';
import { deliver, purchaseBy, purchaseOf } from './testing/purchases.ts';

let test: TestContext;
beforeEach(async () => {
  test = await createTestContext({ clock: createFakeClock() });
});
afterEach(() => test.close());

const planOf = async (orgId: OrganizationId) =>
  (await test.ctx.db.select({ plan: organizations.plan }).from(organizations).where(eq(organizations.id, orgId)))[0]?.plan;

const onTeam = async () => {
  const org = await makeOrgContext(test.ctx);
  const purchase = await purchaseOf(org);
  await deliver(test.ctx, purchase.checkout);
  await deliver(test.ctx, purchase.change(1));
  return { org, orgId: org.org.id, ...purchase };
};

it('ends a plan 14 days after the first failed payment, however long nothing ran, and leaves others', async () => {
  const [owing, paying] = [await onTeam(), await onTeam()];
  await deliver(test.ctx, owing.payment(60, 'failed'));
  await deliver(test.ctx, owing.change(60, { status: 'past_due' }));
  const failedAt = addMs(test.ctx.clock.now(), 60 * SECOND_MS);
  expect((await getPlan(owing.org)).billing).toMatchObject({ paymentFailedAt: failedAt, graceEndsAt: addMs(failedAt, GRACE_MS) });
  test.ctx.clock.advance(GRACE_MS);
  expect([await endGrace(test.ctx), await planOf(owing.orgId)]).toEqual([0, 'Team']);
  test.ctx.jobs.clear();
  test.ctx.clock.advance(60 * SECOND_MS + 5 * DAY_MS);
  expect([await endGrace(test.ctx), await planOf(owing.orgId), await planOf(paying.orgId)]).toEqual([1, 'Forever Free', 'Team']);
  expect(test.ctx.jobs.payloadsOf(reviewAlertsJob)).toEqual([{ orgId: owing.orgId }]);
  const endedPlans = and(eq(auditLog.orgId, owing.orgId), like(auditLog.action, 'billing/end-grace'));
  expect(await test.ctx.db.select().from(auditLog).where(endedPlans)).toMatchObject([
    { actorKind: 'payment-provider', detail: { plan: 'Forever Free', planBefore: 'Team', status: 'past_due' } },
  ]);
  expect(await endGrace(test.ctx)).toBe(0);
});

it('gives the plan back when the payment is made after all', async () => {
  const { orgId, change, payment } = await onTeam();
  await deliver(test.ctx, payment(60, 'failed'));
  await deliver(test.ctx, change(60, { status: 'past_due' }));
  test.ctx.clock.advance(GRACE_MS + HOUR_MS);
  await endGrace(test.ctx);
  const later = GRACE_MS / SECOND_MS + 7200;
  await deliver(test.ctx, payment(later, 'paid'));
  await deliver(test.ctx, change(later));
  expect(await planOf(orgId)).toBe('Team');
});

it('ends a cancelled plan with its period, though no event says so, and not before', async () => {
  const { orgId, change } = await onTeam();
  await deliver(test.ctx, change(60, { cancelAtPeriodEnd: true }));
  test.ctx.clock.advance(30 * DAY_MS - 1);
  expect([await endGrace(test.ctx), await planOf(orgId)]).toEqual([0, 'Team']);
  test.ctx.clock.advance(1);
  expect([await endGrace(test.ctx), await planOf(orgId)]).toEqual([1, 'Forever Free']);
});

it('leaves a plan that the operator set in the meantime', async () => {
  const { orgId, change, payment } = await onTeam();
  await deliver(test.ctx, payment(60, 'failed'));
  await deliver(test.ctx, change(60, { status: 'past_due' }));
  await test.ctx.db.update(organizations).set({ plan: 'Professional' }).where(eq(organizations.id, orgId));
  test.ctx.clock.advance(GRACE_MS + HOUR_MS);
  await endGrace(test.ctx);
  expect(await planOf(orgId)).toBe('Professional');
});

it('forgets events after 400 days, but none of a plan in force', async () => {
  const { orgId } = await onTeam();
  await deliver(test.ctx, purchaseBy(null, test.ctx.clock.now()).change(1));
  test.ctx.clock.advance(401 * DAY_MS);
  await endGrace(test.ctx);
  const kept = await test.ctx.db.select({ orgId: paymentEvents.orgId }).from(paymentEvents);
  expect(kept).toEqual([{ orgId }, { orgId }]);
  expect(await planOf(orgId)).toBe('Team');
});

it('ends the others though one cannot be worked out, and fails, so that it is tried again', async () => {
  const [broken, owing] = [await onTeam(), await onTeam()];
  for (const { payment, change } of [broken, owing]) {
    await deliver(test.ctx, payment(60, 'failed'));
    await deliver(test.ctx, change(60, { status: 'past_due' }));
  }
  await test.ctx.db
    .update(paymentEvents)
    .set({ detail: { facts: null } })
    .where(eq(paymentEvents.orgId, broken.orgId));
  test.ctx.clock.advance(GRACE_MS + HOUR_MS);
  await expect(endGrace(test.ctx)).rejects.toThrow();
  expect([await planOf(broken.orgId), await planOf(owing.orgId)]).toEqual(['Team', 'Forever Free']);
});
