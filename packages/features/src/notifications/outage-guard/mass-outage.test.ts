import { createHash } from 'node:crypto';
import { alerts, certificates, checkSchedule, deliveries, operatorAlerts } from '@notafter/db';
import { addMs, brandId, type CertificateId, DAY_MS, HOUR_MS, MINUTE_MS, type OrganizationId } from '@notafter/domain';
import {
  createTestContext,
  makeCertificates,
  makeOrganization,
  servedObservation,
  type TestContext,
  unreachableObservation,
} from '@notafter/testing';
import { inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkDueSlice } from '../../certificates/checks/check-due-slice.ts';
import { enqueueDueSlices } from '../../certificates/checks/enqueue-due-slices.ts';
import { sendOperatorAlertJob } from '../ledger/internal/alert-jobs.ts';
import { sweepAlerts } from '../ledger/sweep-alerts.ts';
import { openChannel } from '../testing/ledger-fixtures.ts';

// The state of the whole installation decides, so each test has a separate database.
const ENDPOINTS = 600;
const ORGANIZATIONS = 20;
const operators = ['ops@example.com', 'night@example.com'];

let test: TestContext;
const orgIds: OrganizationId[] = [];
let silent: ReadonlySet<string> = new Set();
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise', platformAdminEmails: operators } });
  for (let index = 0; index < ORGANIZATIONS; index += 1) {
    const orgId = await makeOrganization(test.ctx);
    await openChannel(test.ctx, orgId, 'email');
    orgIds.push(orgId);
  }
});
afterAll(() => test.close());

const hostOf = (index: number): string => `endpoint-${index}.example`;
const hosts = (share: number, ofOrganization?: number): Set<string> =>
  new Set(
    Array.from({ length: ENDPOINTS }, (_, index) => index)
      .filter((index) => (ofOrganization === undefined ? index % 100 < share * 100 : index % ORGANIZATIONS === ofOrganization))
      .map(hostOf),
  );

/**
 * Ids whose ends are random and the same in each run: they say when an endpoint is checked, hence how many of those that
 * were checked are silent. They are in order, as new ones are.
 */
const idOf = (index: number): CertificateId => {
  const end = createHash('sha256').update(hostOf(index)).digest('hex').slice(0, 12);
  return brandId(`01989f0a-7c1e-7b42-8${index.toString(16).padStart(3, '0')}-${end}`);
};

const firstHosts = (count: number): Set<string> => new Set(Array.from({ length: count }, (_, index) => hostOf(index)));

/** Endpoints that were all checked in the last interval and answered. */
const monitored = async (count: number): Promise<CertificateId[]> => {
  await test.ctx.db.delete(operatorAlerts);
  await test.ctx.db.delete(alerts);
  await test.ctx.db.delete(certificates);
  test.ctx.jobs.clear();
  silent = new Set();
  const now = test.ctx.clock.now();
  const ids: CertificateId[] = [];
  for (const [place, orgId] of orgIds.entries()) {
    const own = Array.from({ length: count }, (_, index) => index).filter((index) => index % ORGANIZATIONS === place);
    for (const index of own) {
      const host = hostOf(index);
      test.ctx.gateways.prober.answer(`${host}:443`, () =>
        silent.has(host) ? unreachableObservation(host) : servedObservation(host, { notAfter: addMs(now, 300 * DAY_MS) }),
      );
    }
    const rows = own.map((index) => ({
      id: idOf(index),
      host: hostOf(index),
      notAfter: addMs(now, 300 * DAY_MS),
      lastCheckedAt: addMs(now, -((index * 21_600) % 21_599) * 1_000),
    }));
    ids.push(...(await makeCertificates(test.ctx, orgId, rows)));
  }
  return ids;
};

/** A worker's life: what is due is checked, and the ledger swept, at each step. */
const run = async (ms: number, stepMs: number = MINUTE_MS): Promise<void> => {
  for (let passed = 0; passed < ms; passed += stepMs) {
    test.ctx.clock.advance(stepMs);
    for (const shard of await enqueueDueSlices(test.ctx)) await checkDueSlice(test.ctx, { shard });
    await sweepAlerts(test.ctx);
  }
};
const failing = async () => (await test.ctx.db.select().from(alerts)).filter(({ rule }) => rule === 'failing');
const alertsSent = async () => (await test.ctx.db.select().from(deliveries)).filter(({ kind }) => kind === 'alert').length;

