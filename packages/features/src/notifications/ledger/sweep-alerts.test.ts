import {
  alertSnoozes,
  alertSweeps,
  alerts,
  certificates,
  checkSchedule,
  deliveries,
  deliveryQueues,
  webhookDeliveries,
  webhookEndpoints,
} from '@notafter/db';
import { addMs, type CertificateId, DAY_MS, HOUR_MS, MINUTE_MS, type OrganizationId, SECOND_MS } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrganization, type TestContext } from '@notafter/testing';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeEventDelivery } from '../testing/delivery-fixtures.ts';
import { alertsOf, arriveAll, choose, deliveriesOf, openChannel } from '../testing/ledger-fixtures.ts';
import { acknowledgeAlerts } from './acknowledge-alerts.ts';
import { sweepAlerts } from './sweep-alerts.ts';

let test: TestContext;
let orgId: OrganizationId;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
beforeEach(async () => {
  await test.ctx.db.delete(certificates);
  await test.ctx.db.delete(alertSweeps);
  await sweepAlerts(test.ctx);
  orgId = await makeOrganization(test.ctx);
  await openChannel(test.ctx, orgId, 'email');
  await choose(test.ctx, orgId, { alertDays: [30, 14, 7, 1] });
});
afterAll(() => test.close());

const endingIn = async (ms: number, owner = orgId): Promise<CertificateId> => {
  const [id] = await makeCertificates(test.ctx, owner, [{ notAfter: addMs(test.ctx.clock.now(), ms) }]);
  if (id === undefined) throw new Error('Nothing was inserted.');
  return id;
};
const sweep = () => sweepAlerts(test.ctx);
const sweepAfter = (ms: number) => {
  test.ctx.clock.advance(ms);
  return sweep();
};
const failTimes = (ids: readonly CertificateId[], fails: number) =>
  test.ctx.db
    .update(checkSchedule)
    .set({ fails })
    .where(inArray(checkSchedule.certificateId, [...ids]));

