import { alerts, auditLog, deliveryAttempts, newId, notificationChannels, organizations } from '@notafter/db';
import { type AlertId, addMs, brandId, type DeliveryId, HOUR_MS } from '@notafter/domain';
import {
  actorOf,
  createTestContext,
  makeCertificates,
  makeOrgContext,
  makeRequestContext,
  makeUser,
  type TestContext,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { acknowledgeAlert } from '../ledger/acknowledge-alert.ts';
import { acknowledgeByLink } from '../ledger/acknowledge-by-link.ts';
import { getAlertByLink } from '../ledger/get-alert-by-link.ts';
import { clearDeliveries, deliverAll, makeAlert, makeChannel, makeDelivery } from '../testing/delivery-fixtures.ts';
import { getDelivery } from './get-delivery.ts';
import { listNotificationLog } from './list-notification-log.ts';
import { resendDelivery } from './resend-delivery.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Self-hosted' } });
});
afterEach(async () => {
  await clearDeliveries(test.ctx);
  test.ctx.gateways.channels.sent.length = 0;
});
afterAll(() => test.close());

const NOBODYS: DeliveryId = brandId('01989f0a-7c1e-7b42-9f60-000000000000');
const alertOf = async (id: AlertId) => {
  const [row] = await test.ctx.db.select().from(alerts).where(eq(alerts.id, id));
  if (row === undefined) throw new Error('The alert was not found.');
  return row;
};
const entriesOf = async (org: OrgContext) => (await listNotificationLog(org, { limit: 50 })).entries;

