import { alerts, deliveries, maintenanceWindows, newId, notificationSettings } from '@notafter/db';
import { type AlertId, type AlertResolution, addMs, HOUR_MS, MINUTE_MS } from '@notafter/domain';
import { createTestContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { wakeQueue } from '../delivery/internal/delivery-queues.ts';
import {
  busy,
  clearDeliveries,
  cutOff,
  deliverAll,
  deliveryOf,
  makeAlert,
  makeDelivery,
  makeOrgWith,
  makeSettings,
  statusPageSettings,
} from '../testing/delivery-fixtures.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Self-hosted' } });
});
afterEach(async () => {
  await clearDeliveries(test.ctx);
  test.ctx.gateways.channels.sent.length = 0;
  test.ctx.gateways.statusPages.calls.length = 0;
});
afterAll(() => test.close());

it('are acknowledged after they were opened, though opening failed at first', async () => {
  const orgId = await makeOrgWith(test.ctx, 'pagerduty');
  const alertId = await makeAlert(test.ctx, orgId);
  await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId });
  test.ctx.gateways.channels.answerNext(busy());
  await deliverAll(test.ctx);
  await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId, kind: 'acknowledged' });
  expect(await deliverAll(test.ctx)).toBe(0);
  test.ctx.clock.advance(MINUTE_MS);
  await deliverAll(test.ctx);
  expect(test.ctx.gateways.channels.sent.map(({ message }) => message.kind)).toEqual(['alert', 'alert', 'acknowledged']);
});

/** Kind and key of what went out, in order. */
const sentIncidents = () => test.ctx.gateways.channels.sent.map(({ message }) => [message.kind, message.items[0]?.incidentKey]);
const end = (id: AlertId, resolution: AlertResolution) =>
  test.ctx.db.update(alerts).set({ resolvedAt: test.ctx.clock.now(), resolution }).where(eq(alerts.id, id));
const kindsOf = async (alertId: AlertId) => {
  const rows = await test.ctx.db.select().from(deliveries).where(eq(deliveries.alertId, alertId));
  return rows.map(({ kind, state }) => `${kind} ${state}`).sort();
};

it.each(['pagerduty', 'splunk'] as const)('on %s open again for a tighter threshold, which closes the one before', async (channel) => {
  const orgId = await makeOrgWith(test.ctx, channel);
  const ofOne = { certificateId: newId<'certificate'>(), occasion: 'AA' };
  const loose = await makeAlert(test.ctx, orgId, { ...ofOne, threshold: 30 });
  await makeDelivery(test.ctx, orgId, channel, { alertId: loose });
  await deliverAll(test.ctx);
  await end(loose, 'superseded');
  const tight = await makeAlert(test.ctx, orgId, { ...ofOne, threshold: 7 });
  await makeDelivery(test.ctx, orgId, channel, { alertId: tight });
  await deliverAll(test.ctx);
  await end(tight, 'superseded');
  const last = await makeAlert(test.ctx, orgId, { ...ofOne, rule: 'expired', threshold: -1 });
  await makeDelivery(test.ctx, orgId, channel, { alertId: last });
  await deliverAll(test.ctx);
  expect(sentIncidents()).toEqual([
    ['alert', loose],
    ['alert', tight],
    ['resolved', loose],
    ['alert', last],
    ['resolved', tight],
  ]);
});

it('stay open until the tighter threshold arrived, be it held, refused or cut off', async () => {
  const orgId = await makeOrgWith(test.ctx, 'pagerduty');
  const ofOne = { certificateId: newId<'certificate'>(), occasion: 'AA' };
  const loose = await makeAlert(test.ctx, orgId, { ...ofOne, threshold: 30 });
  await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId: loose });
  await deliverAll(test.ctx);
  await end(loose, 'superseded');
  const tight = await makeAlert(test.ctx, orgId, { ...ofOne, threshold: 7 });
  const until = addMs(test.ctx.clock.now(), HOUR_MS);
  const window = { orgId, name: 'Move', startsAt: test.ctx.clock.now(), endsAt: until };
  await test.ctx.db.insert(maintenanceWindows).values({ id: newId<'maintenance-window'>(), ...window });
  const second = await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId: tight });
  await deliverAll(test.ctx);
  expect(await kindsOf(loose)).toEqual(['alert sent']);
  test.ctx.clock.set(until);
  test.ctx.gateways.channels.answerNext(cutOff, { kind: 'refused', status: 400, answer: 'invalid event' });
  await deliverAll(test.ctx);
  expect(await kindsOf(loose)).toEqual(['alert sent']);
  test.ctx.clock.advance(MINUTE_MS);
  await deliverAll(test.ctx);
  expect(await deliveryOf(test.ctx, second)).toMatchObject({ state: 'dead' });
  expect(await kindsOf(loose)).toEqual(['alert sent']);
  await test.ctx.db.update(deliveries).set({ state: 'pending' }).where(eq(deliveries.id, second));
  await wakeQueue(test.ctx.db, { orgId, channel: 'pagerduty' }, test.ctx.clock.now());
  await deliverAll(test.ctx);
  expect(await deliveryOf(test.ctx, second)).toMatchObject({ state: 'sent' });
  expect(await kindsOf(loose)).toEqual(['alert sent', 'resolved sent']);
});

