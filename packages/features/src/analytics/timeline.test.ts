import { certificates } from '@notafter/db';
import { seedBulkCertificates } from '@notafter/db/seed';
import { addMs, DAY_MS } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { getTeamAnalytics } from './get-team-analytics.ts';
import { getTimeline } from './get-timeline.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

const inDays = (days: number, ms = 0): Date => addMs(test.ctx.clock.now(), days * DAY_MS + ms);
const add = (org: OrgContext, ...ends: readonly Date[]) =>
  makeCertificates(
    test.ctx,
    org.org.id,
    ends.map((notAfter, index) => ({ host: `h${index}.example.com`, notAfter })),
  );
const rowsOf = (org: OrgContext) => test.ctx.db.select().from(certificates).where(eq(certificates.orgId, org.org.id));

describe('the timeline', () => {
  it('has ten empty segments where nothing is monitored', async () => {
    const { segments, total, days } = await getTimeline(await makeOrgContext(test.ctx, { plan: 'Enterprise' }), { days: 90 });
    expect([total, days, segments.length]).toEqual([0, 90, 10]);
    for (const segment of segments) expect(segment).toMatchObject({ count: 0, status: null, certificates: [] });
  });

  it('begins with this second, and ends with its last day', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    const midnight = (days: number) => new Date(Math.floor(test.ctx.clock.now().getTime() / DAY_MS) * DAY_MS + days * DAY_MS);
    await add(org, inDays(0, -1000), inDays(0), addMs(midnight(30), -1), midnight(30));
    const { segments, total } = await getTimeline(org, { days: 30 });
    expect(total).toBe(2);
    expect(segments.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect([segments[0]?.status, segments[9]?.status]).toEqual(['critical', 'warning']);
  });

  it('lists the first three of each segment', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    await add(org, ...[5, 4, 3, 2, 1].map((hours) => inDays(1, hours * 1000)));
    const [first] = (await getTimeline(org, { days: 90 })).segments;
    expect(first).toMatchObject({ count: 5, certificates: ['h4', 'h3', 'h2'].map((host) => ({ domain: `${host}.example.com` })) });
  });

  it.each([30, 90, 365] as const)('of %i days counts as its rows do', async (days) => {
    const org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    await seedBulkCertificates(test.ctx.db, { orgId: org.org.id, count: 3000, now: test.ctx.clock.now() });
    const rows = await rowsOf(org);
    const { segments, total } = await getTimeline(org, { days });
    const within = (from: Date, until: Date) =>
      rows.filter(({ notAfter }) => notAfter !== null && notAfter >= from && notAfter < until).length;
    expect(segments.map(({ count }) => count)).toEqual(segments.map(({ from, until }) => within(from, until)));
    expect(total).toBe(segments.reduce((sum, { count }) => sum + count, 0));
    for (const [index, { until }] of segments.slice(0, -1).entries()) expect(segments[index + 1]?.from).toEqual(until);
  });
});

describe('the analytics of a team', () => {
  it('count lifetimes as their dates do, a part of a day as a day', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    const lifetimes = [1, 90 * DAY_MS, 90 * DAY_MS + 1000, 200 * DAY_MS, 200 * DAY_MS + 1000, 398 * DAY_MS];
    await add(org, ...lifetimes.map(() => inDays(30)));
    const rows = await rowsOf(org);
    for (const [index, ms] of lifetimes.entries()) {
      const row = rows.find(({ host }) => host === `h${index}.example.com`);
      if (row === undefined) throw new Error('missing');
      await test.ctx.db
        .update(certificates)
        .set({ notBefore: addMs(row.notAfter ?? inDays(30), -ms) })
        .where(eq(certificates.id, row.id));
    }
    const { lifecycle } = await getTeamAnalytics(org);
    expect(lifecycle.map(({ text, count }) => [text, count])).toEqual([
      ['Up to 90 days', 2],
      ['91 to 200 days', 2],
      ['Over 200 days', 2],
    ]);
  });

  it('estimate the cost of all names below their registrable domains', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    await makeCertificates(
      test.ctx,
      org.org.id,
      ['a.one.example', 'b.one.example', 'two.example', '192.0.2.7'].map((host) => ({ host, notAfter: inDays(30) })),
    );
    const { cost } = await getTeamAnalytics(org);
    expect(cost).toMatchObject({
      names: 4,
      wildcardGroups: 1,
      extraDomains: 2,
      annual: 400,
      individual: 600,
      savings: 200,
      savingsPercent: 33,
    });
  });
});
