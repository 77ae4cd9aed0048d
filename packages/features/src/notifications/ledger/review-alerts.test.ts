import {
  alertDayRules,
  alertSnoozes,
  alerts,
  deliveries,
  deliveryQueues,
  maintenanceWindows,
  newId,
  notificationChannels,
  organizations,
} from '@notafter/db';
import { addMs, brandId, type CertificateId, DAY_MS, HOUR_MS } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { updateCertificateTags } from '../../certificates/update-certificate-tags.ts';
import type { OrgContext } from '../../context.ts';
import { requestReview, reviewAlertsJob } from '../../request-review.ts';
import { alertsOf, arriveAll, choose, deliveriesOf, openChannel } from '../testing/ledger-fixtures.ts';
import { acknowledgeAlerts } from './acknowledge-alerts.ts';
import { reviewAlerts } from './review-alerts.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext();
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx, { plan: 'Team' });
});
afterAll(() => test.close());

const endingIn = async (days: number, tags: Record<string, string> = {}): Promise<CertificateId> => {
  const [id] = await makeCertificates(test.ctx, org.org.id, [{ notAfter: addMs(test.ctx.clock.now(), days * DAY_MS + HOUR_MS), tags }]);
  return id ?? brandId('');
};
const review = () => reviewAlerts(test.ctx, { orgId: org.org.id });
const ruleFor = (subject: { certificateId: CertificateId } | { tag: string }, days: number[]) =>
  test.ctx.db.insert(alertDayRules).values({ id: newId<'alert-day-rule'>(), orgId: org.org.id, days, ...subject });
const openAlerts = (id: CertificateId) => test.ctx.db.select().from(alerts).where(eq(alerts.certificateId, id));

describe('new alert days', () => {
  it('alert immediately if they are crossed already, and only once', async () => {
    const id = await endingIn(20);
    await review();
    expect(await alertsOf(test.ctx, id)).toEqual([]);
    await choose(test.ctx, org.org.id, { alertDays: [30] });
    await review();
    await review();
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 30']);
  });

  it("are the certificate's own before its tags', and those before the organization's", async () => {
    await choose(test.ctx, org.org.id, { alertDays: [1] });
    const [own, tagged, twice, valueOnly, plain] = [
      await endingIn(10, { env: 'Production' }),
      await endingIn(10, { env: 'Production' }),
      await endingIn(10, { env: 'production', team: 'Blue' }),
      await endingIn(10, { note: 'env=production' }),
      await endingIn(10),
    ];
    await ruleFor({ certificateId: own }, [7]);
    await ruleFor({ tag: 'env=production' }, [14]);
    await ruleFor({ tag: 'team=blue' }, [30]);
    await review();
    const found = await Promise.all([own, tagged, twice, valueOnly, plain].map((id) => alertsOf(test.ctx, id)));
    expect(found).toEqual([[], ['expiry 14'], ['expiry 14'], [], []]);
  });

  it('stay within the organization: another one with the same tag gets nothing', async () => {
    const id = await endingIn(10, { env: 'production' });
    const other = await makeOrgContext(test.ctx, { plan: 'Team' });
    await test.ctx.db
      .insert(alertDayRules)
      .values({ id: newId<'alert-day-rule'>(), orgId: other.org.id, days: [14], tag: 'env=production' });
    await review();
    expect(await alertsOf(test.ctx, id)).toEqual([]);
  });

  it('come with a tag that is put on a certificate', async () => {
    const id = await endingIn(10);
    await ruleFor({ tag: 'env=production' }, [14]);
    await updateCertificateTags(org, { id, tags: { Env: 'Production' } });
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 14']);
  });

  it('are limited by a smaller plan, which sends nothing twice', async () => {
    await choose(test.ctx, org.org.id, { alertDays: [30, 14] });
    const [far, near] = [await endingIn(20), await endingIn(0)];
    await review();
    await test.ctx.db.update(organizations).set({ plan: 'Forever Free' }).where(eq(organizations.id, org.org.id));
    await review();
    expect(await alertsOf(test.ctx, far)).toEqual(['expiry 30']);
    expect(await alertsOf(test.ctx, near)).toEqual(['expiry 0']);
  });
});

describe('a channel that was just opened', () => {
  it('gets open alerts that were not delivered yet, and nothing else', async () => {
    await choose(test.ctx, org.org.id, { alertDays: [30] });
    const [unheard, acknowledged] = [await endingIn(20), await endingIn(20)];
    await review();
    const [alert] = await openAlerts(acknowledged);
    if (alert === undefined) throw new Error('Nothing was raised.');
    await test.ctx.db.transaction((db) => acknowledgeAlerts({ ...test.ctx, db }, [alert.id], 'ada@example.com'));
    await openChannel(test.ctx, org.org.id, 'email');
    await review();
    expect(await deliveriesOf(test.ctx, unheard)).toEqual(['expiry 30 email alert pending']);
    expect(await deliveriesOf(test.ctx, acknowledged)).toEqual([]);
    await arriveAll(test.ctx);
    await openChannel(test.ctx, org.org.id, 'slack');
    await review();
    expect(await deliveriesOf(test.ctx, unheard)).toEqual(['expiry 30 email alert sent']);
  });

  it('gets nothing if the plan does not include it', async () => {
    await openChannel(test.ctx, org.org.id, 'webhook');
    const id = await endingIn(0);
    await review();
    expect(await deliveriesOf(test.ctx, id)).toEqual([]);
  });
});

