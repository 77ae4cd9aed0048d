import { billingAccounts } from '@notafter/db';
import {
  createTestContext,
  makeCertificates,
  makeOrganization,
  makeOrgContext,
  makeUser,
  openAs,
  type TestContext,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPlan } from './get-plan.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({
    config: {
      checkoutLinks: { Team: { monthly: 'https://buy.example/team?locale=en' }, Enterprise: { annual: 'https://buy.example/big' } },
    },
  });
});
afterAll(() => test.close());

const some = (count: number) => Array.from({ length: count }, () => ({}));

describe('an admin', () => {
  it('sees plan, use, and checkouts that carry their address and the organization\u2019s reference', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Essentials' });
    await makeCertificates(test.ctx, org.org.id, some(3));
    const { billing, ...plan } = await getPlan(org);
    expect(plan).toEqual({
      plan: 'Essentials',
      setBy: 'checkout',
      currentCertificates: 3,
      currentMembers: 1,
      pendingInvitations: 0,
      currentEnvironments: 0,
      limits: { certificates: 20, members: 1, environments: 0 },
      downgrade: null,
    });
    expect(billing?.clientReferenceId).toMatch(/^[A-Za-z0-9_-]{24}$/);
    expect(billing).toMatchObject({ status: null, paymentFailedAt: null, graceEndsAt: null, cancelAtPeriodEnd: false, portalUrl: null });
    const [essentials, team, enterprise] = billing?.offers ?? [];
    expect(essentials).toMatchObject({ plan: 'Essentials', monthlyUrl: null, annualUrl: null });
    expect(enterprise).toMatchObject({
      plan: 'Enterprise',
      monthlyUrl: null,
      annualUrl: expect.stringContaining('https://buy.example/big?'),
    });
    expect(Object.fromEntries(new URL(team?.monthlyUrl ?? '').searchParams)).toEqual({
      locale: 'en',
      prefilled_email: org.actor.email,
      client_reference_id: billing?.clientReferenceId,
    });
  });

  it('learns what prevents a smaller plan', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Team' });
    await makeCertificates(test.ctx, org.org.id, some(21));
    const { downgrade, billing } = await getPlan(org, { target: 'Essentials' });
    expect(downgrade).toEqual({ certificatesToRemove: 1, currentCount: 21, newPlanLimit: 20 });
    expect(billing?.offers.map((offer) => offer.downgrade)).toEqual([downgrade, null, null]);
    expect((await getPlan(org, { target: 'Enterprise' })).downgrade).toBeNull();
    expect((await getPlan(org)).downgrade).toBeNull();
  });

  it('gets one reference, however many look first at once, and no other organization\u2019s', async () => {
    const org = await makeOrgContext(test.ctx);
    const references = await Promise.all(Array.from({ length: 8 }, async () => (await getPlan(org)).billing?.clientReferenceId));
    expect(new Set(references).size).toBe(1);
    const other = await getPlan(await makeOrgContext(test.ctx));
    expect(other.billing?.clientReferenceId).not.toBe(references[0]);
  });

  it('has the operator\u2019s own limit on every plan', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Team', certificateLimit: 30 });
    await makeCertificates(test.ctx, org.org.id, some(21));
    expect(await getPlan(org, { target: 'Essentials' })).toMatchObject({ limits: { certificates: 30 }, downgrade: null });
  });
});

describe('a viewer', () => {
  it('sees plan and use, nothing of what is paid, and makes no reference', async () => {
    const orgId = await makeOrganization(test.ctx, { plan: 'Team' });
    const viewer = await openAs(test.ctx, await makeUser(test.ctx, orgId, { role: 'viewer' }));
    expect(await getPlan(viewer, { target: 'Essentials' })).toMatchObject({ plan: 'Team', billing: null });
    expect(await test.ctx.db.select().from(billingAccounts).where(eq(billingAccounts.orgId, orgId))).toEqual([]);
  });
});

it.each(['Starter', 'Professional', 'Business'])('%s is said to be the operator\u2019s', async (plan) => {
  expect((await getPlan(await makeOrgContext(test.ctx, { plan }))).setBy).toBe('operator');
});

it('sells nothing on Self-hosted, whatever plan is stored', async () => {
  const ctx = { ...test.ctx, config: { ...test.ctx.config, defaultPlan: 'Self-hosted' as const } };
  const org = await makeOrgContext(ctx, { plan: 'Team' });
  await makeCertificates(test.ctx, org.org.id, some(6));
  expect(await getPlan(org, { target: 'Forever Free' })).toMatchObject({
    plan: 'Self-hosted',
    setBy: 'operator',
    billing: null,
    downgrade: null,
  });
});
