import { auditLog, deliveries, notificationChannels } from '@notafter/db';
import { type ChannelType, channelTypes, DAY_MS, type DeliveryOutcome, entitlementsOf } from '@notafter/domain';
import { createTestContext, makeOrgContext, type TestContext } from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getDashboardStats } from '../../certificates/list/get-dashboard-stats.ts';
import type { OrgContext } from '../../context.ts';
import { reviewAlertsJob } from '../../request-review.ts';
import { reviewAlerts } from '../ledger/review-alerts.ts';
import { clearDeliveries, filledIn, makeAlert, makeChannel } from '../testing/delivery-fixtures.ts';
import { openChannel } from './internal/sealed-settings.ts';
import { listChannels } from './list-channels.ts';
import { rotateSigningSecret } from './rotate-signing-secret.ts';
import { saveChannel } from './save-channel.ts';
import { testAllChannels } from './test-all-channels.ts';
import { testChannel } from './test-channel.ts';

let test: TestContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
afterEach(async () => {
  await clearDeliveries(test.ctx);
  await test.ctx.db.delete(deliveries);
  test.ctx.gateways.channels.sent.length = 0;
  test.ctx.jobs.clear();
});
afterAll(() => test.close());

const hook = 'https://hooks.slack.example/services/T0/secret';
const viewOf = async (org: OrgContext, type: ChannelType) => (await listChannels(org)).channels.find((channel) => channel.type === type);
const rowOf = async (org: OrgContext, type: ChannelType) => {
  const [row] = await test.ctx.db
    .select()
    .from(notificationChannels)
    .where(and(eq(notificationChannels.orgId, org.org.id), eq(notificationChannels.type, type)));
  if (row === undefined) throw new Error('The channel was never saved.');
  return row;
};
const gone: DeliveryOutcome = { kind: 'broken', status: 404, answer: 'no_service\nsecond line' };
const save = (org: OrgContext, type: ChannelType, settings: Record<string, string>, enabled = true) =>
  saveChannel(org, { type, enabled, settings });

describe('the channels of an organization', () => {
  it('are all ten, off, with the mail channel ready for its first admin', async () => {
    const org = await makeOrgContext(test.ctx);
    const { channels } = await listChannels(org);
    expect(channels.map(({ type }) => type)).toEqual(channelTypes);
    expect(
      channels.every(
        ({ enabled, state, brokenReason, available }) => !enabled && state === 'disabled' && brokenReason === null && available,
      ),
    ).toBe(true);
    expect(channels[0]?.fields).toEqual([{ name: 'email', label: 'Email address', secret: false, value: org.actor.email }]);
  });

  it('say which plans include what the present one does not, and refuse to be switched on', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Forever Free' });
    expect(await viewOf(org, 'slack')).toMatchObject({ available: false, availableIn: ['Essentials', 'Team', 'Enterprise'] });
    const refusal = { code: 'channel_plan', status: 403, message: 'Available in: Essentials, Team, Enterprise plans' };
    await expect(save(org, 'slack', { webhook: hook })).rejects.toMatchObject(refusal);
    await expect(testChannel(org, { type: 'slack' })).rejects.toMatchObject(refusal);
    await makeChannel(test.ctx, org.org.id, 'slack');
    expect((await save(org, 'slack', {}, false)).channel).toMatchObject({ enabled: false, state: 'not_in_plan', trouble: null });
  });
});

describe('after a downgrade', () => {
  it('a lost channel says so, keeps what is stored, and works again with the plan', async () => {
    const team = await makeOrgContext(test.ctx, { plan: 'Team' });
    await save(team, 'slack', { webhook: hook });
    const free: OrgContext = { ...team, entitlements: entitlementsOf('Forever Free') };
    expect(await viewOf(free, 'slack')).toMatchObject({
      enabled: true,
      state: 'not_in_plan',
      trouble: 'not_in_plan',
      fields: [{ value: '••••cret' }],
    });
    expect(await viewOf(team, 'slack')).toMatchObject({ enabled: true, state: 'configured', trouble: null });
  });

  it('each enabled channel names the trouble that the banner of the list names', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Team' });
    const view: OrgContext = { ...org, config: { ...org.config, sendsMail: false } };
    for (const type of ['email', 'slack', 'webhook'] as const) await makeChannel(test.ctx, org.org.id, type);
    await save(org, 'teams', {});
    await test.ctx.db
      .update(notificationChannels)
      .set({ brokenAt: test.ctx.clock.now() })
      .where(and(eq(notificationChannels.orgId, org.org.id), eq(notificationChannels.type, 'slack')));
    const { failing } = (await getDashboardStats(view)).channelHealth;
    const channels = (await listChannels(view)).channels.flatMap(({ name, trouble }) => (trouble === null ? [] : [{ name, trouble }]));
    expect(channels).toEqual([
      { name: 'Email', trouble: 'no_mail_server' },
      { name: 'Slack', trouble: 'broken' },
      { name: 'Microsoft Teams', trouble: 'incomplete' },
      { name: 'Webhook', trouble: 'not_in_plan' },
    ]);
    expect(failing).toHaveLength(channels.length);
    expect(failing).toEqual(expect.arrayContaining(channels));
  });
});

