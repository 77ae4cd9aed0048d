import { notificationChannels, users } from '@notafter/db';
import { createTestContext, makeOrganization, makeUser, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeChannel, makeDelivery } from '../testing/delivery-fixtures.ts';
import { sendChannelNotice } from './send-channel-notice.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Self-hosted' } });
});
beforeEach(() => {
  test.ctx.gateways.mailer.sent.length = 0;
});
afterAll(() => test.close());

const brokenSlack = async () => {
  const orgId = await makeOrganization(test.ctx);
  await makeChannel(test.ctx, orgId, 'slack');
  await test.ctx.db
    .update(notificationChannels)
    .set({ brokenAt: test.ctx.clock.now(), brokenReason: 'no_service\r\nsecond line' })
    .where(eq(notificationChannels.orgId, orgId));
  return { orgId, admin: await makeUser(test.ctx, orgId) };
};

it('mails an admin what broke and why, under one key however often it is tried', async () => {
  const { admin } = await brokenSlack();
  await sendChannelNotice(test.ctx, { userId: admin.id, channel: 'slack' });
  await sendChannelNotice(test.ctx, { userId: admin.id, channel: 'slack' });
  const [first, second] = test.ctx.gateways.mailer.sent;
  const link = 'http://localhost:3000/notifications?tab=channels';
  const mail = { kind: 'channel-broken', to: admin.email, channel: 'The Slack channel', reason: 'no_service second line', link };
  expect(first?.mail).toMatchObject(mail);
  expect(second?.idempotencyKey).toBe(first?.idempotencyKey);
});

it('mails nothing about a fixed channel, nor to a former admin', async () => {
  const { orgId, admin } = await brokenSlack();
  await test.ctx.db.update(users).set({ role: 'viewer' }).where(eq(users.id, admin.id));
  await sendChannelNotice(test.ctx, { userId: admin.id, channel: 'slack' });
  await test.ctx.db.update(users).set({ role: 'admin' }).where(eq(users.id, admin.id));
  await test.ctx.db.update(notificationChannels).set({ brokenAt: null }).where(eq(notificationChannels.orgId, orgId));
  await sendChannelNotice(test.ctx, { userId: admin.id, channel: 'slack' });
  expect(test.ctx.gateways.mailer.sent).toEqual([]);
});

it('reports an escalation address that accepts no mail, and links to its setting', async () => {
  const { orgId, admin } = await brokenSlack();
  await makeDelivery(test.ctx, orgId, 'escalation', { kind: 'escalation', state: 'dead', problem: 'No such user here' });
  await sendChannelNotice(test.ctx, { userId: admin.id, channel: 'escalation' });
  const link = 'http://localhost:3000/notifications?tab=smart';
  expect(test.ctx.gateways.mailer.sent[0]?.mail).toMatchObject({ channel: 'The manager’s address', reason: 'No such user here', link });
});

it('reports a status page that refused an incident', async () => {
  const { orgId, admin } = await brokenSlack();
  await makeDelivery(test.ctx, orgId, 'status_page', { state: 'dead', problem: 'Could not authenticate' });
  await sendChannelNotice(test.ctx, { userId: admin.id, channel: 'status_page' });
  expect(test.ctx.gateways.mailer.sent[0]?.mail).toMatchObject({ channel: 'The status page', reason: 'Could not authenticate' });
});
