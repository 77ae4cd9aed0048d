import { deliveries, newId, notificationChannels } from '@notafter/db';
import { brandId, CHANNELS_MAX, type ChannelId, channelTypes, type DeliveryOutcome } from '@notafter/domain';
import { createTestContext, makeOrgContext, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { listNotificationLog } from '../delivery/list-notification-log.ts';
import { reviewAlerts } from '../ledger/review-alerts.ts';
import { saveAlertRoute } from '../routing/save-alert-route.ts';
import { clearDeliveries, deliverAll, filledIn, makeAlert, makeChannel } from '../testing/delivery-fixtures.ts';
import { addChannel } from './add-channel.ts';
import { openChannel } from './internal/sealed-settings.ts';
import { listAllChannels } from './list-all-channels.ts';
import { listChannels } from './list-channels.ts';
import { removeChannel } from './remove-channel.ts';
import { rotateChannelSecret } from './rotate-channel-secret.ts';
import { rotateSigningSecret } from './rotate-signing-secret.ts';
import { saveChannel } from './save-channel.ts';
import { testAllChannels } from './test-all-channels.ts';
import { testChannel } from './test-channel.ts';
import { testChannelById } from './test-channel-by-id.ts';
import { updateChannel } from './update-channel.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
});
afterEach(async () => {
  await clearDeliveries(test.ctx);
  await test.ctx.db.delete(deliveries);
  test.ctx.gateways.channels.sent.length = 0;
  test.ctx.jobs.clear();
});
afterAll(() => test.close());

const hookOf = (name: string) => ({ webhook: `https://hooks.slack.example/services/${name}/secret` });
const addSlack = async (name: string): Promise<ChannelId> => {
  test.ctx.clock.advance(1000);
  const added = await addChannel(org, { type: 'slack', name, enabled: true, settings: hookOf(name), inDefaultRoute: true });
  return added.channel.id ?? brandId('');
};
const firstSlack = async () => (await listChannels(org)).channels.find(({ type }) => type === 'slack');
const namesOf = async () => (await listAllChannels(org)).channels.flatMap(({ id, name }) => (id === null ? [] : [name]));
const sentTo = () => test.ctx.gateways.channels.sent.map(({ settings }) => settings);
const broken: DeliveryOutcome = { kind: 'broken', status: 410, answer: 'gone' };

