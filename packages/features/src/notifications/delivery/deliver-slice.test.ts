import { setImmediate } from 'node:timers/promises';
import { alertSnoozes, deliveries, deliveryAttempts, maintenanceWindows, newId, notificationChannels, organizations } from '@notafter/db';
import { addMs, type DeliveryId, type DeliveryOutcome, HOUR_MS, MINUTE_MS, SECOND_MS, SHARDS } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrganization, makeUser, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { SystemContext } from '../../context.ts';
import {
  busy,
  clearDeliveries,
  cutOff,
  deliverAll,
  deliveryOf,
  makeAlert,
  makeChannel,
  makeDelivery,
  makeOrgWith,
  makeSettings,
} from '../testing/delivery-fixtures.ts';
import { enqueueDueDeliveries } from './enqueue-due-deliveries.ts';
import { deliverSliceJob, sendChannelNoticeJob } from './internal/delivery-jobs.ts';
import { claimDueQueues } from './internal/delivery-queues.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Self-hosted' } });
});
afterEach(async () => {
  await clearDeliveries(test.ctx);
  test.ctx.gateways.channels.sent.length = 0;
  test.ctx.gateways.statusPages.calls.length = 0;
  test.ctx.jobs.clear();
});
afterAll(() => test.close());

const attemptsOf = async (messageId: string | null) =>
  (
    await test.ctx.db
      .select()
      .from(deliveryAttempts)
      .where(eq(deliveryAttempts.messageId, messageId ?? ''))
  ).sort((a, b) => a.attempt - b.attempt);

