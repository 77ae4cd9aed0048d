import { alerts, certificateRenewals, certificates, checkSchedule, newId } from '@notafter/db';
import { addMs, type CertificateId, DAY_MS, HOUR_MS, MINUTE_MS, type OrganizationId, startOfSecond } from '@notafter/domain';
import {
  certificateFacts,
  createTestContext,
  makeOrganization,
  servedObservation,
  type TestContext,
  unreachableObservation,
} from '@notafter/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkDueSlice } from '../../certificates/checks/check-due-slice.ts';
import { maintainChecks } from '../../certificates/checks/maintain-checks.ts';
import { alertsOf, choose, openChannel } from '../testing/ledger-fixtures.ts';
import { sweepAlerts } from './sweep-alerts.ts';

// `npm run simulate:alerts` lives through three years with 1,200 endpoints.
const ENDPOINTS = Number(process.env.SIMULATED_ENDPOINTS ?? 6);
const DAYS = Number(process.env.SIMULATED_DAYS ?? 24);
const LIVES_IN_DAYS = ENDPOINTS > 100 ? [160 / 24, 45, 64, 90, 100, 200, 398] : [160 / 24, 45];
const MISSED = Math.min(200, ENDPOINTS);
/** Endpoints are checked in rounds, because a round costs more than its checks. A renewal that becomes late gets a further one. */
const ROUND_MS = 6 * HOUR_MS;
/** How often partitions are created, and tables vacuumed. */
const MAINTAINED_MS = 10 * DAY_MS;
const OUTAGE_MS = 9 * HOUR_MS;
vi.setConfig({ testTimeout: 180 * 60_000 });

let test: TestContext;
let orgId: OrganizationId;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise', checkIntervalHours: 24 } });
});
beforeEach(async () => {
  await test.ctx.db.delete(certificates);
  orgId = await makeOrganization(test.ctx);
  await openChannel(test.ctx, orgId, 'email');
  await choose(test.ctx, orgId, { alertDays: [30, 14, 7, 1], scaleToLifetime: true });
});
afterAll(() => test.close());

/** A certificate that is served from `from` on. */
interface Served {
  readonly from: Date;
  readonly notAfter: Date;
  readonly keyType: 'RSA' | 'EC';
}

const monitor = async (host: string, served: readonly Served[]): Promise<CertificateId> => {
  const id = newId<'certificate'>();
  const now = test.ctx.clock.now();
  await test.ctx.db.insert(certificates).values({ id, orgId, host, port: 443, domain: host, createdAt: now });
  await test.ctx.db.insert(checkSchedule).values({ certificateId: id, shard: 0, nextCheckAt: now });
  test.ctx.gateways.prober.answer(`${host}:443`, () => {
    const present = served.findLast(({ from }) => from <= test.ctx.clock.now());
    if (present === undefined) throw new Error(`${host} serves nothing yet.`);
    const { from, notAfter, keyType } = present;
    return servedObservation(
      host,
      {},
      { chain: [certificateFacts(`${host} ${from.toISOString()}`, { notBefore: from, notAfter, keyType, san: [host] })] },
    );
  });
  return id;
};
const checkAndSweep = async (): Promise<void> => {
  await checkDueSlice(test.ctx, { shard: 0 });
  await sweepAlerts(test.ctx);
};
/** The next round: after `ROUND_MS` the next due check, and before it the next renewal that becomes late, with the check that it asks for. */
const nextRound = async (): Promise<number> => {
  const now = test.ctx.clock.now();
  const [next] = await test.ctx.db.execute<{ check: string; late: string | null }>(sql`
    select (select min(next_check_at) from check_schedule)::text as check,
           (select min(late_at) from certificate_renewals where late_at > ${now.toISOString()}::timestamptz)::text as late`);
  const checkAt = new Date(next?.check ?? now).getTime();
  const isAsked = checkAt <= now.getTime();
  const regularAt = Math.max(checkAt, now.getTime() + (isAsked ? MINUTE_MS : ROUND_MS));
  return Math.max(Math.min(regularAt, new Date(next?.late ?? regularAt).getTime()), now.getTime() + MINUTE_MS);
};

