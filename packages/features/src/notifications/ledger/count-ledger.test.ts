import { newId, notificationChannels, operatorAlerts, organizations } from '@notafter/db';
import { addMs, MINUTE_MS } from '@notafter/domain';
import { createTestContext, makeOrganization, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAlert, makeDelivery, makeEventDelivery } from '../testing/delivery-fixtures.ts';
import { countLedger } from './count-ledger.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext();
});
afterAll(() => test.close());

it('counts open, late and abandoned deliveries, and operator alerts', async () => {
  expect(await countLedger(test.ctx)).toEqual({
    operatorAlerts: new Map([
      ['mass_outage', 0],
      ['log_broken', 0],
      ['transparency_blind', 0],
    ]),
    openAlerts: 0,
    lateDeliveries: 0,
    undeliveredAlerts: 0,
    brokenChannels: 0,
  });
  const orgId = await makeOrganization(test.ctx);
  const now = test.ctx.clock.now();
  const alertId = await makeAlert(test.ctx, orgId);
  await makeAlert(test.ctx, orgId, { resolvedAt: now, resolution: 'renewed' });
  await makeDelivery(test.ctx, orgId, 'email', { alertId, dueAt: addMs(now, -3 * MINUTE_MS) });
  await makeDelivery(test.ctx, orgId, 'slack', { alertId, dueAt: addMs(now, -MINUTE_MS) });
  await makeDelivery(test.ctx, orgId, 'teams', { alertId, state: 'dead' });
  const outage = { kind: 'mass_outage' as const, detail: 'Many.', openedAt: now };
  await test.ctx.db.insert(operatorAlerts).values({ id: newId<'operator-alert'>(), ...outage, closedAt: now });
  await test.ctx.db.insert(operatorAlerts).values({ id: newId<'operator-alert'>(), ...outage });
  expect(await countLedger(test.ctx)).toMatchObject({
    operatorAlerts: new Map([
      ['mass_outage', 1],
      ['log_broken', 0],
      ['transparency_blind', 0],
    ]),
    ...{ openAlerts: 1, lateDeliveries: 1 },
  });
});

it('counts open alerts of which a delivery was given up, each once, and broken channels that are enabled', async () => {
  const before = await countLedger(test.ctx);
  const orgId = await makeOrganization(test.ctx);
  const now = test.ctx.clock.now();
  const open = await makeAlert(test.ctx, orgId);
  await makeDelivery(test.ctx, orgId, 'email', { alertId: open, state: 'dead' });
  await makeDelivery(test.ctx, orgId, 'slack', { alertId: open, state: 'dead' });
  const over = await makeAlert(test.ctx, orgId, { resolvedAt: now, resolution: 'renewed' });
  await makeDelivery(test.ctx, orgId, 'email', { alertId: over, state: 'dead' });
  const channel = { orgId, type: 'slack', complete: true, sealedSettings: '', brokenAt: now, createdAt: now, updatedAt: now } as const;
  for (const enabled of [true, false]) {
    const id = newId<'channel'>();
    await test.ctx.db.insert(notificationChannels).values({ ...channel, id, queue: `slack:${id}`, name: String(enabled), enabled });
  }
  const after = await countLedger(test.ctx);
  expect([after.undeliveredAlerts - before.undeliveredAlerts, after.brokenChannels - before.brokenChannels]).toEqual([1, 1]);
});

it('counts late events as it does late alerts, but none that wait for a failing endpoint or a disabled organization', async () => {
  const before = (await countLedger(test.ctx)).lateDeliveries;
  const [orgId, disabledId] = [await makeOrganization(test.ctx), await makeOrganization(test.ctx)];
  await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, disabledId));
  const now = test.ctx.clock.now();
  const late = addMs(now, -3 * MINUTE_MS);
  await makeEventDelivery(test.ctx, orgId, late);
  await makeEventDelivery(test.ctx, orgId, addMs(now, -MINUTE_MS));
  await makeEventDelivery(test.ctx, orgId, late, { failures: 3, failingSince: late });
  await makeEventDelivery(test.ctx, disabledId, late);
  expect((await countLedger(test.ctx)).lateDeliveries - before).toBe(1);
});