describe('a channel that is saved after it took nothing', () => {
  it('gets open alerts and every resolution, once, though others got them', async () => {
    org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
    for (const type of ['email', 'pagerduty'] as const) await openChannel(test.ctx, org.org.id, type);
    const [open, over, seen] = [await endingIn(0), await endingIn(0), await endingIn(0)];
    await review();
    await arriveAll(test.ctx);
    const ofPager = eq(deliveries.channel, 'pagerduty');
    await test.ctx.db.update(deliveries).set({ state: 'dead' }).where(ofPager);
    const [ended] = await openAlerts(over);
    const [looked] = await openAlerts(seen);
    if (ended === undefined || looked === undefined) throw new Error('The alert was not found.');
    const now = test.ctx.clock.now();
    await test.ctx.db.update(alerts).set({ resolvedAt: now, resolution: 'renewed' }).where(eq(alerts.id, ended.id));
    await test.ctx.db.update(alerts).set({ acknowledgedAt: now }).where(eq(alerts.id, looked.id));
    const closing = { id: newId<'delivery'>(), orgId: org.org.id, alertId: ended.id, channel: 'pagerduty', kind: 'resolved' } as const;
    await test.ctx.db.insert(deliveries).values({ ...closing, state: 'dead', dueAt: now, createdAt: now });
    await review();
    expect(await deliveriesOf(test.ctx, open)).toEqual(['expiry 0 email alert sent', 'expiry 0 pagerduty alert dead']);
    test.ctx.clock.advance(HOUR_MS);
    await test.ctx.db
      .update(notificationChannels)
      .set({ updatedAt: test.ctx.clock.now() })
      .where(eq(notificationChannels.orgId, org.org.id));
    await review();
    const pagerdutyOf = async (id: CertificateId) => (await deliveriesOf(test.ctx, id)).filter((row) => row.includes('pagerduty'));
    expect(await pagerdutyOf(open)).toEqual(['expiry 0 pagerduty alert pending']);
    expect(await pagerdutyOf(over)).toEqual(['expiry 0 pagerduty alert dead', 'expiry 0 pagerduty resolved pending']);
    expect(await pagerdutyOf(seen)).toEqual(['expiry 0 pagerduty alert dead']);
    await test.ctx.db.update(deliveries).set({ state: 'dead' }).where(ofPager);
    await review();
    expect(await pagerdutyOf(open)).toEqual(['expiry 0 pagerduty alert dead']);
  });
});

describe('held deliveries', () => {
  const schedule = async (id: CertificateId) => {
    const [row] = await test.ctx.db
      .select({ heldFor: deliveries.heldFor, dueAt: deliveries.dueAt })
      .from(deliveries)
      .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
      .where(and(eq(alerts.certificateId, id), eq(deliveries.state, 'pending')));
    return row === undefined ? null : [row.heldFor, row.dueAt.getTime() - test.ctx.clock.now().getTime()];
  };
  beforeEach(() => openChannel(test.ctx, org.org.id, 'email'));

  it('leaves when the window is over, or earlier when it is called off', async () => {
    const window = { startsAt: addMs(test.ctx.clock.now(), -HOUR_MS), endsAt: addMs(test.ctx.clock.now(), HOUR_MS) };
    await test.ctx.db.insert(maintenanceWindows).values({ id: newId<'maintenance-window'>(), orgId: org.org.id, name: 'Move', ...window });
    const id = await endingIn(0);
    await review();
    expect(await schedule(id)).toEqual(['maintenance', HOUR_MS]);
    await test.ctx.db.delete(maintenanceWindows).where(eq(maintenanceWindows.orgId, org.org.id));
    await review();
    expect(await schedule(id)).toEqual([null, 0]);
    const [queue] = await test.ctx.db.select().from(deliveryQueues).where(eq(deliveryQueues.orgId, org.org.id));
    expect(queue?.dueAt).toEqual(test.ctx.clock.now());
  });

  it('follows a snooze that is put off', async () => {
    const id = await endingIn(0);
    const snooze = { certificateId: id, orgId: org.org.id, until: addMs(test.ctx.clock.now(), HOUR_MS) };
    await test.ctx.db.insert(alertSnoozes).values(snooze);
    await review();
    expect(await schedule(id)).toEqual(['snooze', HOUR_MS]);
    await test.ctx.db
      .update(alertSnoozes)
      .set({ until: addMs(test.ctx.clock.now(), DAY_MS) })
      .where(eq(alertSnoozes.certificateId, id));
    await review();
    expect(await schedule(id)).toEqual(['snooze', DAY_MS]);
  });

  it('keeps its place in the digest it was for', async () => {
    test.ctx.clock.set(new Date('2027-02-01T01:00:00Z'));
    await choose(test.ctx, org.org.id, { groupingEnabled: true, groupingIntervalHours: 6 });
    const id = await endingIn(0);
    await review();
    expect(await schedule(id)).toEqual(['digest', 5 * HOUR_MS]);
    test.ctx.clock.advance(2 * HOUR_MS);
    await review();
    expect(await schedule(id)).toEqual(['digest', 3 * HOUR_MS]);
    test.ctx.clock.advance(4 * HOUR_MS);
    await review();
    expect(await schedule(id)).toEqual([null, 0]);
  });
});

it('is asked for once per organization, in the transaction of the change', async () => {
  test.ctx.jobs.clear();
  await test.ctx.db.transaction((db) => requestReview({ ...test.ctx, db }, org.org.id));
  expect(test.ctx.jobs.enqueued).toMatchObject([
    { name: reviewAlertsJob.name, payload: { orgId: org.org.id }, options: { singletonKey: org.org.id } },
  ]);
});