describe('time passing', () => {
  it('raises each threshold once, from its first instant on, and then that it expired', async () => {
    const id = await endingIn(31 * DAY_MS);
    expect(await sweep()).toEqual({
      ends: 0,
      late: 0,
      failing: 0,
      refusals: 0,
      services: 0,
      collectors: 0,
      deployments: 0,
      issuances: 0,
      renewNow: 0,
      escalated: 0,
    });
    await sweepAfter(SECOND_MS);
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 30']);
    for (let day = 0; day < 32; day += 1) {
      await sweepAfter(DAY_MS - MINUTE_MS);
      await sweepAfter(MINUTE_MS);
    }
    expect(await alertsOf(test.ctx, id)).toEqual([
      'expiry 30 superseded',
      'expiry 14 superseded',
      'expiry 7 superseded',
      'expiry 1 superseded',
      'expiry 0 superseded',
      'expired -1',
    ]);
    const raised = await test.ctx.db.select().from(alerts).where(eq(alerts.certificateId, id));
    const [certificate] = await test.ctx.db.select().from(certificates).where(eq(certificates.id, id));
    const lateMs = raised.map(
      ({ threshold, raisedAt }) => raisedAt.getTime() - ((certificate?.notAfter?.getTime() ?? 0) - (threshold + 1) * DAY_MS),
    );
    expect(lateMs.sort()).toEqual(lateMs.map(() => SECOND_MS));
  });

  it('is caught up with after ten days in which nothing ran: one alert, the tightest', async () => {
    const id = await endingIn(16 * DAY_MS);
    await test.ctx.db.delete(alertSweeps);
    await sweep();
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 30']);
    await sweepAfter(10 * DAY_MS);
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 30 superseded', 'expiry 7']);
    expect(await deliveriesOf(test.ctx, id)).toEqual(['expiry 30 email alert cancelled', 'expiry 7 email alert pending']);
  });

  it('is seen though the certificate was not committed yet when its threshold was looked for', async () => {
    const soon = addMs(test.ctx.clock.now(), 8 * DAY_MS - 5 * MINUTE_MS);
    await sweep();
    const [id] = await makeCertificates(test.ctx, orgId, [{ notAfter: soon }]);
    await sweepAfter(MINUTE_MS);
    expect(id === undefined ? [] : await alertsOf(test.ctx, id)).toEqual(['expiry 7']);
  });

  it('is not counted as looked at where the round was cut off', async () => {
    const id = await endingIn(8 * DAY_MS);
    test.ctx.clock.advance(HOUR_MS);
    expect(await sweepAlerts(test.ctx, { signal: AbortSignal.abort() })).toMatchObject({ ends: 0 });
    expect(await alertsOf(test.ctx, id)).toEqual([]);
    await sweepAfter(DAY_MS);
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 7']);
  });

  it('goes on from the present after a clock that ran ahead was put right', async () => {
    const present = test.ctx.clock.now();
    test.ctx.clock.advance(300 * DAY_MS);
    await sweep();
    const [raised] = await makeCertificates(test.ctx, orgId, [{ notAfter: addMs(test.ctx.clock.now(), 20 * DAY_MS) }]);
    await test.ctx.db.delete(alertSweeps);
    await sweep();
    await test.ctx.db.update(deliveryQueues).set({ pausedUntil: addMs(test.ctx.clock.now(), 1000) });
    const due = addMs(test.ctx.clock.now(), HOUR_MS);
    await test.ctx.db.update(checkSchedule).set({ nextCheckAt: due });
    const endpointId = await makeEventDelivery(test.ctx, orgId, addMs(due, MINUTE_MS), { failures: 1, failingSince: due });
    test.ctx.clock.set(present);
    const id = await endingIn(8 * DAY_MS + HOUR_MS);
    const hours = (instant: Date | null | undefined): number => ((instant ?? due).getTime() - present.getTime()) / HOUR_MS;
    await sweep();
    const [delivery] = await test.ctx.db
      .select({ dueAt: deliveries.dueAt })
      .from(deliveries)
      .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
      .where(eq(alerts.certificateId, raised ?? id));
    expect(hours(delivery?.dueAt)).toBe(0);
    const [queue] = await test.ctx.db.select().from(deliveryQueues).where(eq(deliveryQueues.orgId, orgId));
    expect(hours(queue?.pausedUntil)).toBeLessThan(0.1);
    expect(hours(queue?.dueAt)).toBeLessThan(0.1);
    const [event] = await test.ctx.db
      .select({ dueAt: webhookDeliveries.dueAt, failingSince: webhookEndpoints.failingSince })
      .from(webhookDeliveries)
      .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
      .where(eq(webhookEndpoints.id, endpointId));
    expect(hours(event?.dueAt)).toBeCloseTo(1 + 1 / 60);
    expect(event?.failingSince).toEqual(present);
    const [check] = await test.ctx.db
      .select()
      .from(checkSchedule)
      .where(eq(checkSchedule.certificateId, raised ?? id));
    expect(hours(check?.nextCheckAt)).toBeGreaterThan(0);
    expect(hours(check?.nextCheckAt)).toBeLessThanOrEqual(test.ctx.config.checkIntervalHours);
    expect((hours(due) - hours(check?.nextCheckAt)) % test.ctx.config.checkIntervalHours).toBe(0);
    expect(await alertsOf(test.ctx, id)).toEqual([]);
    await sweepAfter(2 * HOUR_MS);
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 7']);
  });

  it('brings up everything at the first look of an installation that had no ledger', async () => {
    const ids = [await endingIn(-400 * DAY_MS), await endingIn(3 * DAY_MS), await endingIn(40 * DAY_MS)];
    await test.ctx.db.delete(alertSweeps);
    expect(await sweep()).toMatchObject({ ends: 2 });
    expect(await Promise.all(ids.map((id) => alertsOf(test.ctx, id)))).toEqual([['expired -1'], ['expiry 7'], []]);
  });

  it('goes by the days of each organization, as far as its plan has them', async () => {
    const free = await makeOrganization(test.ctx, { plan: 'Forever Free' });
    await choose(test.ctx, free, { alertDays: [30] });
    const unsaved = await makeOrganization(test.ctx);
    const ids = [await endingIn(20 * DAY_MS), await endingIn(20 * DAY_MS, free), await endingIn(20 * DAY_MS, unsaved)];
    await test.ctx.db.delete(alertSweeps);
    await sweep();
    expect(await Promise.all(ids.map((id) => alertsOf(test.ctx, id)))).toEqual([['expiry 30'], [], []]);
    await sweepAfter(18 * DAY_MS + SECOND_MS);
    expect((await Promise.all(ids.map((id) => alertsOf(test.ctx, id)))).map((rows) => rows.at(-1))).toEqual([
      'expiry 1',
      'expiry 1',
      'expiry 1',
    ]);
  });
});

