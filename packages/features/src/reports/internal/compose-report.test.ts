import { certificateHistory, certificateRenewals, certificates, newId, organizationDays } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, REPORT_ENDPOINTS_SHOWN } from '@notafter/domain';
import { createTestContext, type MemberContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { getAnalytics } from '../../analytics/get-analytics.ts';
import { getDashboardStats } from '../../certificates/list/get-dashboard-stats.ts';
import { listCertificates } from '../../certificates/list/list-certificates.ts';
import { readCsv } from '../../csv-cells.ts';
import { composeReport } from './compose-report.ts';

let test: TestContext;
let org: MemberContext;
const now = () => test.ctx.clock.now();
const inDays = (days: number) => addMs(now(), days * DAY_MS);
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Team' } });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { name: 'Harborline' });
});
afterAll(() => test.close());

const compose = () => composeReport(org, { frequency: 'weekly', from: inDays(-7), until: now(), timeZone: 'UTC' });
const daysAgo = (days: number) => inDays(-days).toISOString().slice(0, 10);
const recordDay = (day: string, figures: Partial<typeof organizationDays.$inferInsert> = {}) =>
  test.ctx.db.insert(organizationDays).values({
    ...{ orgId: org.org.id, day, recordedAt: now(), total: 1, expired: 2, critical: 3, warning: 4, valid: 5, unreachable: 6 },
    ...{ healthScore: 70, riskScore: 80, late: 9, renewals: 1, issuersTotal: 1, issuers: [], groups: {} },
    ...figures,
  });

it('has the figures of the screens at the same instant', async () => {
  await makeCertificates(test.ctx, org.org.id, [
    ...[-40, -3, 0, 7, 8, 29.9, 30, 31, 89, 91].map((day, index) => ({ host: `h${index}.example`, notAfter: inDays(day) })),
    { host: 'down.example', notAfter: null, unreachable: 'dns' as const },
  ]);
  const { report, csv } = await compose();
  const { total, expired, critical, warning, valid, unreachable, healthScore } = await getDashboardStats(org);
  const { riskScore } = await getAnalytics(org);
  expect(report.figures).toEqual({ total, expired, critical, warning, valid, unreachable, healthScore, riskScore, late: 0 });
  expect([total, expired, critical, warning]).toEqual([11, 2, 2, 3]);
  expect(report.expiring.first.map(({ domain, daysLeft }) => [domain, daysLeft])).toEqual([
    ['h2.example', 0],
    ['h3.example', 7],
    ['h4.example', 8],
    ['h5.example', 29],
  ]);
  expect(report.expired).toMatchObject({ total: 1, first: [{ domain: 'h1.example', daysLeft: -3 }] });
  const [head, ...lines] = readCsv(csv, csv.split('\n')[0] ?? '') ?? [];
  expect(head?.cells).toEqual(['domain', 'issuer', 'expiration_date', 'days_left']);
  expect(lines.map(({ cells }) => cells[0]).slice(0, 7)).toEqual(
    ['h2', 'h3', 'h4', 'h5', 'h6', 'h7', 'h8'].map((host) => `${host}.example`),
  );
  expect(report.file).toEqual({ rows: 7, total: 7 });
});

it('lists the first endpoints of each part and says how many there are; its links list all of them', async () => {
  const many = REPORT_ENDPOINTS_SHOWN + 3;
  const ids = await makeCertificates(
    test.ctx,
    org.org.id,
    Array.from({ length: many }, (_, index) => ({ host: `h${index}.example`, notAfter: inDays(1 + index) })),
  );
  await makeCertificates(test.ctx, org.org.id, [{ notAfter: inDays(-1) }, { notAfter: inDays(40) }]);
  await test.ctx.db
    .insert(certificateRenewals)
    .values(ids.slice(0, 2).map((certificateId) => ({ certificateId, dueAt: inDays(-2), lateAt: inDays(-1), basis: 'lifetime' as const })));
  const { report } = await compose();
  expect(report.expiring).toMatchObject({ total: many });
  expect(report.expiring.first).toHaveLength(REPORT_ENDPOINTS_SHOWN);
  expect(report.expiring.first[0]?.url).toBe(`http://localhost:3000/certificates/${ids[0]}`);
  expect(report.late).toMatchObject({ total: 2, first: [{ domain: 'h0.example' }, { domain: 'h1.example' }] });
  expect(report.figures.late).toBe(2);
  for (const list of [report.expiring, report.late, report.expired]) {
    const { searchParams } = new URL(list.url);
    const filter = {
      search: searchParams.get('search') ?? '',
      status: searchParams.get('status') === 'expired' ? 'expired' : 'all',
    } as const;
    const listed = await listCertificates(org, { ...filter, sort: 'domain', order: 'asc', page: 'first', limit: 50 });
    expect(listed.certificates).toHaveLength(list.total);
  }
});

it('compares with the end of the day before the period, or else with the next recorded one', async () => {
  expect((await compose()).report.before).toBeNull();
  await recordDay(daysAgo(9));
  expect((await compose()).report.before).toBeNull();
  await recordDay(daysAgo(3), { total: 3 });
  expect((await compose()).report.before).toMatchObject({ day: daysAgo(3), total: 3, late: 9, healthScore: 70, riskScore: 80 });
  await recordDay(daysAgo(8), { total: 8 });
  expect((await compose()).report.before).toMatchObject({ day: daysAgo(8), total: 8 });
});

it('counts the renewals of the period, and no others', async () => {
  const [certificateId = newId<'certificate'>()] = await makeCertificates(test.ctx, org.org.id, [{}]);
  const record = (recordedAt: Date, action: 'renewed' | 'checked') =>
    test.ctx.db.insert(certificateHistory).values({
      ...{ id: newId<'history-entry'>(), certificateId, action, recordedAt, issuer: 'CA', notAfter: now(), fingerprint256: 'AA' },
    });
  for (const at of [addMs(inDays(-7), -1), inDays(-7), inDays(-1), addMs(now(), -1), now()]) await record(at, 'renewed');
  await record(addMs(now(), -HOUR_MS), 'checked');
  const other = await makeOrgContext(test.ctx);
  await makeCertificates(test.ctx, other.org.id, [{ notAfter: inDays(3) }]);
  expect((await compose()).report).toMatchObject({ renewals: 3, expiring: { total: 0 } });
});

it('names the first coming limit that endpoints do not meet, with the counts of readiness', async () => {
  expect((await compose()).report.limit).toBeNull();
  await makeCertificates(test.ctx, org.org.id, [{ issuer: 'DigiCert Inc', notAfter: inDays(150) }]);
  await test.ctx.db
    .update(certificates)
    .set({ notBefore: inDays(-49) })
    .where(eq(certificates.orgId, org.org.id));
  const { limit } = (await compose()).report;
  expect(limit).toMatchObject({ misses: 1, check: 0 });
  expect(new Date(limit?.from ?? '') > now()).toBe(true);
});

it('escapes the cells of the attached file', async () => {
  await makeCertificates(test.ctx, org.org.id, [{ host: 'h.example', issuer: '=cmd|"/c calc"!A1,\r\nx', notAfter: inDays(1) }]);
  const { csv } = await compose();
  expect(csv).toContain(`"'=cmd|""/c calc""!A1,\r\nx"`);
});