describe('several channels of one type', () => {
  it('are listed by type and age, beside a blank one of each other type', async () => {
    await addSlack('Customer B');
    await addSlack('Customer A');
    await makeChannel(test.ctx, org.org.id, 'webhook');
    const { channels } = await listAllChannels(org);
    expect(await namesOf()).toEqual(['Customer B', 'Customer A', 'Webhook']);
    expect(new Set(channels.map(({ type }) => type))).toEqual(new Set(channelTypes));
    expect(channels).toHaveLength(channelTypes.length + 1);
    expect(JSON.stringify(channels)).not.toContain('hooks.slack.example');
  });

  it('leave the first one to the calls by type, and after its deletion the next oldest', async () => {
    await saveChannel(org, { type: 'slack', enabled: true, settings: hookOf('first') });
    const first = (await firstSlack())?.id ?? brandId('');
    const second = await addSlack('Customer A');
    expect((await listChannels(org)).channels.map(({ type }) => type)).toEqual(channelTypes);
    await saveChannel(org, { type: 'slack', enabled: true, settings: hookOf('changed') });
    await testChannel(org, { type: 'slack' });
    await testChannelById(org, { id: second });
    expect(sentTo()).toEqual([hookOf('changed'), hookOf('Customer A')]);

    await removeChannel(org, { id: first });
    expect(await firstSlack()).toMatchObject({ id: second, name: 'Customer A' });
    await testChannel(org, { type: 'slack' });
    expect(sentTo().at(-1)).toEqual(hookOf('Customer A'));
    await expect(testChannelById(org, { id: first })).rejects.toMatchObject({ code: 'channel_not_found' });

    await removeChannel(org, { id: second });
    expect(await firstSlack()).toMatchObject({ id: null, name: 'Slack', enabled: false, state: 'disabled' });
  });

  it('are tested together, each by its name', async () => {
    await addSlack('Customer A');
    await addSlack('Customer B');
    test.ctx.gateways.channels.answerNext(broken);
    const { results } = await testAllChannels(org);
    const slack = results.filter(({ type }) => type === 'slack');
    expect(slack.map(({ name }) => name)).toEqual(['Customer A', 'Customer B']);
    expect(slack.map(({ result }) => result).sort()).toEqual(['failed', 'sent']);
  });

  it('break one by one', async () => {
    // Saved at the same instant.
    const add = (name: string) => makeChannel(test.ctx, org.org.id, 'slack', true, { name, queue: `slack:${name}` });
    const [one, other] = [await add('Customer A'), await add('Customer B')];
    await makeAlert(test.ctx, org.org.id);
    await reviewAlerts(test.ctx, { orgId: org.org.id });
    test.ctx.gateways.channels.answerNext(broken);
    await deliverAll(test.ctx);
    const { channels } = await listAllChannels(org);
    const troubles = channels.flatMap(({ id, trouble }) => (id === one || id === other ? [trouble] : []));
    expect(troubles.filter((trouble) => trouble === 'broken')).toHaveLength(1);
    expect((await test.ctx.db.select().from(deliveries)).map(({ state }) => state).sort()).toEqual(['dead', 'sent']);
  });

  it('rotate their signing secrets separately', async () => {
    const add = (name: string) =>
      addChannel(org, { type: 'webhook', name, enabled: true, settings: filledIn.webhook, inDefaultRoute: true });
    const [first, second] = [await add('Ops'), await add('Customer A')];
    const id = second.channel.id ?? brandId<'channel'>('');
    const { signingSecret } = await rotateChannelSecret(org, { id });
    await testChannelById(org, { id });
    await testChannel(org, { type: 'webhook' });
    const secrets = test.ctx.gateways.channels.sent.map((sent) => sent.signingSecrets);
    expect(secrets).toEqual([[signingSecret, second.signingSecret], [first.signingSecret]]);
    await rotateSigningSecret(org);
    await testChannelById(org, { id });
    expect(test.ctx.gateways.channels.sent.at(-1)?.signingSecrets).toEqual([signingSecret, second.signingSecret]);
    const slack = await addSlack('Slack of A');
    await expect(rotateChannelSecret(org, { id: slack })).rejects.toMatchObject({ code: 'channel_incomplete' });
  });

  it('are sealed separately', async () => {
    await addSlack('Customer A');
    await addSlack('Customer B');
    const [one, other] = await test.ctx.db.select().from(notificationChannels).where(eq(notificationChannels.orgId, org.org.id));
    if (one === undefined || other === undefined) throw new Error('The channels were not stored.');
    expect(one.queue).toBe(`slack:${one.id}`);
    expect(openChannel(test.ctx.auth, org.org.id, one.queue, one.sealedSettings).fields).toEqual(hookOf(one.name));
    expect(() => openChannel(test.ctx.auth, org.org.id, other.queue, one.sealedSettings)).toThrow();
  });
});

describe('a name', () => {
  it('belongs to one channel, whatever its case', async () => {
    const id = await addSlack('Customer A');
    await expect(addSlack('customer a')).rejects.toMatchObject({ code: 'channel_exists', status: 409 });
    const other = await addSlack('Customer B');
    await expect(updateChannel(org, { id: other, name: 'CUSTOMER A' })).rejects.toMatchObject({ code: 'channel_exists' });
    expect((await updateChannel(org, { id, name: 'CUSTOMER A' })).channel).toMatchObject({ name: 'CUSTOMER A', enabled: true });
    org = await makeOrgContext(test.ctx);
    await addSlack('Customer A');
  });

  it('is chosen for a channel that a call by type adds', async () => {
    await addChannel(org, { type: 'teams', name: 'Slack', enabled: false, settings: {}, inDefaultRoute: true });
    await addChannel(org, { type: 'teams', name: 'Slack 2', enabled: false, settings: {}, inDefaultRoute: true });
    expect((await saveChannel(org, { type: 'slack', enabled: true, settings: hookOf('x') })).channel.name).toBe('Slack 3');
  });
});

