import { alerts, deliveryQueues, newId, notificationChannels } from '@notafter/db';
import { type AlertId, type AlertResolution, addMs, HOUR_MS, MINUTE_MS, type OrganizationId } from '@notafter/domain';
import { createTestContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { reviewAlerts } from '../ledger/review-alerts.ts';
import { busy, clearDeliveries, deliverAll, deliveryOf, makeAlert, makeDelivery, makeOrgWith } from '../testing/delivery-fixtures.ts';
import { enqueueDueDeliveries } from './enqueue-due-deliveries.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Self-hosted' } });
});
afterEach(async () => {
  await clearDeliveries(test.ctx);
  test.ctx.gateways.channels.sent.length = 0;
});
afterAll(() => test.close());

const REFRESH_MS = 5 * MINUTE_MS;
const channel = 'alertmanager';

const openAlert = async (orgId: OrganizationId, given: Partial<typeof alerts.$inferInsert> = {}): Promise<AlertId> => {
  const alertId = await makeAlert(test.ctx, orgId, given);
  await makeDelivery(test.ctx, orgId, channel, { alertId });
  return alertId;
};
const end = (id: AlertId, resolution: AlertResolution) =>
  test.ctx.db.update(alerts).set({ resolvedAt: test.ctx.clock.now(), resolution }).where(eq(alerts.id, id));
/** The alerts of every message since the last call. */
const sentSince = (): (string | undefined)[][] =>
  test.ctx.gateways.channels.sent.splice(0).map(({ message }) => message.items.map(({ alertId }) => alertId));
const sendAfter = async (ms: number): Promise<(string | undefined)[][]> => {
  test.ctx.clock.advance(ms);
  await deliverAll(test.ctx);
  return sentSince();
};

it('sends open alerts again every five minutes, together, until they end', async () => {
  const orgId = await makeOrgWith(test.ctx, channel);
  const [one, other] = [await openAlert(orgId), await openAlert(orgId)];
  await deliverAll(test.ctx);
  expect(sentSince()).toHaveLength(2);
  expect(await sendAfter(REFRESH_MS - 1)).toEqual([]);
  expect(await enqueueDueDeliveries(test.ctx)).toEqual([]);
  test.ctx.clock.advance(1);
  expect(await enqueueDueDeliveries(test.ctx)).toHaveLength(1);
  expect(await sendAfter(0)).toEqual([[one, other].sort()]);
  await end(one, 'renewed');
  const resolution = await makeDelivery(test.ctx, orgId, channel, { alertId: one, kind: 'resolved' });
  expect(await sendAfter(REFRESH_MS)).toEqual([[one], [other]]);
  expect(await deliveryOf(test.ctx, resolution)).toMatchObject({ state: 'sent' });
  await end(other, 'renewed');
  await makeDelivery(test.ctx, orgId, channel, { alertId: other, kind: 'resolved' });
  expect(await sendAfter(REFRESH_MS)).toEqual([[other]]);
  expect(await sendAfter(HOUR_MS)).toEqual([]);
  expect(await test.ctx.db.select({ at: deliveryQueues.refreshAt }).from(deliveryQueues)).toEqual([{ at: null }]);
});

it('refreshes no alert of a channel that keeps alerts, and none that did not arrive', async () => {
  const orgId = await makeOrgWith(test.ctx, channel, 'pagerduty');
  await makeDelivery(test.ctx, orgId, 'pagerduty');
  await makeDelivery(test.ctx, orgId, channel, { dueAt: addMs(test.ctx.clock.now(), HOUR_MS), heldFor: 'snooze' });
  await deliverAll(test.ctx);
  sentSince();
  expect(await sendAfter(REFRESH_MS)).toEqual([]);
});

it('says in the refresh who acknowledged an alert', async () => {
  const orgId = await makeOrgWith(test.ctx, channel);
  const alertId = await openAlert(orgId);
  await deliverAll(test.ctx);
  await test.ctx.db
    .update(alerts)
    .set({ acknowledgedAt: test.ctx.clock.now(), acknowledgedBy: 'ann@example.com' })
    .where(eq(alerts.id, alertId));
  test.ctx.clock.advance(REFRESH_MS);
  await deliverAll(test.ctx);
  const text = 'Acknowledged by ann@example.com: shop.example.com expires in 6 days';
  expect(test.ctx.gateways.channels.sent.at(-1)?.message.items).toMatchObject([{ text, acknowledgeUrl: null }]);
});