describe('an endpoint that cannot be reached', () => {
  const silent = async (): Promise<CertificateId> => {
    const [id] = await makeCertificates(test.ctx, orgId, [{ notAfter: addMs(test.ctx.clock.now(), 80 * DAY_MS), unreachable: 'timeout' }]);
    if (id === undefined) throw new Error('Nothing was inserted.');
    return id;
  };

  it('alerts after the third failed check, once, and again in its next outage', async () => {
    const id = await silent();
    await failTimes([id], 2);
    await sweepAfter(MINUTE_MS);
    expect(await alertsOf(test.ctx, id)).toEqual([]);
    await failTimes([id], 3);
    await sweepAfter(MINUTE_MS);
    await failTimes([id], 4);
    await sweepAfter(MINUTE_MS);
    expect(await alertsOf(test.ctx, id)).toEqual(['failing 0']);
    await failTimes([id], 0);
    await sweepAfter(MINUTE_MS);
    await failTimes([id], 3);
    await sweepAfter(MINUTE_MS);
    expect(await alertsOf(test.ctx, id)).toEqual(['failing 0 recovered', 'failing 0']);
    const rows = await test.ctx.db.select().from(alerts).where(eq(alerts.certificateId, id));
    expect(rows.map(({ occasion, summary }) => [occasion, summary]).sort()).toEqual([
      ['1', 'Cannot be reached: No answer: timeout.'],
      ['2', 'Cannot be reached: No answer: timeout.'],
    ]);
  });

  it('is not sent twice by two concurrent rounds', async () => {
    const ids = await Promise.all(Array.from({ length: 15 }, silent));
    await failTimes(ids, 3);
    await Promise.all([sweep(), sweep(), sweep()]);
    for (const id of ids) expect(await deliveriesOf(test.ctx, id)).toEqual(['failing 0 email alert pending']);
  });
});

describe('escalation', () => {
  beforeEach(() =>
    choose(test.ctx, orgId, {
      escalationEnabled: true,
      escalationDelayHours: 24,
      escalationEmail: 'boss@example.com',
      escalationEnabledAt: addMs(test.ctx.clock.now(), -DAY_MS),
    }),
  );
  const escalatedOf = async (id: CertificateId) => (await deliveriesOf(test.ctx, id)).filter((row) => row.includes('escalation'));
  const withSentAlert = async (): Promise<CertificateId> => {
    const id = await endingIn(8 * DAY_MS);
    await sweepAfter(SECOND_MS);
    await arriveAll(test.ctx);
    return id;
  };

  it('notifies the manager once, when nobody acknowledged within the delay', async () => {
    const id = await withSentAlert();
    await sweepAfter(DAY_MS - 1);
    expect(await escalatedOf(id)).toEqual([]);
    expect(await sweepAfter(1)).toMatchObject({ escalated: 1 });
    await sweepAfter(HOUR_MS);
    expect(await escalatedOf(id)).toEqual(['expiry 7 escalation escalation pending']);
    const [alert] = await test.ctx.db.select().from(alerts).where(eq(alerts.certificateId, id));
    expect(alert?.escalatedAt).toEqual(addMs(test.ctx.clock.now(), -HOUR_MS));
    const queues = await test.ctx.db.select().from(deliveryQueues).where(eq(deliveryQueues.orgId, orgId));
    expect(queues.map(({ channel }) => channel).sort()).toEqual(['email', 'escalation']);
  });

  it('does not follow an acknowledgement, and what waits for the manager is withdrawn by it', async () => {
    const [early, late] = [await withSentAlert(), await endingIn(8 * DAY_MS)];
    await sweepAfter(SECOND_MS);
    const acknowledge = async (id: CertificateId) => {
      const rows = await test.ctx.db.select({ id: alerts.id }).from(alerts).where(eq(alerts.certificateId, id));
      await test.ctx.db.transaction((db) =>
        acknowledgeAlerts(
          { ...test.ctx, db },
          rows.map((row) => row.id),
          'ada@example.com',
        ),
      );
    };
    await acknowledge(early);
    await sweepAfter(2 * DAY_MS);
    await acknowledge(late);
    expect(await escalatedOf(early)).toEqual([]);
    expect(await escalatedOf(late)).toEqual(['expiry 7 escalation escalation cancelled']);
  });

  it('counts from when the team was notified: not while the alert is held for it', async () => {
    const id = await endingIn(8 * DAY_MS);
    await test.ctx.db.insert(alertSnoozes).values({ certificateId: id, orgId, until: addMs(test.ctx.clock.now(), 3 * DAY_MS) });
    await sweepAfter(SECOND_MS);
    await sweepAfter(2 * DAY_MS);
    expect(await escalatedOf(id)).toEqual([]);
    await sweepAfter(DAY_MS);
    await arriveAll(test.ctx);
    expect(await test.ctx.db.select().from(alertSnoozes).where(eq(alertSnoozes.certificateId, id))).toEqual([]);
    await sweepAfter(DAY_MS - 1);
    expect(await escalatedOf(id)).toEqual([]);
    await sweepAfter(1);
    expect(await escalatedOf(id)).toEqual(['expiry 7 escalation escalation pending']);
  });

  it('reaches no further back than when it was switched on, and ends with the plan', async () => {
    const id = await withSentAlert();
    await choose(test.ctx, orgId, { escalationEnabledAt: addMs(test.ctx.clock.now(), 2 * DAY_MS) });
    await sweepAfter(2 * DAY_MS);
    expect(await escalatedOf(id)).toEqual([]);
    await sweepAfter(DAY_MS);
    expect(await escalatedOf(id)).toHaveLength(1);
    const plain = await makeOrganization(test.ctx, { plan: 'Business' });
    await choose(test.ctx, plain, { escalationEnabled: true, escalationEmail: 'boss@example.com', escalationDelayHours: 1 });
    const other = await endingIn(DAY_MS, plain);
    await sweepAfter(SECOND_MS);
    await sweepAfter(DAY_MS);
    expect(await escalatedOf(other)).toEqual([]);
  });
});

