import { certificateRenewals, certificates } from '@notafter/db';
import { addMs, type CertificateId, DAY_MS, dateText } from '@notafter/domain';
import { listReadinessInput } from '@notafter/domain/inputs';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../context.ts';
import { exportReadiness } from './export-readiness.ts';
import { getReadiness } from './get-readiness.ts';
import { type EndpointReadiness, listReadiness } from './list-readiness.ts';

let test: TestContext;
let org: OrgContext;

const now = new Date('2026-11-26T12:00:00Z');
const paths = [{ anchor: 'A', anchorName: 'Root', until: '2035-01-01T00:00:00.000Z', endsWith: 'A' }];

interface Served {
  readonly host: string;
  readonly issuer: string;
  readonly lifeDays: number;
  /** Days since it was issued. */
  readonly age: number;
  readonly rhythmDays?: number;
  readonly fingerprint256?: string;
  readonly clientAuth?: boolean;
  readonly isPublic?: boolean;
}

const served: readonly Served[] = [
  { host: 'acme.example', issuer: "Let's Encrypt", lifeDays: 90, age: 30, rhythmDays: 60 },
  ...[1, 2, 3, 4, 5].map((n) => ({ host: `w${n}.example`, issuer: 'GlobalSign nv-sa', lifeDays: 199, age: 100, fingerprint256: 'W' })),
  { host: 'half.example', issuer: 'Sectigo Limited', lifeDays: 199, age: 100, rhythmDays: 182 },
  { host: 'internal.example', issuer: 'Corp Issuing CA', lifeDays: 825, age: 10, isPublic: false },
  { host: 'mtls.example', issuer: 'Sectigo Limited', lifeDays: 199, age: 100, clientAuth: true },
  { host: 'yearly.example', issuer: 'DigiCert Inc', lifeDays: 397, age: 300, rhythmDays: 365 },
];

const store = async (id: CertificateId, one: Served): Promise<void> => {
  const notBefore = addMs(now, -one.age * DAY_MS);
  await test.ctx.db
    .update(certificates)
    .set({
      notBefore,
      fingerprint256: one.fingerprint256 ?? one.host,
      issuer: one.issuer,
      clientFacts: { paths: one.isPublic === false ? [] : [...paths], scts: [], clientAuth: one.clientAuth ?? false },
    })
    .where(eq(certificates.id, id));
  if (one.rhythmDays === undefined) return;
  const dueAt = addMs(notBefore, one.rhythmDays * DAY_MS);
  await test.ctx.db.insert(certificateRenewals).values({ certificateId: id, dueAt, lateAt: addMs(dueAt, DAY_MS), basis: 'rhythm' });
};

beforeAll(async () => {
  test = await createTestContext();
  test.ctx.clock.advance(now.getTime() - test.ctx.clock.now().getTime());
  org = await makeOrgContext(test.ctx, { plan: 'Starter' });
  const rows = served.map(({ host, lifeDays, age }) => ({ host, notAfter: addMs(now, (lifeDays - age) * DAY_MS) }));
  const ids = await makeCertificates(test.ctx, org.org.id, [...rows, { host: 'never.example', unreachable: 'dns' }]);
  for (const [index, one] of served.entries()) {
    const id = ids[index];
    if (id !== undefined) await store(id, one);
  }
  const stranger = await makeOrgContext(test.ctx);
  await makeCertificates(test.ctx, stranger.org.id, [{ host: 'stranger.example', notAfter: addMs(now, DAY_MS) }]);
});
afterAll(() => test.close());