describe('saving', () => {
  it('stores secrets sealed and never shows them again, and asks for one review', async () => {
    const org = await makeOrgContext(test.ctx);
    const { channel, signingSecret } = await save(org, 'slack', { webhook: hook });
    expect(channel).toMatchObject({ enabled: true, state: 'configured', fields: [{ name: 'webhook', value: '••••cret' }] });
    expect(signingSecret).toBeNull();
    const row = await rowOf(org, 'slack');
    expect(JSON.stringify(row)).not.toContain('hooks.slack.example');
    expect(JSON.stringify(await test.ctx.db.select().from(auditLog))).not.toContain('hooks.slack.example');
    expect(test.ctx.jobs.payloadsOf(reviewAlertsJob)).toEqual([{ orgId: org.org.id }]);
    await save(org, 'slack', { webhook: '••••cret' }, false);
    expect(openChannel(test.ctx.auth, org.org.id, row.queue, (await rowOf(org, 'slack')).sealedSettings).fields).toEqual({ webhook: hook });
    const stranger = await makeOrgContext(test.ctx);
    expect(() => openChannel(test.ctx.auth, stranger.org.id, row.queue, row.sealedSettings)).toThrow();
  });

  it('takes blank fields as incomplete, which can be neither tested nor sent to', async () => {
    const org = await makeOrgContext(test.ctx);
    expect((await save(org, 'telegram', { token: '1:abc' })).channel.state).toBe('incomplete');
    expect((await rowOf(org, 'telegram')).complete).toBe(false);
    await expect(testChannel(org, { type: 'telegram' })).rejects.toMatchObject({ code: 'channel_incomplete', status: 400 });
    await expect(testChannel(org, { type: 'slack' })).rejects.toMatchObject({ code: 'channel_incomplete' });
    expect(test.ctx.gateways.channels.sent).toEqual([]);
  });

  it('names the field that cannot be meant, and changes nothing', async () => {
    const org = await makeOrgContext(test.ctx);
    await expect(save(org, 'slack', { webhook: 'slack' })).rejects.toMatchObject({
      code: 'invalid_input',
      details: [{ path: 'settings.webhook', message: 'Enter the whole address, https:// included.' }],
    });
    expect(await viewOf(org, 'slack')).toMatchObject({ enabled: false, fields: [{ value: '' }] });
  });

  it('shows a webhook’s signing secret once, and again when it is replaced; the old one signs along for a day', async () => {
    const org = await makeOrgContext(test.ctx);
    await expect(rotateSigningSecret(org)).rejects.toMatchObject({ code: 'channel_incomplete' });
    expect((await save(org, 'webhook', {})).signingSecret).toBeNull();
    const first = (await save(org, 'webhook', { url: 'https://receiver.example/secret' })).signingSecret;
    expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await save(org, 'webhook', {})).signingSecret).toBeNull();
    const { signingSecret: second } = await rotateSigningSecret(org);
    const { signingSecret: third } = await rotateSigningSecret(org);
    await testChannel(org, { type: 'webhook' });
    test.ctx.clock.advance(DAY_MS);
    await testChannel(org, { type: 'webhook' });
    expect(test.ctx.gateways.channels.sent.map(({ signingSecrets }) => signingSecrets)).toEqual([[third, second], [third]]);
    expect(JSON.stringify(await listChannels(org))).not.toContain('whsec_');
  });

  it('resumes a broken channel, and sends what it missed', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeChannel(test.ctx, org.org.id, 'email');
    const alertId = await makeAlert(test.ctx, org.org.id);
    await reviewAlerts(test.ctx, { orgId: org.org.id });
    await test.ctx.db.update(deliveries).set({ state: 'dead', attempts: 1 }).where(eq(deliveries.alertId, alertId));
    await test.ctx.db
      .update(notificationChannels)
      .set({ brokenAt: test.ctx.clock.now(), brokenReason: 'gone' })
      .where(eq(notificationChannels.orgId, org.org.id));
    expect(await viewOf(org, 'email')).toMatchObject({ brokenReason: 'gone' });
    expect((await save(org, 'email', { email: 'new@example.com' })).channel.brokenReason).toBeNull();
    await reviewAlerts(test.ctx, { orgId: org.org.id });
    expect(await test.ctx.db.select().from(deliveries)).toMatchObject([{ alertId, state: 'pending', attempts: 0 }]);
  });
});

