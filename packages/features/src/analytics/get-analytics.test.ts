import { certificates } from '@notafter/db';
import { seedBulkCertificates } from '@notafter/db/seed';
import { addMs, DAY_MS, daysLeft, HOUR_MS, healthScore, MINUTE_MS } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { and, eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDashboardStats } from '../certificates/list/get-dashboard-stats.ts';
import { listSslScores } from '../certificates/list/list-ssl-scores.ts';
import type { OrgContext } from '../context.ts';
import { getAnalytics } from './get-analytics.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Business' } });
});
afterAll(() => test.close());

const inDays = (days: number, ms = 0): Date => addMs(test.ctx.clock.now(), days * DAY_MS + ms);
const change = (org: OrgContext, host: string, values: Partial<typeof certificates.$inferInsert>) =>
  test.ctx.db
    .update(certificates)
    .set(values)
    .where(and(eq(certificates.orgId, org.org.id), eq(certificates.host, host)));

describe('the figures', () => {
  it('are nothing where nothing is monitored', async () => {
    expect(await getAnalytics(await makeOrgContext(test.ctx))).toEqual({
      riskScore: 0,
      healthScore: 100,
      expired: 0,
      total: 0,
      healthy: 0,
      expiring: 0,
      critical: 0,
      averageDaysLeft: null,
      chainValidation: null,
      addedThisMonth: 0,
      issuersTotal: 0,
      issuers: [],
    });
  });

  it('count as the cards do, at the edges of each status', async () => {
    const org = await makeOrgContext(test.ctx);
    const edges = [inDays(0, -1), inDays(0), inDays(8, -1), inDays(8), inDays(31, -1), inDays(31)];
    await makeCertificates(
      test.ctx,
      org.org.id,
      edges.map((notAfter, index) => ({ host: `h${index}.example.com`, notAfter })),
    );
    const figures = await getAnalytics(org);
    const cards = await getDashboardStats(org);
    expect(figures).toMatchObject({ total: cards.total, healthy: cards.valid, expiring: cards.warning, critical: cards.critical });
    expect(figures).toMatchObject({ total: 6, healthy: 1, expiring: 2, critical: 2, riskScore: 100, healthScore: 30, expired: 1 });
    expect(healthScore(cards)).toBe(30);
  });

  it('take the mean of whole days left over those not expired, and leave out what was never seen', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeCertificates(test.ctx, org.org.id, [
      { notAfter: inDays(-400) },
      { notAfter: inDays(10, 23 * HOUR_MS) },
      { notAfter: inDays(11) },
      { notAfter: inDays(90) },
      { issuer: null, unreachable: 'dns' },
    ]);
    expect(await getAnalytics(org)).toMatchObject({ averageDaysLeft: 37, total: 5, issuersTotal: 1 });
  });

  it('call a chain valid where the SSL scores do', async () => {
    const org = await makeOrgContext(test.ctx);
    const hosts = ['sound', 'self-signed', 'future', 'expired', 'gone'];
    await makeCertificates(
      test.ctx,
      org.org.id,
      hosts.map((host) => ({ host, notAfter: inDays(host === 'expired' ? -1 : 60) })),
    );
    await change(org, 'self-signed', { reasons: ['self_signed'] });
    await change(org, 'future', { notBefore: inDays(1) });
    const { sslScores } = await listSslScores(org, { sort: 'domain', order: 'asc', limit: 50 });
    const valid = sslScores.filter(({ chainValid }) => chainValid === true).length;
    expect([(await getAnalytics(org)).chainValidation, valid]).toEqual([40, 2]);
  });

  it('know what was added since the first of the month, in UTC', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeCertificates(
      test.ctx,
      org.org.id,
      ['a', 'b', 'c'].map((host) => ({ host, notAfter: inDays(60) })),
    );
    const first = new Date('2026-11-01T00:00:00Z');
    await change(org, 'a', { createdAt: first });
    await change(org, 'b', { createdAt: addMs(first, -1) });
    expect((await getAnalytics(org)).addedThisMonth).toBe(2);
  });
});

describe('the caller', () => {
  it('does not count the rows of another organization', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeCertificates(test.ctx, org.org.id, [{ notAfter: inDays(60) }]);
    expect((await getAnalytics(await makeOrgContext(test.ctx))).total).toBe(0);
    expect((await getAnalytics(org)).total).toBe(1);
  });
});

describe('of more than 10,000 certificates', () => {
  it('are exact, and worked out from the rows once in five minutes', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    const now = test.ctx.clock.now();
    await seedBulkCertificates(test.ctx.db, { orgId: org.org.id, count: 12_000, now });
    const figures = await getAnalytics(org);
    const rows = await test.ctx.db
      .select({ notAfter: certificates.notAfter })
      .from(certificates)
      .where(and(eq(certificates.orgId, org.org.id), isNotNull(certificates.notAfter)));
    const days = rows.flatMap(({ notAfter }) => (notAfter !== null && notAfter >= now ? [daysLeft(notAfter, now)] : []));
    const mean = days.reduce((sum, one) => sum + one, 0) / days.length;
    expect(figures.averageDaysLeft).toBeCloseTo(mean, 1);
    expect(figures.total).toBe(12_000);
    await test.ctx.db.execute(`delete from certificates where id in (select id from certificates where org_id = '${org.org.id}' limit 10)`);
    test.ctx.clock.advance(4 * MINUTE_MS);
    expect(await getAnalytics(org)).toMatchObject({ total: 11_990, averageDaysLeft: figures.averageDaysLeft, issuers: figures.issuers });
    test.ctx.clock.advance(MINUTE_MS);
    expect((await getAnalytics(org)).issuers).not.toEqual(figures.issuers);
  });
});

it('averages and validates with the second of notAfter as a part of the validity', async () => {
  const org = await makeOrgContext(test.ctx);
  await makeCertificates(test.ctx, org.org.id, [{ notAfter: test.ctx.clock.now() }]);
  test.ctx.clock.advance(999);
  expect(await getAnalytics(org)).toMatchObject({ averageDaysLeft: 0, chainValidation: 100 });
  test.ctx.clock.advance(1);
  expect(await getAnalytics(org)).toMatchObject({ averageDaysLeft: null, chainValidation: 0 });
});
