import { certificateRenewals } from '@notafter/db';
import { type CertificateStatus, certificateStatuses, DAY_MS, HOUR_MS, statusOf } from '@notafter/domain';
import { listCertificatesInput } from '@notafter/domain/inputs';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeChannel } from '../../notifications/testing/delivery-fixtures.ts';
import { getDashboardStats } from './get-dashboard-stats.ts';
import { listCertificates } from './list-certificates.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const start = new Date('2026-11-10T12:00:00Z').getTime();
const at = (ms: number): Date => new Date(start + ms);

describe('the cards', () => {
  it('are all zero for a new organization, whose health is full', async () => {
    const org = await makeOrgContext(test.ctx);
    expect(await getDashboardStats(org)).toEqual({
      total: 0,
      expired: 0,
      critical: 0,
      warning: 0,
      valid: 0,
      unreachable: 0,
      healthScore: 100,
      certificateLimit: 5,
      oldestExpired: null,
      nextCritical: null,
      nextWarning: null,
      lastCheckedAt: null,
      late: 0,
      checkIntervalHours: 6,
      channelEnabled: false,
      channelHealth: { working: [], failing: [] },
    });
  });

  it('count the late renewals of what expires within 30 days', async () => {
    test.ctx.clock.set(at(0));
    const [org, other] = [await makeOrgContext(test.ctx), await makeOrgContext(test.ctx)];
    const ends = [-1_000, 0, 30 * DAY_MS, 31 * DAY_MS, 5 * DAY_MS];
    for (const { org: of } of [org, other]) {
      const ids = await makeCertificates(
        test.ctx,
        of.id,
        ends.map((ms) => ({ notAfter: at(ms) })),
      );
      await test.ctx.db.insert(certificateRenewals).values(
        ids.map((certificateId, index) => ({
          certificateId,
          dueAt: at(-1),
          lateAt: at(index === 4 ? 1 : 0),
          basis: 'lifetime' as const,
        })),
      );
    }
    expect(await getDashboardStats(org)).toMatchObject({ expired: 1, critical: 2, warning: 1, valid: 1, late: 2 });
  });

  it('say whether a channel is enabled, one of another organization or a disabled one not', async () => {
    const [org, other] = [await makeOrgContext(test.ctx), await makeOrgContext(test.ctx)];
    await makeChannel(test.ctx, org.org.id, 'email', false);
    await makeChannel(test.ctx, other.org.id, 'email');
    expect((await getDashboardStats(org)).channelEnabled).toBe(false);
    expect((await getDashboardStats(other)).channelEnabled).toBe(true);
  });

  it('say by which of them alerts reach anybody', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeChannel(test.ctx, org.org.id, 'email');
    await makeChannel(test.ctx, org.org.id, 'email', true, { name: 'Customer A', queue: 'email:a' });
    await makeChannel(test.ctx, org.org.id, 'slack', true, { brokenAt: at(0) });
    await makeChannel(test.ctx, org.org.id, 'telegram', false, { complete: false });
    const failing = [{ name: 'Slack', trouble: 'not_in_plan' }];
    expect((await getDashboardStats(org)).channelHealth).toEqual({ working: ['Email', 'Customer A'], failing });
    const withoutMail = { ...org, config: { ...org.config, sendsMail: false } };
    expect((await getDashboardStats(withoutMail)).channelHealth).toMatchObject({
      working: [],
      failing: [{ name: 'Email' }, { name: 'Customer A' }, ...failing],
    });
  });

  it('name the earliest expiry of each trouble, and never-seen ones count in total and unreachable only', async () => {
    test.ctx.clock.set(at(0));
    const org = await makeOrgContext(test.ctx, { plan: 'Enterprise', role: 'viewer' });
    await makeCertificates(test.ctx, org.org.id, [
      { notAfter: at(-1) },
      { notAfter: at(-9 * DAY_MS), lastCheckedAt: at(-2 * HOUR_MS) },
      { notAfter: at(0), lastCheckedAt: at(-HOUR_MS) },
      { notAfter: at(8 * DAY_MS), unreachable: 'timeout' },
      { notAfter: at(31 * DAY_MS) },
      { notAfter: null, unreachable: 'dns' },
    ]);
    expect(await getDashboardStats(org)).toMatchObject({
      total: 6,
      expired: 2,
      critical: 1,
      warning: 1,
      valid: 1,
      unreachable: 2,
      healthScore: 20,
      certificateLimit: null,
      oldestExpired: at(-9 * DAY_MS),
      nextCritical: at(0),
      nextWarning: at(8 * DAY_MS),
      lastCheckedAt: at(-HOUR_MS),
    });
  });

  it('leave out what belongs to another organization', async () => {
    const other = await makeOrgContext(test.ctx);
    await makeCertificates(test.ctx, other.org.id, [{ notAfter: at(-1) }, { notAfter: at(DAY_MS) }]);
    const org = await makeOrgContext(test.ctx);
    expect(await getDashboardStats(org)).toMatchObject({ total: 0, expired: 0, critical: 0 });
  });
});

describe('properties', () => {
  it('every card equals the brute-force count and the rows its filter shows, at any instant', async () => {
    const expiry = fc.oneof(
      fc.integer({ min: -3 * DAY_MS, max: 40 * DAY_MS }),
      fc.tuple(fc.constantFrom(0, 8, 31), fc.integer({ min: -2, max: 2 })).map(([days, ms]) => days * DAY_MS + ms),
      fc.tuple(fc.constantFrom(0, 8, 31), fc.integer({ min: -1, max: 1 })).map(([days, hours]) => days * DAY_MS + hours * HOUR_MS),
    );
    const population = fc.array(fc.record({ expiry: fc.option(expiry), unreachable: fc.boolean() }), { maxLength: 40 });
    const looks = fc.array(fc.integer({ min: -DAY_MS, max: 40 * DAY_MS }), { minLength: 1, maxLength: 3 });

    await fc.assert(
      fc.asyncProperty(population, looks, async (certificates, instants) => {
        const org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
        await makeCertificates(
          test.ctx,
          org.org.id,
          certificates.map((one) => ({
            notAfter: one.expiry === null ? null : at(one.expiry),
            ...(one.unreachable ? { unreachable: 'timeout' as const } : {}),
          })),
        );
        for (const instant of instants) {
          test.ctx.clock.set(at(instant));
          const stats = await getDashboardStats(org);
          const has = (status: CertificateStatus): number =>
            certificates.filter((one) => one.expiry !== null && statusOf(at(one.expiry), at(instant)) === status).length;
          expect(stats.total).toBe(certificates.length);
          expect(stats.unreachable).toBe(certificates.filter((one) => one.unreachable).length);
          for (const status of certificateStatuses) expect(stats[status]).toBe(has(status));
          for (const status of [...certificateStatuses, 'unreachable'] as const) {
            const list = await listCertificates(org, listCertificatesInput.parse({ status, limit: 100 }));
            expect([list.total, list.certificates.length]).toEqual([stats[status], stats[status]]);
          }
        }
      }),
      { numRuns: 25 },
    );
  });
});