describe('readiness', () => {
  it('counts who renews how, and what each limit does to them', async () => {
    const { total, ways, limits } = await getReadiness(org);
    expect(total).toBe(10);
    expect(ways).toEqual({ acme: 1, byHand: 8, internal: 1 });
    const counts = Object.fromEntries(limits.map(({ id, counts: found }) => [id, Object.values(found)]));
    // Unaffected, ready, more work, to check, missed.
    expect(counts).toEqual({
      'lifetime-2026-03-15-200-days': [1, 8, 0, 0, 1],
      'lifetime-2027-02-10-let-s-encrypt': [9, 1, 0, 0, 0],
      'lifetime-2027-03-15-100-days': [1, 1, 0, 0, 8],
      'validation-reuse-2027-03-15-validations-of-100-days': [1, 2, 7, 0, 0],
      'client-auth-2027-03-15-no-client-authentication': [9, 0, 0, 1, 0],
      'validation-method-2027-03-15-no-validation-by-phone': [1, 1, 0, 8, 0],
      'lifetime-2028-02-16-let-s-encrypt': [9, 0, 0, 1, 0],
      'validation-method-2028-03-15-no-validation-by-email': [1, 1, 0, 8, 0],
      'lifetime-2029-03-15-47-days': [1, 0, 0, 1, 8],
      'validation-reuse-2029-03-15-validations-of-10-days': [1, 2, 7, 0, 0],
    });
  });

  it('adds up the work by hand of each certificate, installed on each of its endpoints', async () => {
    const { stages } = await getReadiness(org);
    // Worked out by hand: the wildcard and mTLS every 179.1 days, one every 182, one every 365 (then 183.9 of 200 days).
    const rate = (life: number, every: number, limit: number) => 365 / (life > limit ? (every * limit) / life : every);
    const yearOf = (limit: number) => {
      const [w, h, y] = [rate(199, 179.1, limit), rate(199, 182, limit), rate(397, 365, limit)];
      return { orders: 2 * w + h + y, installs: 6 * w + h + y };
    };
    for (const { days, work } of stages) {
      expect(work.orders).toBeCloseTo(yearOf(days).orders, 6);
      expect(work.installs).toBeCloseTo(yearOf(days).installs, 6);
    }
    expect(stages.map(({ work }) => Math.round(work.installs))).toEqual([16, 32, 69]);
  });

  it('names what to automate first: the wildcard on five endpoints before the rest', async () => {
    const { first } = await getReadiness(org);
    expect(first.map(({ domain, endpoints }) => [domain, endpoints])).toEqual([
      ['w1.example', 5],
      ['mtls.example', 1],
      ['half.example', 1],
      ['yearly.example', 1],
    ]);
  });

  it('is empty for an organization that monitors nothing', async () => {
    const { total, first, stages } = await getReadiness(await makeOrgContext(test.ctx));
    expect([total, first, stages.map(({ work }) => work.orders)]).toEqual([0, [], [0, 0, 0]]);
  });
});

describe('the readiness of endpoints', () => {
  it('names the day on which each limit first shows, by domain and page', async () => {
    const pages: (readonly EndpointReadiness[])[] = [];
    let cursor: string | undefined;
    do {
      const page = await listReadiness(org, listReadinessInput.parse({ limit: 4, cursor }));
      pages.push(page.endpoints);
      cursor = page.nextCursor ?? undefined;
      expect(page.total).toBe(11);
    } while (cursor !== undefined);
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 3]);
    const missesOf = (domain: string) =>
      pages
        .flat()
        .find((row) => row.domain === domain)
        ?.effects.flatMap(({ state, at }) => (state === 'misses' && at !== null ? [dateText(at)] : []));
    // Issued 300 days ago and renewed every 365: on 2027-01-30 for 200 days, on 2028-01-30 for 100, and on 2030-01-29 for 47.
    expect(missesOf('yearly.example')).toEqual(['2027-08-18', '2028-05-09', '2030-03-17']);
    expect(missesOf('acme.example')).toEqual([]);
    expect(pages.flat().find(({ domain }) => domain === 'never.example')).toMatchObject({ renewal: null, effects: [] });
  });

  it('is exported with a column for each limit', async () => {
    const { csv } = await exportReadiness(org, { cursor: undefined });
    const [header, ...rows] = csv.trim().split('\r\n');
    expect(header).toMatch(/^domain,issuer,way,every_days,life_days,next_renewal,2026-03-15 200 days,/);
    expect(rows).toHaveLength(11);
    expect(rows.find((row) => row.startsWith('yearly'))).toMatch(
      /^yearly\.example,DigiCert Inc,by_hand,365,397,2027-01-30,misses 2027-08-18,/,
    );
  });
});
