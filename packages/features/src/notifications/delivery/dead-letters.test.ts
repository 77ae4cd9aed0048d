import { auditLog, notificationChannels, webhookDeliveries, webhookEndpoints } from '@notafter/db';
import { addMs, endpointChannel, HOUR_MS, type OrganizationId } from '@notafter/domain';
import { type MemberContext, makeOrganization, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdminTest, openOperator } from '../../admin/testing/platform-admin.ts';
import {
  clearDeliveries,
  deliverAll,
  deliveryOf,
  makeAlert,
  makeChannel,
  makeDelivery,
  makeEventDelivery,
} from '../testing/delivery-fixtures.ts';
import { listFailingChannels } from './list-failing-channels.ts';
import { resendDeadLetters } from './resend-dead-letters.ts';

let test: TestContext;
let operator: MemberContext;
let orgId: OrganizationId;
beforeAll(async () => {
  test = await createAdminTest();
  operator = await openOperator(test);
  orgId = await makeOrganization(test.ctx, { name: 'Harborline', plan: 'Enterprise' });
});
afterEach(async () => {
  await clearDeliveries(test.ctx);
  await test.ctx.db.delete(notificationChannels);
  await test.ctx.db.delete(webhookEndpoints);
  test.ctx.gateways.channels.sent.length = 0;
});
afterAll(() => test.close());

const ended = () => ({ resolvedAt: test.ctx.clock.now(), resolution: 'renewed' as const });
const dead = { state: 'dead', attempts: 10, problem: 'The receiver answered 503.' } as const;

describe('failing channels', () => {
  it('are those with messages that failed, or that their receiver rejected; most given up first', async () => {
    const now = test.ctx.clock.now();
    const reason = 'The receiver answered 404.';
    await makeChannel(test.ctx, orgId, 'slack', true, { name: 'On-call' });
    await makeChannel(test.ctx, orgId, 'teams', true, { brokenAt: now, brokenReason: reason });
    await makeChannel(test.ctx, orgId, 'webhook');
    await makeChannel(test.ctx, orgId, 'telegram', false, { brokenAt: now });
    const createdAt = addMs(now, -HOUR_MS);
    await makeDelivery(test.ctx, orgId, 'slack', { ...dead, createdAt });
    await makeDelivery(test.ctx, orgId, 'slack', dead);
    await makeDelivery(test.ctx, orgId, 'slack', { attempts: 2, problem: 'Timeout.' });
    await makeDelivery(test.ctx, orgId, 'webhook');
    await makeDelivery(test.ctx, orgId, 'telegram', dead);
    expect(await listFailingChannels(operator)).toEqual({
      total: 2,
      channels: [
        {
          ...{ organizationId: orgId, organization: 'Harborline', queue: 'slack', kind: 'slack', name: 'On-call', brokenAt: null },
          ...{ problem: 'Timeout.', deadLetters: 2, retried: 1, oldestAt: createdAt },
        },
        {
          ...{ organizationId: orgId, organization: 'Harborline', queue: 'teams', kind: 'teams', name: 'Microsoft Teams', brokenAt: now },
          ...{ problem: reason, deadLetters: 0, retried: 0, oldestAt: null },
        },
      ],
    });
  });

  it('count no message of an alert that ended, but those that close an incident', async () => {
    await makeChannel(test.ctx, orgId, 'pagerduty');
    await makeChannel(test.ctx, orgId, 'email');
    const alertId = await makeAlert(test.ctx, orgId, ended());
    await makeDelivery(test.ctx, orgId, 'email', { ...dead, alertId });
    await makeDelivery(test.ctx, orgId, 'pagerduty', { ...dead, alertId, kind: 'resolved' });
    expect((await listFailingChannels(operator)).channels).toMatchObject([{ queue: 'pagerduty', deadLetters: 1 }]);
  });

  it('include webhook endpoints with their events', async () => {
    const now = test.ctx.clock.now();
    const id = await makeEventDelivery(test.ctx, orgId, now, { failingSince: now });
    await test.ctx.db.update(webhookDeliveries).set({ state: 'dead', problem: 'Refused.' }).where(eq(webhookDeliveries.endpointId, id));
    expect((await listFailingChannels(operator)).channels).toMatchObject([
      { queue: endpointChannel(id), kind: 'webhook_endpoint', name: 'Deploy bot', deadLetters: 1, problem: 'Refused.', oldestAt: now },
    ]);
  });
});

describe('a message that was given up', () => {
  it('is sent again, and nothing else; the log of the organization says who did it', async () => {
    await makeChannel(test.ctx, orgId, 'slack', true, { name: 'On-call' });
    await makeChannel(test.ctx, orgId, 'teams');
    const wanted = await makeDelivery(test.ctx, orgId, 'slack', dead);
    const over = await makeDelivery(test.ctx, orgId, 'slack', { ...dead, alertId: await makeAlert(test.ctx, orgId, ended()) });
    const elsewhere = await makeDelivery(test.ctx, orgId, 'teams', dead);
    expect(await resendDeadLetters(operator, { id: orgId, queue: 'slack' })).toEqual({ queued: 1 });
    expect(await deliverAll(test.ctx)).toBe(1);
    expect(test.ctx.gateways.channels.sent).toHaveLength(1);
    expect((await deliveryOf(test.ctx, wanted)).state).toBe('sent');
    expect((await deliveryOf(test.ctx, over)).state).toBe('dead');
    expect((await deliveryOf(test.ctx, elsewhere)).state).toBe('dead');
    const [row] = await test.ctx.db.select().from(auditLog).where(eq(auditLog.orgId, orgId));
    expect(row).toMatchObject({ action: 'notifications/resend-dead-letters', detail: { name: 'On-call', queued: 1 } });
  });

  it('of a webhook endpoint is posted again', async () => {
    const now = test.ctx.clock.now();
    const id = await makeEventDelivery(test.ctx, orgId, now);
    await test.ctx.db.update(webhookDeliveries).set({ state: 'dead', attempts: 10 }).where(eq(webhookDeliveries.endpointId, id));
    expect(await resendDeadLetters(operator, { id: orgId, queue: endpointChannel(id) })).toEqual({ queued: 1 });
    expect(await test.ctx.db.select().from(webhookDeliveries)).toMatchObject([{ state: 'pending', attempts: 0, dueAt: now }]);
  });

  it('is refused where nothing can be sent, and where nothing was given up', async () => {
    const other = await makeOrganization(test.ctx);
    const now = test.ctx.clock.now();
    const of = (queue: Parameters<typeof resendDeadLetters>[1]['queue'], id = orgId) => resendDeadLetters(operator, { id, queue });
    await makeChannel(test.ctx, orgId, 'slack');
    await makeChannel(test.ctx, orgId, 'teams', true, { brokenAt: now });
    await makeChannel(test.ctx, orgId, 'telegram', false);
    const paused = await makeEventDelivery(test.ctx, orgId, now, { brokenAt: now });
    await expect(of('slack')).rejects.toMatchObject({ code: 'conflict' });
    await expect(of('teams')).rejects.toMatchObject({ code: 'channel_broken' });
    await expect(of('telegram')).rejects.toMatchObject({ code: 'channel_incomplete' });
    await expect(of('zapier')).rejects.toMatchObject({ code: 'channel_not_found' });
    await expect(of(endpointChannel(paused))).rejects.toMatchObject({ code: 'webhook_endpoint_paused' });
    await expect(of(endpointChannel(paused), other)).rejects.toMatchObject({ code: 'webhook_endpoint_not_found' });
  });
});