describe('a delivery that is due', () => {
  it('goes out once, in the words of the default template, with everything a channel needs', async () => {
    const orgId = await makeOrgWith(test.ctx, 'slack');
    const alertId = await makeAlert(test.ctx, orgId, { issuer: 'Example CA' });
    const id = await makeDelivery(test.ctx, orgId, 'slack', { alertId });
    expect(await enqueueDueDeliveries(test.ctx)).toHaveLength(1);
    expect(test.ctx.jobs.payloadsOf(deliverSliceJob)).toHaveLength(1);
    expect(await deliverAll(test.ctx)).toBe(1);
    const sent = await deliveryOf(test.ctx, id);
    const text = '⚠️ SSL Certificate Alert: shop.example.com expires in 7 days (2026-11-17)';
    const now = test.ctx.clock.now();
    expect(sent).toMatchObject({ state: 'sent', sentAt: now, firstAttemptAt: now, attempts: 1, text, maybeRepeated: false, problem: null });
    expect(test.ctx.gateways.channels.sent).toMatchObject([
      {
        type: 'slack',
        settings: { webhook: 'https://hooks.slack.example/services/secret' },
        message: {
          kind: 'alert',
          idempotencyKey: sent.messageId,
          organization: 'Acme',
          severity: 'critical',
          title: 'shop.example.com expires in 7 days',
          text,
          items: [
            {
              alertId,
              daysLeft: 7,
              issuer: 'Example CA',
              acknowledgeUrl: `http://localhost:3000/acknowledge/${test.ctx.auth.signAlertLink(alertId)}`,
            },
          ],
        },
      },
    ]);
    expect(await attemptsOf(sent.messageId)).toMatchObject([
      { attempt: 1, outcome: 'delivered', status: 200, answer: 'ok', finishedAt: now },
    ]);
    test.ctx.clock.advance(HOUR_MS);
    expect(await enqueueDueDeliveries(test.ctx)).toEqual([]);
    expect(await deliverAll(test.ctx)).toBe(0);
  });

  it('is not sent before its time, and wakes its queue when it comes', async () => {
    const orgId = await makeOrgWith(test.ctx, 'email');
    await makeDelivery(test.ctx, orgId, 'email', { dueAt: addMs(test.ctx.clock.now(), MINUTE_MS) });
    expect(await deliverAll(test.ctx)).toBe(0);
    test.ctx.clock.advance(MINUTE_MS);
    expect(await deliverAll(test.ctx)).toBe(1);
  });

  it('goes out once though two workers look at once', async () => {
    const orgIds = await Promise.all(Array.from({ length: 20 }, () => makeOrgWith(test.ctx, 'email')));
    for (const orgId of orgIds) for (let n = 0; n < 3; n += 1) await makeDelivery(test.ctx, orgId, 'email');
    const counts = await Promise.all([deliverAll(test.ctx), deliverAll(test.ctx), deliverAll(test.ctx)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(60);
    expect(new Set(test.ctx.gateways.channels.sent.map(({ message }) => message.idempotencyKey)).size).toBe(60);
    expect((await test.ctx.db.select().from(deliveries)).every(({ state }) => state === 'sent')).toBe(true);
  });

  it('uses the organization’s own template, and our words for what is not about to expire', async () => {
    const orgId = await makeOrgWith(test.ctx, 'email');
    await makeSettings(test.ctx, orgId, { customTemplate: 'Renew <{{domain}}> by {{expiry_date}}!' });
    const own = await makeDelivery(test.ctx, orgId, 'email');
    const down = await makeAlert(test.ctx, orgId, { rule: 'failing', threshold: 0, summary: 'Cannot be reached.' });
    const other = await makeDelivery(test.ctx, orgId, 'email', { alertId: down });
    await deliverAll(test.ctx);
    expect((await deliveryOf(test.ctx, own)).text).toBe('Renew <shop.example.com> by 2026-11-17!');
    expect((await deliveryOf(test.ctx, other)).text).toBe('⚠️ SSL Certificate Alert: shop.example.com cannot be reached.');
  });
});

describe('a receiver', () => {
  it('that fails is asked again later under the same key, and given up after three days', async () => {
    const orgId = await makeOrgWith(test.ctx, 'webhook');
    const id = await makeDelivery(test.ctx, orgId, 'webhook');
    test.ctx.gateways.channels.answerNext(...Array.from({ length: 11 }, () => busy()));
    const begun = test.ctx.clock.now();
    for (let tries = 0; tries < 11; tries += 1) {
      expect(await deliverAll(test.ctx)).toBe(1);
      expect(await deliverAll(test.ctx)).toBe(0);
      const { dueAt, state } = await deliveryOf(test.ctx, id);
      expect(state).toBe(tries < 10 ? 'pending' : 'dead');
      test.ctx.clock.set(dueAt);
    }
    expect(test.ctx.clock.now().getTime() - begun.getTime()).toBeGreaterThan(72 * HOUR_MS);
    expect(new Set(test.ctx.gateways.channels.sent.map(({ message }) => message.idempotencyKey)).size).toBe(1);
    expect(await attemptsOf((await deliveryOf(test.ctx, id)).messageId)).toHaveLength(11);
    expect(await deliveryOf(test.ctx, id)).toMatchObject({ state: 'dead', problem: 'busy', attempts: 11 });
  });

  it('that asks for a pause gets it, and only that one', async () => {
    const orgId = await makeOrgWith(test.ctx, 'webhook', 'email');
    await makeDelivery(test.ctx, orgId, 'webhook');
    await makeDelivery(test.ctx, orgId, 'webhook');
    await makeDelivery(test.ctx, orgId, 'email');
    const other = await makeOrgWith(test.ctx, 'webhook');
    test.ctx.gateways.channels.answerNext(busy(600), busy(600), busy(600));
    await makeDelivery(test.ctx, other, 'email');
    await makeChannel(test.ctx, other, 'email');
    await deliverAll(test.ctx);
    test.ctx.gateways.channels.sent.length = 0;
    await makeDelivery(test.ctx, orgId, 'webhook');
    expect(await enqueueDueDeliveries(test.ctx)).toEqual([]);
    test.ctx.clock.advance(599 * SECOND_MS);
    await deliverAll(test.ctx);
    expect(test.ctx.gateways.channels.sent.filter(({ type }) => type === 'webhook')).toEqual([]);
    test.ctx.clock.advance(2 * MINUTE_MS);
    await deliverAll(test.ctx);
    expect(test.ctx.gateways.channels.sent.filter(({ type }) => type === 'webhook')).toHaveLength(3);
  });

  it('with pacing gets one message per interval', async () => {
    const orgId = await makeOrgWith(test.ctx, 'slack');
    for (let n = 0; n < 3; n += 1) await makeDelivery(test.ctx, orgId, 'slack');
    for (const expected of [1, 0]) expect(await deliverAll(test.ctx)).toBe(expected);
    await makeDelivery(test.ctx, orgId, 'slack');
    expect(await deliverAll(test.ctx)).toBe(0);
    for (const expected of [1, 1, 1, 0]) {
      test.ctx.clock.advance(SECOND_MS);
      expect(await deliverAll(test.ctx)).toBe(expected);
    }
  });

  it('that is under way when a look for more fails is waited for', async () => {
    const id = await makeDelivery(test.ctx, await makeOrgWith(test.ctx, 'email'), 'email');
    const [looked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isOut = false;
    const now = (): Date => {
      if (!isOut) return test.ctx.clock.now();
      looked.resolve();
      throw new Error('The clock cannot be read.');
    };
    const send: typeof test.ctx.gateways.channels.send = async (outgoing) => {
      isOut = true;
      await release.promise;
      return test.ctx.gateways.channels.send(outgoing);
    };
    let ended = false;
    const delivering = deliverAll({ ...test.ctx, clock: { now }, gateways: { ...test.ctx.gateways, channels: { send } } }).finally(() => {
      ended = true;
    });
    await looked.promise;
    await setImmediate();
    isOut = false;
    expect(ended).toBe(false);
    release.resolve();
    expect(await delivering).toBe(1);
    expect((await deliveryOf(test.ctx, id)).state).toBe('sent');
  });

  it('that keeps us waiting holds nobody else up', async () => {
    const slow = await makeOrgWith(test.ctx, 'email');
    const quick = await Promise.all(Array.from({ length: 8 }, () => makeOrgWith(test.ctx, 'email')));
    await makeDelivery(test.ctx, slow, 'email');
    for (const orgId of quick) await makeDelivery(test.ctx, orgId, 'email');
    const release = Promise.withResolvers<void>();
    await test.ctx.db.update(organizations).set({ name: 'Slow' }).where(eq(organizations.id, slow));
    const recording = test.ctx.gateways.channels;
    const answered = Promise.withResolvers<void>();
    const ctx: SystemContext = {
      ...test.ctx,
      gateways: {
        ...test.ctx.gateways,
        channels: {
          send: async (outgoing) => {
            if (outgoing.message.organization === 'Slow') await release.promise;
            const outcome = await recording.send(outgoing);
            if (recording.sent.length === quick.length) answered.resolve();
            return outcome;
          },
        },
      },
    };
    const delivering = deliverAll(ctx);
    await answered.promise;
    release.resolve();
    expect(await delivering).toBe(9);
  });

  it('that refuses a message never gets it again, and still gets the others', async () => {
    const orgId = await makeOrgWith(test.ctx, 'webhook');
    const refused = await makeDelivery(test.ctx, orgId, 'webhook');
    const next = await makeDelivery(test.ctx, orgId, 'webhook', { dueAt: addMs(test.ctx.clock.now(), -1) });
    test.ctx.gateways.channels.answerNext(
      { kind: 'delivered', status: 200, answer: '' },
      { kind: 'refused', status: 413, answer: 'too large' },
    );
    await deliverAll(test.ctx);
    expect(await deliveryOf(test.ctx, next)).toMatchObject({ state: 'sent' });
    expect(await deliveryOf(test.ctx, refused)).toMatchObject({ state: 'dead', problem: 'too large' });
  });

  it('that is gone permanently breaks its channel: waiting deliveries are dead, the admins are notified, nothing is sent', async () => {
    const orgId = await makeOrgWith(test.ctx, 'slack');
    const admin = await makeUser(test.ctx, orgId);
    await makeUser(test.ctx, orgId, { role: 'viewer' });
    await makeUser(test.ctx, orgId, { activated: false });
    const ids = [await makeDelivery(test.ctx, orgId, 'slack'), await makeDelivery(test.ctx, orgId, 'slack')];
    test.ctx.gateways.channels.answerNext({ kind: 'broken', status: 404, answer: 'no_service' });
    expect(await deliverAll(test.ctx)).toBe(1);
    for (const id of ids) expect(await deliveryOf(test.ctx, id)).toMatchObject({ state: 'dead', problem: 'no_service' });
    const [channel] = await test.ctx.db.select().from(notificationChannels).where(eq(notificationChannels.orgId, orgId));
    expect(channel).toMatchObject({ enabled: true, brokenAt: test.ctx.clock.now(), brokenReason: 'no_service' });
    expect(test.ctx.jobs.payloadsOf(sendChannelNoticeJob)).toEqual([{ userId: admin.id, channel: 'slack' }]);
    const late = await makeDelivery(test.ctx, orgId, 'slack');
    test.ctx.clock.advance(MINUTE_MS);
    expect(await deliverAll(test.ctx)).toBe(0);
    expect(await deliveryOf(test.ctx, late)).toMatchObject({ state: 'dead', problem: 'no_service' });
  });

  it('that is the escalation address and accepts no mail is reported to the admins', async () => {
    const orgId = await makeOrgWith(test.ctx, 'email');
    const admin = await makeUser(test.ctx, orgId);
    await makeSettings(test.ctx, orgId, { escalationEnabled: true, escalationEmail: 'boss@example.com' });
    const id = await makeDelivery(test.ctx, orgId, 'escalation', { kind: 'escalation' });
    test.ctx.gateways.channels.answerNext({ kind: 'broken', status: 550, answer: 'No such user here' });
    await deliverAll(test.ctx);
    expect(await deliveryOf(test.ctx, id)).toMatchObject({ state: 'dead', problem: 'No such user here' });
    expect(test.ctx.jobs.payloadsOf(sendChannelNoticeJob)).toEqual([{ userId: admin.id, channel: 'escalation' }]);
  });

  it('that refused the settings of before does not break those that were saved meanwhile', async () => {
    const orgId = await makeOrgWith(test.ctx, 'slack');
    const id = await makeDelivery(test.ctx, orgId, 'slack');
    const recording = test.ctx.gateways.channels;
    const send = async (outgoing: Parameters<typeof recording.send>[0]): Promise<DeliveryOutcome> => {
      await recording.send(outgoing);
      await test.ctx.db
        .update(notificationChannels)
        .set({ updatedAt: addMs(test.ctx.clock.now(), 1) })
        .where(eq(notificationChannels.orgId, orgId));
      return { kind: 'broken', status: 404, answer: 'no_service' };
    };
    await deliverAll({ ...test.ctx, gateways: { ...test.ctx.gateways, channels: { send } } });
    expect(await deliveryOf(test.ctx, id)).toMatchObject({ state: 'pending' });
    test.ctx.clock.advance(MINUTE_MS);
    await deliverAll(test.ctx);
    expect(await deliveryOf(test.ctx, id)).toMatchObject({ state: 'sent' });
  });
});

describe('an outcome that is not known', () => {
  it.each([
    ['email', true],
    ['webhook', false],
  ] as const)('on %s is tried again and marked as possibly repeated: %s', async (channel, maybeRepeated) => {
    const orgId = await makeOrgWith(test.ctx, channel);
    const id = await makeDelivery(test.ctx, orgId, channel);
    test.ctx.gateways.channels.answerNext(cutOff);
    await deliverAll(test.ctx);
    test.ctx.clock.advance(MINUTE_MS);
    await deliverAll(test.ctx);
    const row = await deliveryOf(test.ctx, id);
    expect(row).toMatchObject({ state: 'sent', maybeRepeated });
    expect(await attemptsOf(row.messageId)).toMatchObject([{ outcome: 'unknown' }, { outcome: 'delivered' }]);
  });

  it('comes of a gateway that throws, and is bounded like any other', async () => {
    const orgId = await makeOrgWith(test.ctx, 'email');
    const id = await makeDelivery(test.ctx, orgId, 'email');
    const send = () => Promise.reject(new Error('a bug'));
    await deliverAll({ ...test.ctx, gateways: { ...test.ctx.gateways, channels: { send } } });
    expect(await deliveryOf(test.ctx, id)).toMatchObject({ state: 'pending', attempts: 1, maybeRepeated: true });
  });
});

describe('a due delivery is evaluated again', () => {
  it('quiet hours, a maintenance window and a snooze hold it, and it is sent once afterwards', async () => {
    test.ctx.clock.set(new Date('2027-03-01T12:00:00Z'));
    const now = test.ctx.clock.now();
    const orgId = await makeOrgWith(test.ctx, 'email');
    const [certificateId] = await makeCertificates(test.ctx, orgId, [{}]);
    if (certificateId === undefined) throw new Error('The certificate was not found.');
    await makeSettings(test.ctx, orgId, { quietHours: { from: '11:00', until: '13:00', timeZone: 'UTC' } });
    await test.ctx.db
      .insert(maintenanceWindows)
      .values({ id: newId<'maintenance-window'>(), orgId, name: 'Move', startsAt: now, endsAt: addMs(now, 2 * HOUR_MS) });
    await test.ctx.db.insert(alertSnoozes).values({ certificateId, orgId, until: addMs(now, 3 * HOUR_MS) });
    const other = await makeDelivery(test.ctx, orgId, 'email');
    const snoozed = await makeDelivery(test.ctx, orgId, 'email', { alertId: await makeAlert(test.ctx, orgId, { certificateId }) });
    expect(await deliverAll(test.ctx)).toBe(0);
    expect(await deliveryOf(test.ctx, other)).toMatchObject({
      state: 'pending',
      heldFor: 'maintenance',
      attempts: 0,
      dueAt: addMs(now, 2 * HOUR_MS),
    });
    expect(await deliveryOf(test.ctx, snoozed)).toMatchObject({
      state: 'pending',
      heldFor: 'snooze',
      attempts: 0,
      dueAt: addMs(now, 3 * HOUR_MS),
    });
    test.ctx.clock.advance(2 * HOUR_MS);
    expect(await deliverAll(test.ctx)).toBe(1);
    expect(await deliveryOf(test.ctx, other)).toMatchObject({ state: 'sent', heldFor: null });
    test.ctx.clock.advance(HOUR_MS);
    expect(await deliverAll(test.ctx)).toBe(1);
    await makeDelivery(test.ctx, orgId, 'email');
    test.ctx.clock.set(new Date('2027-03-02T11:59:00Z'));
    expect(await deliverAll(test.ctx)).toBe(0);
    test.ctx.clock.set(new Date('2027-03-02T13:00:00Z'));
    expect(await deliverAll(test.ctx)).toBe(1);
  });

  it('an alert that is over, or an escalation of an acknowledged one, is not sent', async () => {
    const orgId = await makeOrgWith(test.ctx, 'email');
    const now = test.ctx.clock.now();
    await makeSettings(test.ctx, orgId, { escalationEnabled: true, escalationEmail: 'boss@example.com' });
    const over = await makeAlert(test.ctx, orgId, { resolvedAt: now, resolution: 'renewed' });
    const taken = await makeAlert(test.ctx, orgId, { acknowledgedAt: now });
    const open = await makeAlert(test.ctx, orgId);
    const ids = [
      await makeDelivery(test.ctx, orgId, 'email', { alertId: over }),
      await makeDelivery(test.ctx, orgId, 'escalation', { alertId: taken, kind: 'escalation' }),
    ];
    await makeDelivery(test.ctx, orgId, 'escalation', { alertId: open, kind: 'escalation' });
    expect(await deliverAll(test.ctx)).toBe(1);
    for (const id of ids) expect(await deliveryOf(test.ctx, id)).toMatchObject({ state: 'cancelled' });
    expect(test.ctx.gateways.channels.sent).toMatchObject([
      {
        type: 'email',
        settings: { email: 'boss@example.com' },
        message: { kind: 'escalation', title: 'Escalated: shop.example.com expires in 7 days' },
      },
    ]);
  });

  it('a channel that was switched off, or that the plan lacks by now, takes nothing', async () => {
    const orgId = await makeOrgWith(test.ctx, 'email');
    await test.ctx.db.update(notificationChannels).set({ enabled: false }).where(eq(notificationChannels.orgId, orgId));
    const id = await makeDelivery(test.ctx, orgId, 'email');
    expect(await deliverAll(test.ctx)).toBe(0);
    expect(await deliveryOf(test.ctx, id)).toMatchObject({ state: 'cancelled', problem: 'The channel was switched off.' });
    const free = { ...test.ctx, config: { ...test.ctx.config, defaultPlan: 'Forever Free' } as const };
    const poor = await makeOrganization(free, { plan: 'Forever Free' });
    await makeChannel(free, poor, 'webhook');
    const dear = await makeDelivery(free, poor, 'webhook');
    expect(await deliverAll(free)).toBe(0);
    expect(await deliveryOf(test.ctx, dear)).toMatchObject({ state: 'cancelled', problem: 'The plan does not include this channel.' });
  });

  it('a disabled organization gets nothing until it is enabled again', async () => {
    const orgId = await makeOrgWith(test.ctx, 'email');
    await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, orgId));
    const id = await makeDelivery(test.ctx, orgId, 'email');
    expect(await deliverAll(test.ctx)).toBe(0);
    await test.ctx.db.update(organizations).set({ disabled: false }).where(eq(organizations.id, orgId));
    test.ctx.clock.advance(HOUR_MS);
    await deliverAll(test.ctx);
    expect(await deliveryOf(test.ctx, id)).toMatchObject({ state: 'sent' });
  });
});

describe('a digest', () => {
  it('sends what is due together in one message, up to fifty, and each delivery has its own text', async () => {
    const orgId = await makeOrgWith(test.ctx, 'email', 'pagerduty');
    await makeSettings(test.ctx, orgId, { groupingEnabled: true });
    const ids: DeliveryId[] = [];
    for (let n = 0; n < 60; n += 1) ids.push(await makeDelivery(test.ctx, orgId, 'email', { heldFor: 'digest' }));
    for (let n = 0; n < 2; n += 1) await makeDelivery(test.ctx, orgId, 'pagerduty');
    expect(await deliverAll(test.ctx)).toBe(4);
    const mails = test.ctx.gateways.channels.sent.filter(({ type }) => type === 'email').map(({ message }) => message);
    expect(mails.map(({ kind, items, title }) => [kind, items.length, title])).toEqual([
      ['digest', 50, '50 SSL certificate alerts, 50 critical'],
      ['digest', 10, '10 SSL certificate alerts, 10 critical'],
    ]);
    const rows = await Promise.all(ids.map((id) => deliveryOf(test.ctx, id)));
    expect(new Set(rows.map(({ messageId }) => messageId)).size).toBe(2);
    expect(rows.every(({ state, text }) => state === 'sent' && text?.includes('expires in 7 days') === true)).toBe(true);
  });

  it('that failed is sent again whole', async () => {
    const orgId = await makeOrgWith(test.ctx, 'email');
    await makeSettings(test.ctx, orgId, { groupingEnabled: true });
    for (let n = 0; n < 3; n += 1) await makeDelivery(test.ctx, orgId, 'email');
    test.ctx.gateways.channels.answerNext(busy());
    await deliverAll(test.ctx);
    await makeDelivery(test.ctx, orgId, 'email');
    test.ctx.clock.advance(MINUTE_MS);
    await deliverAll(test.ctx);
    const sent = test.ctx.gateways.channels.sent.map(({ message }) => ({ key: message.idempotencyKey, items: message.items.length }));
    expect(sent.map(({ items }) => items).sort()).toEqual([1, 3, 3]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });
});

it('a worker that claims takes nothing that another holds, until its lease is over', async () => {
  const orgId = await makeOrgWith(test.ctx, 'email');
  await makeDelivery(test.ctx, orgId, 'email');
  const claim = async () => {
    const all = await Promise.all(
      Array.from({ length: SHARDS }, (_, shard) => claimDueQueues(test.ctx.db, { shard, now: test.ctx.clock.now(), limit: 10 })),
    );
    return all.flat().length;
  };
  expect(await claim()).toBe(1);
  await makeDelivery(test.ctx, orgId, 'email');
  expect(await claim()).toBe(0);
  test.ctx.clock.advance(MINUTE_MS);
  expect(await claim()).toBe(1);
});
