import { addMs, type CertificateId, type CertificateStatus, certificateStatuses, DAY_MS } from '@notafter/domain';
import { listCertificatesInput } from '@notafter/domain/inputs';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { startCheckRun } from '../checks/start-check-run.ts';
import { getCertificate } from '../get-certificate.ts';
import { removeCertificates } from '../remove-certificates.ts';
import { exportCertificates } from './export-certificates.ts';
import { getDashboardStats } from './get-dashboard-stats.ts';
import { getWidgets } from './get-widgets.ts';
import { listCertificates } from './list-certificates.ts';

/** Days left, and what they mean: one table for cards, filters, chips, exports, bulk actions and compliance. */
const table: readonly (readonly [days: number, status: CertificateStatus])[] = [
  [-2, 'expired'],
  [-1, 'expired'],
  [0, 'critical'],
  [1, 'critical'],
  [7, 'critical'],
  [8, 'warning'],
  [30, 'warning'],
  [31, 'valid'],
];
/** Just before an instant it is a day less. */
const before: Record<number, CertificateStatus> = {
  [-2]: 'expired',
  [-1]: 'expired',
  0: 'expired',
  1: 'critical',
  7: 'critical',
  8: 'critical',
  30: 'warning',
  31: 'warning',
};

interface Case {
  readonly name: string;
  readonly offset: number;
  readonly days: number;
  readonly status: CertificateStatus;
}

const cases: readonly Case[] = table.flatMap(([days, status]) => [
  { name: `a millisecond before ${days} days`, offset: days * DAY_MS - 1, days: days - 1, status: before[days] ?? status },
  { name: `at ${days} days`, offset: days * DAY_MS, days, status },
  { name: `a millisecond past ${days} days`, offset: days * DAY_MS + 1, days, status },
  { name: `in the middle of ${days} days`, offset: days * DAY_MS + DAY_MS / 2, days, status },
  { name: `a millisecond before ${days} days are over`, offset: (days + 1) * DAY_MS - 1, days, status },
]);

let test: TestContext;
let org: OrgContext;
let ids: CertificateId[];
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
  org = await makeOrgContext(test.ctx);
  const now = test.ctx.clock.now();
  ids = await makeCertificates(test.ctx, org.org.id, [
    ...cases.map(({ offset }) => ({ notAfter: addMs(now, offset) })),
    { notAfter: null, unreachable: 'dns' },
  ]);
});
afterAll(() => test.close());

const idsOf = (status: CertificateStatus): (CertificateId | undefined)[] =>
  cases.flatMap((one, index) => (one.status === status ? [ids[index]] : []));
const list = async (input: object) => (await listCertificates(org, listCertificatesInput.parse({ limit: 500, ...input }))).certificates;

describe.each(cases.map((one, index) => ({ ...one, index })))('$name', ({ index, days, status }) => {
  it(`is ${status} with ${days} days left, in the list and on its own`, async () => {
    const id = ids[index];
    expect((await list({})).find((view) => view.id === id)).toMatchObject({ daysLeft: days, status });
    if (id !== undefined) expect((await getCertificate(org, { id })).certificate).toMatchObject({ daysLeft: days, status });
  });
});

describe.each(certificateStatuses)('%s', (status) => {
  it('has as many on its card as its filter shows, and exactly those, in every order', async () => {
    const expected = idsOf(status);
    expect((await getDashboardStats(org))[status]).toBe(expected.length);
    for (const sort of ['expires', 'domain', 'issuer'] as const) {
      const shown = await list({ status, sort });
      expect(new Set(shown.map(({ id }) => id))).toEqual(new Set(expected));
      expect(shown.every((view) => view.status === status)).toBe(true);
    }
  });

  it('is the same in a search by days, an export and a bulk check', async () => {
    const bounds = {
      expired: 'expires:<0d',
      critical: 'expires:>=0d expires:<=7d',
      warning: 'expires:>7d expires:<31d',
      valid: 'expires:>30d',
    };
    const expected = new Set(idsOf(status));
    expect(new Set((await list({ search: bounds[status] })).map(({ id }) => id))).toEqual(expected);
    const exported = await exportCertificates(org, { search: '', status, cursor: undefined });
    expect(new Set(exported.certificates.map(({ id }) => id))).toEqual(expected);
    expect(exported.csv.split('\r\n').filter((line) => line.includes(`,${status},`))).toHaveLength(expected.size);
    expect((await startCheckRun(org, { filter: { search: '', status } })).queued).toBe(expected.size);
  });
});

it('one never seen has no status: it counts in total and unreachable only', async () => {
  const stats = await getDashboardStats(org);
  expect(stats).toMatchObject({ total: cases.length + 1, unreachable: 1 });
  expect(certificateStatuses.reduce((sum, status) => sum + stats[status], 0)).toBe(cases.length);
  expect(await list({ status: 'unreachable' })).toMatchObject([{ status: null, daysLeft: null }]);
});

it('compliance counts by the same table', async () => {
  const { compliance, seen } = await getWidgets(org);
  const [expired, critical, warning] = [idsOf('expired').length, idsOf('critical').length, idsOf('warning').length];
  expect(seen).toBe(cases.length);
  expect(compliance.map(({ compliant }) => compliant)).toEqual([
    seen - expired,
    seen - expired - critical,
    seen - expired - critical - warning,
  ]);
});

it('a bulk removal takes exactly the rows of its filter', async () => {
  const expired = idsOf('expired').length;
  expect(await removeCertificates(org, { filter: { search: '', status: 'expired' } })).toEqual({ deleted: expired });
  expect(await getDashboardStats(org)).toMatchObject({ expired: 0, total: cases.length + 1 - expired });
});

it('all of them leave the second of notAfter to the validity', async () => {
  const other = await makeOrgContext(test.ctx);
  await makeCertificates(test.ctx, other.org.id, [{ notAfter: test.ctx.clock.now() }]);
  const look = async (status: CertificateStatus) => {
    const [stats, listed] = await Promise.all([getDashboardStats(other), listCertificates(other, listCertificatesInput.parse({ status }))]);
    return [stats[status], listed.certificates.length, listed.certificates[0]?.status];
  };
  test.ctx.clock.advance(999);
  expect(await look('critical')).toEqual([1, 1, 'critical']);
  test.ctx.clock.advance(1);
  expect(await look('expired')).toEqual([1, 1, 'expired']);
});