const liveUntil = async (end: Date): Promise<void> => {
  for (;;) {
    const now = test.ctx.clock.now();
    const at = await nextRound();
    if (at >= end.getTime()) break;
    test.ctx.clock.set(new Date(at));
    if (Math.floor(at / MAINTAINED_MS) > Math.floor(now.getTime() / MAINTAINED_MS)) {
      await maintainChecks(test.ctx);
      // Test databases have no autovacuum: within a year, dead rows and missing statistics make each round ten times slower.
      await test.ctx.db.execute(
        sql`vacuum (analyze) check_schedule, certificate_renewals, certificates, certificate_counts, x509_certificates`,
      );
    }
    await checkAndSweep();
  }
  test.ctx.clock.set(end);
};

/** Deterministic, from 0 to below 1. */
const randomOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
};

/** Renewals around the recommended share of the life, `jitter` of it wide; none during the CA's outage; the last one is missed. */
const renewalsOf = (begin: Date, days: number, jitter: number, random: () => number, until: Date, outage: Date): Served[] => {
  const share = days < 10 ? 1 / 2 : 2 / 3;
  const served: Served[] = [];
  let from = addMs(begin, -Math.floor(random() * share * days * DAY_MS));
  while (from < until) {
    served.push({ from, notAfter: addMs(from, days * DAY_MS), keyType: served.length < 2 ? 'RSA' : 'EC' });
    const planned = addMs(from, days * DAY_MS * share * (1 + (random() - 0.5) * jitter));
    const outageEnd = addMs(outage, OUTAGE_MS);
    from = planned >= outage && planned < outageEnd ? outageEnd : planned;
  }
  return served;
};

it('healthy renewals alert nobody; each missed one is late once, before a quarter of the life is left', async () => {
  const begin = test.ctx.clock.now();
  const missedFrom = addMs(begin, DAYS * DAY_MS);
  const random = randomOf(7);
  await maintainChecks(test.ctx);
  const endpoints: { id: CertificateId; days: number; served: Served[] }[] = [];
  for (let index = 0; index < ENDPOINTS; index += 1) {
    const days = LIVES_IN_DAYS[index % LIVES_IN_DAYS.length] ?? 90;
    const jitter = index % 2 === 0 ? 0.01 : 0.2;
    const served = renewalsOf(
      begin,
      days,
      jitter,
      random,
      index < MISSED ? missedFrom : addMs(missedFrom, 1000 * DAY_MS),
      addMs(begin, (DAYS / 2) * DAY_MS),
    );
    endpoints.push({ id: await monitor(`e${index}.example`, served), days, served });
  }
  await checkAndSweep();
  await liveUntil(missedFrom);
  expect(await test.ctx.db.select({ domain: alerts.domain, rule: alerts.rule, summary: alerts.summary }).from(alerts)).toEqual([]);

  const horizon = Math.max(
    ...endpoints.slice(0, MISSED).map(({ served, days }) => (served.at(-1)?.from.getTime() ?? 0) + 0.75 * days * DAY_MS),
  );
  await liveUntil(new Date(horizon));
  const raised = await test.ctx.db.select().from(alerts);
  const late = endpoints.map(({ id, days, served }) => {
    const own = raised.filter(({ certificateId, rule }) => certificateId === id && rule === 'late');
    const notAfter = served.at(-1)?.notAfter.getTime() ?? 0;
    return own.map(({ raisedAt }) => notAfter - raisedAt.getTime() > (days * DAY_MS) / 4);
  });
  expect(late).toEqual(endpoints.map((_, index) => (index < MISSED ? [true] : [])));
  const healthy = new Set(endpoints.slice(MISSED).map(({ id }) => id));
  expect(raised.filter(({ certificateId }) => certificateId !== null && healthy.has(certificateId))).toEqual([]);
});