describe('a test', () => {
  it('is sent while the person waits, and is in the log', async () => {
    const org = await makeOrgContext(test.ctx, { name: 'Acme' });
    await makeChannel(test.ctx, org.org.id, 'slack');
    await testChannel(org, { type: 'slack' });
    expect(test.ctx.gateways.channels.sent).toMatchObject([
      { type: 'slack', settings: filledIn.slack, message: { kind: 'test', organization: 'Acme', items: [], title: 'Test notification' } },
    ]);
    expect(await test.ctx.db.select().from(deliveries)).toMatchObject([{ kind: 'test', state: 'sent', alertId: null, channel: 'slack' }]);
  });

  it("that fails gives the receiver's answer in one line, and one that is delivered resumes the channel", async () => {
    const org = await makeOrgContext(test.ctx);
    await makeChannel(test.ctx, org.org.id, 'slack');
    await test.ctx.db
      .update(notificationChannels)
      .set({ brokenAt: test.ctx.clock.now() })
      .where(eq(notificationChannels.orgId, org.org.id));
    test.ctx.gateways.channels.answerNext(gone);
    await expect(testChannel(org, { type: 'slack' })).rejects.toMatchObject({
      code: 'channel_test_failed',
      status: 400,
      message: 'Test failed: no_service second line (status 404)',
    });
    expect((await rowOf(org, 'slack')).brokenAt).not.toBeNull();
    await testChannel(org, { type: 'slack' });
    expect((await rowOf(org, 'slack')).brokenAt).toBeNull();
    expect(test.ctx.jobs.payloadsOf(reviewAlertsJob)).toHaveLength(1);
  });

  it('of all goes to every configured channel of the plan and reports which failed', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Team' });
    for (const type of ['email', 'slack', 'webhook'] as const) await makeChannel(test.ctx, org.org.id, type);
    await makeChannel(test.ctx, org.org.id, 'teams', false);
    const failing: OrgContext = {
      ...org,
      gateways: {
        ...org.gateways,
        channels: { send: async ({ type }) => (type === 'slack' ? gone : { kind: 'delivered', status: 200, answer: '' }) },
      },
    };
    const { results } = await testAllChannels(failing);
    expect(results.map(({ type, result }) => [type, result])).toEqual([
      ['email', 'sent'],
      ['slack', 'failed'],
      ['telegram', 'disabled'],
      ['google_chat', 'disabled'],
      ['teams', 'disabled'],
      ['pagerduty', 'disabled'],
      ['splunk', 'disabled'],
      ['zapier', 'not_in_plan'],
      ['webhook', 'not_in_plan'],
      ['alertmanager', 'not_in_plan'],
    ]);
    expect(results[1]).toEqual({
      id: expect.any(String),
      type: 'slack',
      name: 'Slack',
      result: 'failed',
      reason: 'Test failed: no_service second line (status 404)',
    });
    expect(results[8]?.reason).toBe('Not in your plan. Available in: Enterprise plans');
  });

  it('of all fails when none was tried, and names each channel', async () => {
    const org = await makeOrgContext(test.ctx, { plan: 'Forever Free' });
    await makeChannel(test.ctx, org.org.id, 'slack');
    await save(org, 'email', { email: '' });
    await expect(testAllChannels(org)).rejects.toMatchObject({
      code: 'no_channel_to_test',
      status: 400,
      details: expect.arrayContaining([
        { path: 'email', message: 'The channel is incomplete.' },
        { path: 'slack', message: 'Not in your plan. Available in: Essentials, Team, Enterprise plans' },
      ]),
    });
    expect(test.ctx.gateways.channels.sent).toEqual([]);
  });

  it('of all says when mail went to a file', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeChannel(test.ctx, org.org.id, 'email');
    const { results } = await testAllChannels({ ...org, config: { ...org.config, sendsMail: false } });
    expect(results[0]).toMatchObject({ result: 'sent', reason: 'Written to a file: no mail server is configured (SMTP_URL).' });
  });

  it('is not to be had without end', async () => {
    const org = await makeOrgContext(test.ctx);
    await makeChannel(test.ctx, org.org.id, 'email');
    for (let n = 0; n < 60; n += 1) await testChannel(org, { type: 'email' });
    await expect(testChannel(org, { type: 'email' })).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
  });
});

describe('others', () => {
  it('another organization has separate channels', async () => {
    await save(await makeOrgContext(test.ctx), 'slack', { webhook: hook });
    const stranger = await makeOrgContext(test.ctx);
    expect(await viewOf(stranger, 'slack')).toMatchObject({ enabled: false, fields: [{ value: '' }] });
    await expect(testAllChannels(stranger)).rejects.toMatchObject({ code: 'no_channel_to_test' });
  });
});