it('that were opened under another key keep it, and what joined one does not close it', async () => {
  const orgId = await makeOrgWith(test.ctx, 'pagerduty');
  const ofOne = { certificateId: newId<'certificate'>(), occasion: 'AA' };
  const incidentKey = `${orgId}/${ofOne.certificateId}/expiry`;
  const now = test.ctx.clock.now();
  const opened = { incidentKey, attempts: 1, firstAttemptAt: now, messageId: newId<'message'>() };
  const loose = await makeAlert(test.ctx, orgId, { ...ofOne, threshold: 30, resolvedAt: now, resolution: 'superseded' });
  await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId: loose, state: 'sent', sentAt: now, ...opened });
  const tight = await makeAlert(test.ctx, orgId, { ...ofOne, threshold: 7 });
  await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId: tight, ...opened, messageId: newId<'message'>() });
  await deliverAll(test.ctx);
  expect(await kindsOf(loose)).toEqual(['alert sent']);
  await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId: loose, kind: 'resolved' });
  await deliverAll(test.ctx);
  expect(await kindsOf(loose)).toEqual(['alert sent', 'resolved cancelled']);
  await end(tight, 'renewed');
  await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId: tight, kind: 'resolved' });
  await deliverAll(test.ctx);
  expect(sentIncidents()).toEqual([
    ['alert', incidentKey],
    ['resolved', incidentKey],
  ]);
});

it('of a second outage are sent apart from the first, whose end may come late', async () => {
  const orgId = await makeOrgWith(test.ctx, 'pagerduty');
  const ofOne = { certificateId: newId<'certificate'>(), rule: 'failing' as const, threshold: 0 };
  const first = await makeAlert(test.ctx, orgId, { ...ofOne, occasion: '1' });
  await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId: first });
  await deliverAll(test.ctx);
  await end(first, 'recovered');
  const second = await makeAlert(test.ctx, orgId, { ...ofOne, occasion: '2' });
  await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId: second });
  await makeDelivery(test.ctx, orgId, 'pagerduty', { alertId: first, kind: 'resolved' });
  await deliverAll(test.ctx);
  expect(sentIncidents()).toEqual([
    ['alert', first],
    ['alert', second],
    ['resolved', first],
  ]);
});

it('a webhook keeps none: to it the end of an alert is none while a later one of the same rule is open', async () => {
  const orgId = await makeOrgWith(test.ctx, 'webhook');
  const certificateId = newId<'certificate'>();
  const early = await makeAlert(test.ctx, orgId, { certificateId, resolvedAt: test.ctx.clock.now(), resolution: 'renewed' });
  const late = await makeAlert(test.ctx, orgId, { certificateId, rule: 'expired', threshold: -1 });
  const closing = await makeDelivery(test.ctx, orgId, 'webhook', { alertId: early, kind: 'resolved' });
  await makeDelivery(test.ctx, orgId, 'webhook', { alertId: late });
  await deliverAll(test.ctx);
  expect(await deliveryOf(test.ctx, closing)).toMatchObject({ state: 'cancelled' });
  await end(late, 'renewed');
  await makeDelivery(test.ctx, orgId, 'webhook', { alertId: late, kind: 'resolved' });
  await deliverAll(test.ctx);
  const sent = test.ctx.gateways.channels.sent.map(({ message }) => [message.kind, message.items[0]?.threadKey]);
  expect(sent).toEqual(['alert', 'resolved'].map((kind) => [kind, `${orgId}/${certificateId}/expiry`]));
});

it('open and close on the status page, sent apart by their alert', async () => {
  const orgId = await makeOrgWith(test.ctx);
  await makeSettings(test.ctx, orgId, statusPageSettings(test.ctx, orgId));
  const alertId = await makeAlert(test.ctx, orgId, { rule: 'failing', threshold: 0, summary: 'Cannot be reached.' });
  await makeDelivery(test.ctx, orgId, 'status_page', { alertId });
  await deliverAll(test.ctx);
  const page = { url: 'https://status.example', apiKey: 'status-secret' };
  expect(test.ctx.gateways.statusPages.calls).toMatchObject([
    { action: 'open', page, key: alertId, name: 'shop.example.com cannot be reached.' },
  ]);
  test.ctx.gateways.statusPages.answerNext({ kind: 'broken', status: 401, answer: 'Could not authenticate' });
  const closing = await makeDelivery(test.ctx, orgId, 'status_page', { alertId, kind: 'resolved' });
  test.ctx.clock.advance(MINUTE_MS);
  await deliverAll(test.ctx);
  expect(await deliveryOf(test.ctx, closing)).toMatchObject({ state: 'dead', problem: 'Could not authenticate' });
  const [settings] = await test.ctx.db.select().from(notificationSettings).where(eq(notificationSettings.orgId, orgId));
  expect(settings?.statusPageEnabled).toBe(false);
});
