import { certificateHistory, certificateRenewals, certificates, newId, organizationDays, organizations } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS } from '@notafter/domain';
import { createTestContext, type MemberContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getDashboardStats } from '../certificates/list/get-dashboard-stats.ts';
import { getAnalytics } from './get-analytics.ts';
import { listTrends } from './list-trends.ts';
import { recordDays } from './record-days.ts';

let test: TestContext;
let org: MemberContext;
const now = () => test.ctx.clock.now();
const today = () => new Date(Math.floor(now().getTime() / DAY_MS) * DAY_MS);
const dayOf = (instant: Date) => instant.toISOString().slice(0, 10);
const yesterday = () => dayOf(addMs(today(), -DAY_MS));

beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
beforeEach(async () => {
  await test.ctx.db.delete(organizations);
  org = await makeOrgContext(test.ctx);
  await test.ctx.db.update(organizations).set({ createdAt: addMs(now(), -90 * DAY_MS) });
});
afterAll(() => test.close());

const renewedAt = async (recordedAt: Date, action: 'renewed' | 'checked' = 'renewed') => {
  const [row] = await test.ctx.db.select().from(certificates).where(eq(certificates.orgId, org.org.id)).limit(1);
  if (row === undefined) throw new Error('missing');
  await test.ctx.db.insert(certificateHistory).values({
    ...{ id: newId<'history-entry'>(), certificateId: row.id, action, recordedAt, issuer: 'CA', notAfter: now(), fingerprint256: 'AA' },
  });
};

describe('the row of a day', () => {
  it('equals the figures of the screens at that instant', async () => {
    const days = [-1, 0, 7, 8, 30, 31, 90];
    const ids = await makeCertificates(test.ctx, org.org.id, [
      ...days.map((day, index) => ({ host: `h${index}.example`, notAfter: addMs(now(), day * DAY_MS) })),
      { host: 'other.example', issuer: 'Other CA', notAfter: addMs(now(), 90 * DAY_MS), unreachable: 'dns' as const },
    ]);
    await test.ctx.db.update(certificates).set({ keyExchange: 'X25519' });
    const [late = newId<'certificate'>()] = ids.slice(3);
    await test.ctx.db.update(certificates).set({ keyExchange: null }).where(eq(certificates.id, late));
    const renewal = { dueAt: addMs(now(), -2 * DAY_MS), lateAt: addMs(now(), -DAY_MS), basis: 'lifetime' as const };
    await test.ctx.db.insert(certificateRenewals).values({ certificateId: late, ...renewal });
    expect(await recordDays(test.ctx)).toBe(1);
    const { trends } = await listTrends(org, { days: 30 });
    const { total, expired, critical, warning, valid, unreachable, healthScore } = await getDashboardStats(org);
    const { riskScore, issuersTotal, issuers } = await getAnalytics(org);
    expect(trends).toEqual([
      {
        ...{ day: yesterday(), total, expired, critical, warning, valid, unreachable, healthScore, riskScore, issuersTotal },
        ...{ late: 1, renewals: 0, groups: { X25519: 7 } },
        issuers: issuers.map(({ name, count }) => ({ name, count })),
      },
    ]);
    expect([total, expired, critical, warning, valid, unreachable]).toEqual([8, 1, 2, 2, 3, 1]);
  });

  it('counts the renewals from midnight to midnight', async () => {
    await makeCertificates(test.ctx, org.org.id, [{}]);
    const start = addMs(today(), -DAY_MS);
    const inside = [start, start, addMs(start, 12 * HOUR_MS), addMs(today(), -1)];
    for (const at of [addMs(start, -1), ...inside, today()]) await renewedAt(at);
    await renewedAt(addMs(start, HOUR_MS), 'checked');
    await recordDays(test.ctx);
    expect((await listTrends(org, { days: 30 })).trends.map(({ renewals }) => renewals)).toEqual([inside.length]);
  });

  it('is written once, and never changed', async () => {
    await recordDays(test.ctx);
    await makeCertificates(test.ctx, org.org.id, [{}]);
    expect(await recordDays(test.ctx)).toBe(0);
    expect((await listTrends(org, { days: 30 })).trends).toMatchObject([{ total: 0 }]);
  });

  it('is the first that was written, if two workers write at once', async () => {
    const other = addMs(now(), HOUR_MS);
    const insert = async (at: Date) => recordDays({ ...test.ctx, clock: { now: () => at } });
    await Promise.all([insert(now()), insert(other), insert(now()), insert(other)]);
    const rows = await test.ctx.db.select().from(organizationDays);
    expect(rows.map(({ day, total }) => [day, total])).toEqual([[yesterday(), 0]]);
  });

  it('of an organization that began today is not written', async () => {
    const young = await makeOrgContext(test.ctx);
    expect(await recordDays(test.ctx)).toBe(1);
    expect((await listTrends(young, { days: 30 })).trends).toEqual([]);
  });

  it('is written for more organizations than one batch, and goes with its organization', async () => {
    const createdAt = addMs(now(), -9 * DAY_MS);
    await test.ctx.db
      .insert(organizations)
      .values(Array.from({ length: 230 }, () => ({ id: newId<'organization'>(), name: 'Many', plan: 'Team', createdAt })));
    expect(await recordDays(test.ctx)).toBe(231);
    await test.ctx.db.delete(organizations).where(eq(organizations.name, 'Many'));
    expect(await test.ctx.db.$count(organizationDays)).toBe(1);
  });

  it('that fails does not stop the others, and is tried again', async () => {
    await test.ctx.db.insert(organizations).values({
      ...{ id: newId<'organization'>(), name: 'Second', plan: 'Team', createdAt: addMs(now(), -9 * DAY_MS) },
    });
    let calls = 0;
    const insert = (...args: Parameters<typeof test.ctx.db.insert>) => {
      calls += 1;
      if (calls === 1) throw new Error('no');
      return test.ctx.db.insert(...args);
    };
    const db = Object.assign(Object.create(test.ctx.db), { insert });
    expect(await recordDays({ ...test.ctx, db })).toBe(1);
    expect(test.ctx.log.entries.some(({ message }) => message.includes('was not recorded'))).toBe(true);
    expect(await recordDays(test.ctx)).toBe(1);
  });
});

it('the last days are listed from the earliest, and no others', async () => {
  await recordDays(test.ctx);
  const [row] = await test.ctx.db.select().from(organizationDays);
  if (row === undefined) throw new Error('missing');
  const at = (days: number) => ({ ...row, day: dayOf(addMs(today(), -days * DAY_MS)) });
  await test.ctx.db.insert(organizationDays).values([at(31), at(30), at(2), at(365), at(366)]);
  const daysOf = async (days: 30 | 365) => (await listTrends(org, { days })).trends.map(({ day }) => day);
  expect(await daysOf(30)).toEqual([30, 2, 1].map((days) => dayOf(addMs(today(), -days * DAY_MS))));
  expect(await daysOf(365)).toHaveLength(5);
  expect(await test.ctx.db.$count(organizationDays, and(eq(organizationDays.orgId, org.org.id)))).toBe(6);
});