describe('changing one', () => {
  it('leaves out what was not given, and keeps a masked secret', async () => {
    const id = await addSlack('Customer A');
    const [before] = (await listAllChannels(org)).channels.filter((channel) => channel.id === id);
    expect((await updateChannel(org, { id, inDefaultRoute: false })).channel).toEqual({ ...before, inDefaultRoute: false });
    await updateChannel(org, { id, settings: { webhook: before?.fields[0]?.value ?? '' } });
    await testChannelById(org, { id });
    expect(sentTo()).toEqual([hookOf('Customer A')]);
    await expect(updateChannel(org, { id, settings: { webhook: 'no address' } })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('needs the plan to switch it on, and to add one', async () => {
    const id = await addSlack('Customer A');
    await updateChannel(org, { id, enabled: false });
    const free: OrgContext = { ...org, entitlements: { ...org.entitlements, channels: ['email'] } };
    await expect(updateChannel(free, { id, enabled: true })).rejects.toMatchObject({ code: 'channel_plan' });
    const added = { type: 'slack', name: 'B', enabled: false, settings: {}, inDefaultRoute: true } as const;
    await expect(addChannel(free, added)).rejects.toMatchObject({ code: 'channel_plan' });
    expect((await updateChannel(free, { id, name: 'Renamed' })).channel.name).toBe('Renamed');
  });
});

it('an organization has a limit of channels, but always the first of each type', async () => {
  const now = test.ctx.clock.now();
  const full = Array.from({ length: CHANNELS_MAX }, (_, n) => ({
    id: newId<'channel'>(),
    orgId: org.org.id,
    type: 'slack' as const,
    name: `Customer ${n}`,
    queue: `slack:${n}` as const,
    enabled: false,
    complete: false,
    sealedSettings: '',
    createdAt: now,
    updatedAt: now,
  }));
  await test.ctx.db.insert(notificationChannels).values(full);
  await expect(addSlack('One more')).rejects.toMatchObject({ code: 'channel_limit' });
  expect((await saveChannel(org, { type: 'email', enabled: false, settings: {} })).channel.id).not.toBeNull();
  await test.ctx.db.delete(notificationChannels).where(eq(notificationChannels.orgId, org.org.id));
});

describe('deleting one', () => {
  it('leaves its log, under the name of its type, and sends what it did not send by the others', async () => {
    const id = await addSlack('Customer A');
    await makeAlert(test.ctx, org.org.id);
    await reviewAlerts(test.ctx, { orgId: org.org.id });
    const { channel } = await addChannel(org, {
      type: 'email',
      name: 'Team',
      enabled: true,
      settings: filledIn.email,
      inDefaultRoute: true,
    });
    const log = async () => (await listNotificationLog(org, { limit: 50 })).entries.map((entry) => [entry.channelName, entry.state]);
    expect(await log()).toEqual([['Customer A', 'pending']]);
    await removeChannel(org, { id });
    await reviewAlerts(test.ctx, { orgId: org.org.id });
    await deliverAll(test.ctx);
    expect((await log()).sort()).toEqual([
      ['Slack (deleted)', 'cancelled'],
      ['Team', 'sent'],
    ]);
    expect((await listNotificationLog(org, { limit: 50 })).entries.map(({ channelId }) => channelId).toSorted()).toEqual([
      channel.id,
      null,
    ]);
    // A new first one of the type has no part in it.
    await saveChannel(org, { type: 'slack', enabled: true, settings: hookOf('new') });
    expect((await log()).sort()[0]).toEqual(['Slack (deleted)', 'cancelled']);
  });

  it('is refused while a route has no other one', async () => {
    const [id, other] = [await addSlack('Customer A'), await addSlack('Customer B')];
    await saveAlertRoute(org, { tag: 'customer=a', channelIds: [id] });
    await saveAlertRoute(org, { tag: 'customer=b', channelIds: [id, other] });
    await expect(removeChannel(org, { id })).rejects.toMatchObject({ code: 'channel_in_route', status: 409 });
    expect(await namesOf()).toEqual(['Customer A', 'Customer B']);
    await saveAlertRoute(org, { tag: 'customer=a', channelIds: [other] });
    await removeChannel(org, { id });
    expect(await namesOf()).toEqual(['Customer B']);
  });
});