describe('one endpoint', () => {
  const life = 90 * DAY_MS;
  const lateAt = (from: Date): Date => addMs(from, life * 0.745);
  const begin = async (): Promise<{ id: CertificateId; from: Date; served: Served[] }> => {
    const from = addMs(test.ctx.clock.now(), -60 * DAY_MS);
    const served: Served[] = [{ from, notAfter: addMs(from, life), keyType: 'EC' }];
    const id = await monitor('one.example', served);
    await checkAndSweep();
    return { id, from, served };
  };

  it('is late only after a check saw the old certificate after that time, which comes at once', async () => {
    const { id, from } = await begin();
    test.ctx.clock.set(addMs(lateAt(from), -60_000));
    await checkAndSweep();
    expect(await alertsOf(test.ctx, id)).toEqual([]);
    test.ctx.clock.set(addMs(lateAt(from), 60_000));
    await sweepAlerts(test.ctx);
    expect(await alertsOf(test.ctx, id)).toEqual([]);
    await checkAndSweep();
    expect(await alertsOf(test.ctx, id)).toEqual(['late 0']);
    const [alert] = await test.ctx.db.select().from(alerts).where(eq(alerts.certificateId, id));
    expect(alert?.summary).toMatch(/^Was not renewed on schedule: due since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/);
  });

  it('alerts once, and is resolved by the renewal', async () => {
    const { id, from, served } = await begin();
    test.ctx.clock.set(addMs(lateAt(from), HOUR_MS));
    await checkAndSweep();
    await checkAndSweep();
    const renewedAt = addMs(test.ctx.clock.now(), HOUR_MS);
    served.push({ from: renewedAt, notAfter: addMs(renewedAt, life), keyType: 'EC' });
    test.ctx.clock.advance(DAY_MS + HOUR_MS);
    await checkAndSweep();
    expect(await alertsOf(test.ctx, id)).toEqual(['late 0 renewed']);
    const [plan] = await test.ctx.db.select().from(certificateRenewals).where(eq(certificateRenewals.certificateId, id));
    expect(plan).toMatchObject({ basis: 'lifetime', lateAt: lateAt(renewedAt) });
  });

  it.each([
    [999, ['expiry 0', 'late 0']],
    [1_000, ['expired -1']],
  ])('is late to the end of its last second: %i ms', async (ms, expected) => {
    test.ctx.clock.set(startOfSecond(test.ctx.clock.now()));
    const { id, from } = await begin();
    test.ctx.clock.set(addMs(from, life + ms));
    await checkAndSweep();
    expect((await alertsOf(test.ctx, id)).sort()).toEqual(expected);
  });

  it('alerts again on a certificate that was reissued with the same end, and not renewed either', async () => {
    const { id, from, served } = await begin();
    const end = addMs(from, life);
    test.ctx.clock.set(addMs(lateAt(from), HOUR_MS));
    await checkAndSweep();
    const reissuedAt = addMs(test.ctx.clock.now(), HOUR_MS);
    served.push({ from: reissuedAt, notAfter: end, keyType: 'EC' });
    test.ctx.clock.advance(DAY_MS + HOUR_MS);
    await checkAndSweep();
    expect(await alertsOf(test.ctx, id)).toEqual(['late 0 renewed']);
    test.ctx.clock.set(addMs(reissuedAt, (end.getTime() - reissuedAt.getTime()) * 0.75));
    await checkAndSweep();
    await checkAndSweep();
    expect((await alertsOf(test.ctx, id)).filter((alert) => alert.startsWith('late'))).toEqual(['late 0 renewed', 'late 0']);
  });

  it('is not called late while it cannot be reached', async () => {
    const { id, from } = await begin();
    test.ctx.gateways.prober.answer('one.example:443', unreachableObservation('one.example'));
    test.ctx.clock.set(addMs(lateAt(from), HOUR_MS));
    await checkAndSweep();
    await checkAndSweep();
    expect((await alertsOf(test.ctx, id)).filter((alert) => alert.startsWith('late'))).toEqual([]);
  });

  it('keeps its day thresholds in an organization that does not scale', async () => {
    await choose(test.ctx, orgId, { scaleToLifetime: false });
    const { id, from } = await begin();
    test.ctx.clock.set(addMs(lateAt(from), HOUR_MS));
    await checkAndSweep();
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 30']);
  });

  it('is alerted by the days that are left after the time of a healthy renewal', async () => {
    const { id, from } = await begin();
    for (const day of [14, 7, 1, 0]) {
      test.ctx.clock.set(addMs(from, life - (day + 1) * DAY_MS + HOUR_MS));
      await checkAndSweep();
    }
    expect(await alertsOf(test.ctx, id)).toEqual([
      'expiry 14 superseded',
      'late 0',
      'expiry 7 superseded',
      'expiry 1 superseded',
      'expiry 0',
    ]);
  });
});