describe('deliveries that are held', () => {
  const departures = async (id: CertificateId) => {
    const rows = await test.ctx.db
      .select({ channel: deliveries.channel, heldFor: deliveries.heldFor, dueAt: deliveries.dueAt })
      .from(deliveries)
      .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
      .where(eq(alerts.certificateId, id));
    return Object.fromEntries(rows.map(({ channel, heldFor, dueAt }) => [channel, [heldFor, dueAt.toISOString()]]));
  };
  beforeEach(() => test.ctx.clock.set(new Date('2027-01-12T22:30:00Z')));

  it('leave in a digest if they are grouped, at a multiple of the interval, and immediately if a machine tracks each', async () => {
    for (const channel of ['pagerduty', 'webhook'] as const) await openChannel(test.ctx, orgId, channel);
    await choose(test.ctx, orgId, { groupingEnabled: true, groupingIntervalHours: 6 });
    const id = await endingIn(5 * DAY_MS);
    await test.ctx.db.delete(alertSweeps);
    await sweep();
    expect(await departures(id)).toEqual({
      email: ['digest', '2027-01-13T00:00:00.000Z'],
      pagerduty: [null, '2027-01-12T22:30:00.000Z'],
      webhook: [null, '2027-01-12T22:30:00.000Z'],
    });
  });

  it('wait for the end of quiet hours, in their time zone, also where a digest would leave within them', async () => {
    const quietHours = { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' };
    await openChannel(test.ctx, orgId, 'pagerduty');
    await choose(test.ctx, orgId, { quietHours, groupingEnabled: true, groupingIntervalHours: 1 });
    const id = await endingIn(5 * DAY_MS);
    await test.ctx.db.delete(alertSweeps);
    await sweep();
    expect(await departures(id)).toEqual({
      email: ['quiet_hours', '2027-01-13T06:00:00.000Z'],
      pagerduty: ['quiet_hours', '2027-01-13T06:00:00.000Z'],
    });
  });

  it('wait for nothing that the plan no longer includes', async () => {
    const plain = await makeOrganization(test.ctx, { plan: 'Business' });
    await openChannel(test.ctx, plain, 'email');
    await choose(test.ctx, plain, { quietHours: { from: '00:00', until: '23:59', timeZone: 'UTC' }, groupingEnabled: true });
    const id = await endingIn(DAY_MS, plain);
    await test.ctx.db.delete(alertSweeps);
    await sweep();
    expect(await departures(id)).toEqual({ email: [null, '2027-01-12T22:30:00.000Z'] });
  });
});