describe('the log', () => {
  it('lists each alert and channel, newest first, page by page without a gap or a repetition', async () => {
    const org = await makeOrgContext(test.ctx);
    const ids: DeliveryId[] = [];
    for (let n = 0; n < 60; n += 1) {
      ids.push(await makeDelivery(test.ctx, org.org.id, 'email', { createdAt: addMs(test.ctx.clock.now(), -1000 * Math.floor(n / 7)) }));
    }
    const seen: DeliveryId[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listNotificationLog>> = await listNotificationLog(org, { limit: 25, cursor });
      expect(page.openCount).toBe(60);
      seen.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([...seen].sort()).toEqual([...ids].sort());
    const times = (await entriesOf(org)).map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
    await expect(listNotificationLog(org, { limit: 25, cursor: 'garbled' })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it("has each entry's text, state and the state of its alert", async () => {
    const org = await makeOrgContext(test.ctx);
    const [certificateId] = await makeCertificates(test.ctx, org.org.id, [{}]);
    if (certificateId === undefined) throw new Error('The certificate was not found.');
    const now = test.ctx.clock.now();
    const alertId = await makeAlert(test.ctx, org.org.id, {
      certificateId,
      acknowledgedAt: now,
      acknowledgedBy: 'ada@example.com',
      escalatedAt: now,
    });
    const dueAt = addMs(now, HOUR_MS);
    const id = await makeDelivery(test.ctx, org.org.id, 'escalation', { alertId, kind: 'escalation', dueAt, heldFor: 'quiet_hours' });
    await makeDelivery(test.ctx, org.org.id, 'pagerduty', { alertId, kind: 'resolved' });
    expect(await entriesOf(org)).toEqual([
      {
        id,
        alertId,
        certificateId,
        certificateExists: true,
        domain: 'shop.example.com',
        message: 'shop.example.com expires in 7 days',
        channel: 'email',
        channelId: null,
        channelName: 'Email',
        kind: 'escalation',
        state: 'pending',
        heldFor: 'quiet_hours',
        dueAt,
        sentAt: null,
        createdAt: now,
        acknowledged: true,
        acknowledgedBy: 'ada@example.com',
        escalated: true,
        resolved: false,
        superseded: false,
        severity: 'critical',
        rule: 'expiry',
        maybeRepeated: false,
        problem: null,
      },
    ]);
    const gone = await makeAlert(test.ctx, org.org.id, { rule: 'changed', summary: 'Serves another certificate.', resolvedAt: now });
    await makeDelivery(test.ctx, org.org.id, 'slack', { alertId: gone, createdAt: addMs(now, 1) });
    expect((await entriesOf(org))[0]).toMatchObject({ certificateExists: false, severity: 'warning', resolved: true });
  });

  it('shows what did not arrive alone, and opens the whole story of one', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeChannel(test.ctx, org.org.id, 'email');
    const id = await makeDelivery(test.ctx, org.org.id, 'email');
    await makeDelivery(test.ctx, org.org.id, 'email', { dueAt: addMs(test.ctx.clock.now(), HOUR_MS) });
    test.ctx.gateways.channels.answerNext({ kind: 'refused', status: 550, answer: 'No such user' });
    await deliverAll(test.ctx);
    const dead = await listNotificationLog(org, { limit: 25, state: 'dead' });
    expect(dead.entries.map((entry) => entry.id)).toEqual([id]);
    const now = test.ctx.clock.now();
    expect(await getDelivery(org, { id })).toMatchObject({
      entry: { id, state: 'dead', problem: 'No such user' },
      attempts: [{ attempt: 1, startedAt: now, finishedAt: now, outcome: 'refused', status: 550, answer: 'No such user' }],
      alert: { rule: 'expiry', threshold: 7, raisedAt: now, resolvedAt: null },
    });
  });
});

describe('sending again', () => {
  it('sends a dead delivery under the key it had, with the rest of its message, and its tries start over', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeChannel(test.ctx, org.org.id, 'webhook');
    const messageId = '01989f0a-7c1e-7b42-9f60-000000000001';
    const dead = { state: 'dead', messageId, attempts: 11, problem: 'busy' } as const;
    const [id, other] = [
      await makeDelivery(test.ctx, org.org.id, 'webhook', dead),
      await makeDelivery(test.ctx, org.org.id, 'webhook', dead),
    ];
    await test.ctx.db.insert(deliveryAttempts).values({ messageId, attempt: 11, orgId: org.org.id, startedAt: test.ctx.clock.now() });
    await resendDelivery(org, { id });
    await deliverAll(test.ctx);
    expect(test.ctx.gateways.channels.sent).toMatchObject([{ message: { idempotencyKey: messageId, kind: 'digest' } }]);
    for (const each of [id, other]) expect((await getDelivery(org, { id: each })).entry.state).toBe('sent');
    expect((await getDelivery(org, { id })).attempts.map(({ attempt }) => attempt)).toEqual([11, 12]);
    await expect(resendDelivery(org, { id })).rejects.toMatchObject({ code: 'conflict', status: 409 });
  });

  it('needs a channel that takes something', async () => {
    const org = await makeOrgContext(test.ctx);
    const id = await makeDelivery(test.ctx, org.org.id, 'email', { state: 'dead' });
    await expect(resendDelivery(org, { id })).rejects.toMatchObject({ code: 'channel_incomplete' });
    await makeChannel(test.ctx, org.org.id, 'email');
    await test.ctx.db
      .update(notificationChannels)
      .set({ brokenAt: test.ctx.clock.now() })
      .where(eq(notificationChannels.orgId, org.org.id));
    await expect(resendDelivery(org, { id })).rejects.toMatchObject({ code: 'channel_broken', status: 409 });
  });
});

describe('acknowledging', () => {
  it('by one delivery counts for the alert on every channel, and leaves one audit row', async () => {
    const org = await makeOrgContext(test.ctx);
    const alertId = await makeAlert(test.ctx, org.org.id);
    const id = await makeDelivery(test.ctx, org.org.id, 'email', { alertId, state: 'sent' });
    await makeDelivery(test.ctx, org.org.id, 'slack', { alertId, state: 'sent' });
    await acknowledgeAlert(org, { id });
    expect(await alertOf(alertId)).toMatchObject({ acknowledgedAt: test.ctx.clock.now(), acknowledgedBy: org.actor.email });
    expect((await entriesOf(org)).map(({ acknowledged }) => acknowledged)).toEqual([true, true]);
    expect((await listNotificationLog(org, { limit: 25 })).openCount).toBe(0);
    test.ctx.clock.advance(HOUR_MS);
    await acknowledgeAlert(org, { id });
    expect((await alertOf(alertId)).acknowledgedAt).not.toEqual(test.ctx.clock.now());
    const audited = await test.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, alertId));
    expect(audited.map(({ action }) => action)).toEqual(['notifications/acknowledge-alert', 'notifications/acknowledge-alert']);
  });

  it('by a link needs nobody signed in; looking changes nothing, however often a mail scanner does', async () => {
    const org = await makeOrgContext(test.ctx);
    const alertId = await makeAlert(test.ctx, org.org.id);
    const token = test.ctx.auth.signAlertLink(alertId);
    for (let n = 0; n < 20; n += 1) {
      const shown = await getAlertByLink(makeRequestContext(test.ctx), { token });
      expect(shown).toEqual({
        domain: 'shop.example.com',
        summary: 'shop.example.com expires in 7 days',
        raisedAt: test.ctx.clock.now(),
        acknowledgedAt: null,
        resolvedAt: null,
      });
    }
    expect((await alertOf(alertId)).acknowledgedAt).toBeNull();
    expect(await acknowledgeByLink(makeRequestContext(test.ctx), { token })).toMatchObject({ acknowledgedAt: test.ctx.clock.now() });
    expect((await alertOf(alertId)).acknowledgedBy).toBe('a link in an alert');
  });

  it('by the link of an early threshold leads to the one that took its place, and never says that it is over', async () => {
    const org = await makeOrgContext(test.ctx);
    const [certificateId, occasion] = [newId<'certificate'>(), 'AA:BB'];
    const superseded = { certificateId, occasion, resolvedAt: test.ctx.clock.now(), resolution: 'superseded' } as const;
    const early = await makeAlert(test.ctx, org.org.id, { ...superseded, threshold: 30 });
    await makeAlert(test.ctx, org.org.id, { ...superseded, threshold: 14 });
    const present = await makeAlert(test.ctx, org.org.id, { certificateId, occasion, threshold: 7 });
    const others = await makeAlert(test.ctx, (await makeOrgContext(test.ctx)).org.id, { certificateId, occasion, threshold: 1 });
    const token = test.ctx.auth.signAlertLink(early);
    expect(await getAlertByLink(makeRequestContext(test.ctx), { token })).toMatchObject({ resolvedAt: null, acknowledgedAt: null });
    await acknowledgeByLink(makeRequestContext(test.ctx), { token });
    expect((await alertOf(present)).acknowledgedAt).not.toBeNull();
    expect((await alertOf(early)).acknowledgedAt).toBeNull();
    expect((await alertOf(others)).acknowledgedAt).toBeNull();
  });

  it('by a link changes nothing if it is over', async () => {
    const org = await makeOrgContext(test.ctx);
    const alertId = await makeAlert(test.ctx, org.org.id, { resolvedAt: test.ctx.clock.now(), resolution: 'renewed' });
    const token = test.ctx.auth.signAlertLink(alertId);
    expect(await acknowledgeByLink(makeRequestContext(test.ctx), { token })).toMatchObject({ acknowledgedAt: null });
    expect((await alertOf(alertId)).acknowledgedAt).toBeNull();
  });

  it('by a link names the colleague who is signed in, and no stranger', async () => {
    const org = await makeOrgContext(test.ctx);
    const viewer = await makeUser(test.ctx, org.org.id, { role: 'viewer' });
    const [mine, theirs] = [await makeAlert(test.ctx, org.org.id), await makeAlert(test.ctx, org.org.id)];
    const acknowledge = (id: AlertId, actor: OrgContext['actor']) =>
      acknowledgeByLink(makeRequestContext(test.ctx, { actor }), { token: test.ctx.auth.signAlertLink(id) });
    await acknowledge(mine, actorOf(viewer));
    await acknowledge(theirs, (await makeOrgContext(test.ctx)).actor);
    expect((await alertOf(mine)).acknowledgedBy).toBe(viewer.email);
    expect((await alertOf(theirs)).acknowledgedBy).toBe('a link in an alert');
    expect(await test.ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, theirs))).toEqual([]);
  });

  it('by a link that was not made here, or whose alert is gone, is refused, and guessing ends soon', async () => {
    const org = await makeOrgContext(test.ctx);
    const alertId = await makeAlert(test.ctx, org.org.id);
    const token = test.ctx.auth.signAlertLink(alertId);
    const invalid = { code: 'link_invalid', status: 400 };
    const scanner = makeRequestContext(test.ctx);
    for (const guess of [
      '',
      'x',
      `${alertId}.`,
      `${alertId}.${'A'.repeat(43)}`,
      `${token}x`,
      `${token}.x`,
      token.replace(alertId, NOBODYS),
    ]) {
      await expect(acknowledgeByLink(scanner, { token: guess })).rejects.toMatchObject(invalid);
      await expect(getAlertByLink(scanner, { token: guess })).rejects.toMatchObject(invalid);
    }
    for (let n = 0; n < 46; n += 1) await expect(getAlertByLink(scanner, { token: 'x' })).rejects.toMatchObject(invalid);
    await expect(getAlertByLink(scanner, { token: 'x' })).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    expect(await getAlertByLink(scanner, { token })).toMatchObject({ acknowledgedAt: null });
    await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, org.org.id));
    await expect(acknowledgeByLink(makeRequestContext(test.ctx), { token })).rejects.toMatchObject({ code: 'not_found' });
    await test.ctx.db.delete(alerts).where(eq(alerts.id, alertId));
    await expect(getAlertByLink(makeRequestContext(test.ctx), { token })).rejects.toMatchObject({ code: 'not_found' });
  });
});