it('keeps a superseded alert open until the tighter one arrived', async () => {
  const orgId = await makeOrgWith(test.ctx, channel);
  const ofOne = { certificateId: newId<'certificate'>(), occasion: 'AA' };
  const loose = await openAlert(orgId, { ...ofOne, threshold: 30 });
  await deliverAll(test.ctx);
  sentSince();
  await end(loose, 'superseded');
  const tight = await makeAlert(test.ctx, orgId, { ...ofOne, threshold: 7 });
  await makeDelivery(test.ctx, orgId, channel, { alertId: tight, dueAt: addMs(test.ctx.clock.now(), 2 * REFRESH_MS) });
  expect(await sendAfter(REFRESH_MS)).toEqual([[loose]]);
  expect(await sendAfter(REFRESH_MS)).toEqual([[tight], [loose], [tight]]);
});

it('does not end an alert that was raised again with the same labels', async () => {
  const orgId = await makeOrgWith(test.ctx, channel);
  const labels = { certificateId: newId<'certificate'>(), rule: 'failing' as const, threshold: 0 };
  const first = await openAlert(orgId, { ...labels, occasion: '1' });
  await deliverAll(test.ctx);
  await end(first, 'recovered');
  await openAlert(orgId, { ...labels, occasion: '2' });
  const resolution = await makeDelivery(test.ctx, orgId, channel, { alertId: first, kind: 'resolved' });
  await deliverAll(test.ctx);
  expect(await deliveryOf(test.ctx, resolution)).toMatchObject({ state: 'cancelled' });
});

it('tries a failed refresh again after a minute, or when the receiver asks for it', async () => {
  const orgId = await makeOrgWith(test.ctx, channel);
  const alertId = await openAlert(orgId);
  await deliverAll(test.ctx);
  sentSince();
  test.ctx.gateways.channels.answerNext(busy(), busy(120));
  expect(await sendAfter(REFRESH_MS)).toEqual([[alertId]]);
  expect(await sendAfter(MINUTE_MS)).toEqual([[alertId]]);
  expect(await sendAfter(MINUTE_MS)).toEqual([]);
  expect(await sendAfter(MINUTE_MS)).toEqual([[alertId]]);
  expect(await sendAfter(REFRESH_MS)).toEqual([[alertId]]);
});

it('pauses a channel that rejects a refresh, and refreshes as soon as it works again', async () => {
  const orgId = await makeOrgWith(test.ctx, channel);
  const alertId = await openAlert(orgId);
  await deliverAll(test.ctx);
  sentSince();
  test.ctx.gateways.channels.answerNext({ kind: 'broken', status: 401, answer: 'Unauthorized' });
  expect(await sendAfter(REFRESH_MS)).toEqual([[alertId]]);
  const [row] = await test.ctx.db.select().from(notificationChannels).where(eq(notificationChannels.orgId, orgId));
  expect(row).toMatchObject({ brokenReason: 'Unauthorized' });
  expect(await sendAfter(HOUR_MS)).toEqual([]);
  await test.ctx.db.update(notificationChannels).set({ brokenAt: null }).where(eq(notificationChannels.orgId, orgId));
  await reviewAlerts(test.ctx, { orgId });
  expect(await sendAfter(0)).toEqual([[alertId]]);
});

it('stops while the channel is off, and does not plan a refresh without open alerts', async () => {
  const orgId = await makeOrgWith(test.ctx, channel);
  await openAlert(orgId);
  await deliverAll(test.ctx);
  sentSince();
  await test.ctx.db.update(notificationChannels).set({ enabled: false }).where(eq(notificationChannels.orgId, orgId));
  expect(await sendAfter(REFRESH_MS)).toEqual([]);
  expect(await test.ctx.db.select({ at: deliveryQueues.refreshAt }).from(deliveryQueues)).toEqual([{ at: null }]);
});

it('sends more open alerts than fit one request in several', async () => {
  const orgId = await makeOrgWith(test.ctx, channel);
  for (let n = 0; n < 201; n += 1) await openAlert(orgId);
  await deliverAll(test.ctx);
  sentSince();
  const pages = await sendAfter(REFRESH_MS);
  expect(pages.map(({ length }) => length)).toEqual([200, 1]);
  expect(new Set(pages.flat()).size).toBe(201);
});