describe('with 30 % of the endpoints made unreachable at once', () => {
  beforeEach(async () => {
    await monitored(ENDPOINTS);
    silent = hosts(0.3);
  });

  it('the operators are notified once and no team is', async () => {
    await run(HOUR_MS);
    await run(7 * HOUR_MS, 10 * MINUTE_MS);
    const raised = await test.ctx.db.select().from(operatorAlerts);
    expect(raised).toMatchObject([{ kind: 'mass_outage', closedAt: null }]);
    expect(raised[0]?.detail).toMatch(/^\d+ of the \d+ endpoints checked since .* cannot be reached any more\.$/);
    expect(test.ctx.jobs.payloadsOf(sendOperatorAlertJob).map(({ to }) => to)).toEqual(operators);
    expect(await failing()).toEqual([]);
    expect(await alertsSent()).toBe(0);
  });

  it('nothing else is sent when they all come back', async () => {
    await run(HOUR_MS);
    silent = new Set();
    await run(HOUR_MS);
    expect(await test.ctx.db.select().from(operatorAlerts)).toMatchObject([{ closedAt: expect.any(Date) }]);
    expect(await failing()).toEqual([]);
  });

  it('those that do not come back with the others alert their teams after all', async () => {
    await run(HOUR_MS);
    silent = hosts(0.02);
    await run(7 * HOUR_MS, 10 * MINUTE_MS);
    const raised = await failing();
    expect(raised.map(({ domain }) => domain).sort()).toEqual([...silent].sort());
    expect(await alertsSent()).toBe(silent.size);
    expect(test.ctx.jobs.payloadsOf(sendOperatorAlertJob)).toHaveLength(operators.length);
  });
});

it('an outage that lasts for more than a day alerts the teams after all', async () => {
  await monitored(200);
  silent = firstHosts(60);
  await run(3 * HOUR_MS, 5 * MINUTE_MS);
  expect(await test.ctx.db.select().from(operatorAlerts)).toHaveLength(1);
  expect(await failing()).toEqual([]);
  test.ctx.clock.advance(22 * HOUR_MS);
  await run(10 * MINUTE_MS);
  expect(await failing()).toHaveLength(60);
  expect(test.ctx.jobs.payloadsOf(sendOperatorAlertJob)).toHaveLength(operators.length);
});

it('holds nothing back where one team alone is struck', async () => {
  await monitored(ENDPOINTS);
  silent = hosts(0, 3);
  await run(7 * HOUR_MS, 10 * MINUTE_MS);
  expect(await test.ctx.db.select().from(operatorAlerts)).toEqual([]);
  expect((await failing()).map(({ domain }) => domain).sort()).toEqual([...silent].sort());
});

describe.each([
  ['half of a small installation', 40, 20],
  ['a single endpoint of one in which few are checked at a time', 100, 1],
])('%s', (_name, count, silentCount) => {
  it('alerts a few minutes after its third failed check at most', async () => {
    await monitored(count);
    silent = firstHosts(silentCount);
    await run(7 * HOUR_MS, 4 * MINUTE_MS);
    const since = await test.ctx.db.select({ domain: certificates.domain, since: certificates.unreachableSince }).from(certificates);
    const began = new Map(since.map((row) => [row.domain, row.since?.getTime() ?? 0]));
    const lateMinutes = (await failing()).map(({ domain, raisedAt }) => (raisedAt.getTime() - (began.get(domain) ?? 0)) / MINUTE_MS);
    expect(lateMinutes).toHaveLength(silentCount);
    expect(Math.max(...lateMinutes)).toBeLessThanOrEqual(15 + 12);
  });
});

it('waits an hour at most if checks stop, so that the extent is unknown', async () => {
  const ids = await monitored(100);
  silent = firstHosts(3);
  const now = test.ctx.clock.now();
  await test.ctx.db.update(checkSchedule).set({ nextCheckAt: sql`'infinity'` });
  const struck = ids.slice(0, 3);
  const gone = { unreachableReason: 'timeout' as const, unreachableDetail: 'No answer.', unreachableSince: now };
  await test.ctx.db.update(certificates).set(gone).where(inArray(certificates.id, struck));
  await test.ctx.db.update(checkSchedule).set({ fails: 3, lastCheckedAt: now }).where(inArray(checkSchedule.certificateId, struck));
  await run(55 * MINUTE_MS, 5 * MINUTE_MS);
  expect(await failing()).toEqual([]);
  await run(10 * MINUTE_MS, 5 * MINUTE_MS);
  expect(await failing()).toHaveLength(3);
});

it('counts no endpoint that was never seen: a bad import is its team’s own', async () => {
  await monitored(100);
  const [first] = orgIds;
  if (first === undefined) throw new Error('The organization was not found.');
  const never = Array.from({ length: 50 }, (_, index) => ({ host: `never-${index}.example`, unreachable: 'dns' as const }));
  const ids = await makeCertificates(test.ctx, first, never);
  await test.ctx.db.update(checkSchedule).set({ fails: 3 }).where(inArray(checkSchedule.certificateId, ids));
  await run(5 * MINUTE_MS);
  expect(await test.ctx.db.select().from(operatorAlerts)).toEqual([]);
  expect(await failing()).toHaveLength(50);
});
