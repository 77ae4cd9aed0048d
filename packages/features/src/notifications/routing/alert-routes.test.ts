import { alertRoutes, certificates, deliveries, environments, events, newId } from '@notafter/db';
import { ALERT_ROUTES_MAX, addMs, brandId, type CertificateId, type ChannelId, DAY_MS, HOUR_MS } from '@notafter/domain';
import { createTestContext, makeCertificates, makeOrgContext, type TestContext } from '@notafter/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeCertificate } from '../../certificates/remove-certificate.ts';
import { updateCertificateTags } from '../../certificates/update-certificate-tags.ts';
import type { OrgContext } from '../../context.ts';
import { addEnvironment } from '../../environments/add-environment.ts';
import { removeEnvironment } from '../../environments/remove-environment.ts';
import { updateChannel } from '../channels/update-channel.ts';
import { listNotificationLog } from '../delivery/list-notification-log.ts';
import { getCertificateAlerts } from '../ledger/get-certificate-alerts.ts';
import { reviewAlerts } from '../ledger/review-alerts.ts';
import { clearDeliveries, deliverAll, makeChannel } from '../testing/delivery-fixtures.ts';
import { choose } from '../testing/ledger-fixtures.ts';
import { listAlertRoutes } from './list-alert-routes.ts';
import { removeAlertRoute } from './remove-alert-route.ts';
import { saveAlertRoute } from './save-alert-route.ts';
import { snoozeCertificate } from './snooze-certificate.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  await choose(test.ctx, org.org.id, { alertDays: [7] });
});
afterEach(async () => {
  await clearDeliveries(test.ctx);
  await test.ctx.db.delete(certificates);
});
afterAll(() => test.close());

const channel = (name: string, type: 'email' | 'slack' | 'pagerduty' = 'slack', inDefaultRoute = false): Promise<ChannelId> =>
  makeChannel(test.ctx, org.org.id, type, true, { name, queue: `${type}:${name}`, inDefaultRoute });
const endingSoon = async (tags: Record<string, string> = {}, owner = org): Promise<CertificateId> => {
  const [id] = await makeCertificates(test.ctx, owner.org.id, [{ notAfter: addMs(test.ctx.clock.now(), 5 * DAY_MS + HOUR_MS), tags }]);
  return id ?? brandId('');
};
const review = () => reviewAlerts(test.ctx, { orgId: org.org.id });
/** Names of the channels that a certificate's alerts went to, as `kind name`. */
const sentAbout = async (id: CertificateId): Promise<string[]> => {
  const { entries } = await listNotificationLog(org, { limit: 100 });
  return entries
    .filter(({ certificateId }) => certificateId === id)
    .map(({ channelName }) => channelName)
    .sort();
};
const previewOf = async (certificateId: CertificateId) => {
  const { channels, routes } = await getCertificateAlerts(org, { certificateId });
  return { channels: channels.map(({ name }) => name).sort(), routes: routes.map(({ tag, environment }) => tag ?? environment?.name) };
};

describe('an alert', () => {
  it('goes to the channels of every route that matches, else to the default route, as the certificate’s page says', async () => {
    const [team, a, b, night] = [await channel('Team', 'email', true), await channel('A'), await channel('B'), await channel('Night')];
    const { environment } = await addEnvironment(org, { name: 'Production', description: '' });
    await saveAlertRoute(org, { tag: 'Customer=A', channelIds: [a] });
    await saveAlertRoute(org, { owner: 'Ada Lovelace', channelIds: [b, team] });
    await saveAlertRoute(org, { environmentId: environment.id, channelIds: [night, a] });
    const plain = await endingSoon();
    const tagged = await endingSoon({ customer: 'a' });
    const owned = await endingSoon({ Owner: 'ada lovelace' });
    const both = await endingSoon({ customer: 'A', owner: 'Ada Lovelace' });
    const valueOnly = await endingSoon({ note: 'customer=a' });
    const placed = await endingSoon();
    await test.ctx.db.update(certificates).set({ environmentId: environment.id }).where(eq(certificates.id, placed));
    const expected = new Map([
      [plain, { channels: ['Team'], routes: [] }],
      [tagged, { channels: ['A'], routes: ['customer=a'] }],
      [owned, { channels: ['B', 'Team'], routes: ['owner=ada lovelace'] }],
      [both, { channels: ['A', 'B', 'Team'], routes: ['customer=a', 'owner=ada lovelace'] }],
      [valueOnly, { channels: ['Team'], routes: [] }],
      [placed, { channels: ['A', 'Night'], routes: ['Production'] }],
    ]);
    for (const [id, preview] of expected) expect(await previewOf(id)).toEqual(preview);
    await review();
    await review();
    for (const [id, { channels }] of expected) expect(await sentAbout(id)).toEqual(channels);
  });

  it('goes to no one if a disabled channel is all that its route has, not to the default route', async () => {
    await channel('Team', 'email', true);
    const a = await channel('A');
    await saveAlertRoute(org, { tag: 'customer=a', channelIds: [a] });
    await updateChannel(org, { id: a, enabled: false });
    const id = await endingSoon({ customer: 'a' });
    await review();
    await review();
    expect(await sentAbout(id)).toEqual([]);
    expect((await getCertificateAlerts(org, { certificateId: id })).channels).toMatchObject([{ name: 'A', delivers: false }]);
    expect((await listAlertRoutes(org)).routes).toMatchObject([{ matches: true, channels: [{ name: 'A', delivers: false }] }]);
    await updateChannel(org, { id: a, enabled: true });
    await review();
    expect(await sentAbout(id)).toEqual(['A']);
    // It was raised once, although it was notified later.
    const raised = await test.ctx.db
      .select()
      .from(events)
      .where(and(eq(events.orgId, org.org.id), eq(events.type, 'alert.raised')));
    expect(raised).toHaveLength(1);
  });

  it('goes nowhere by a channel that is in no route', async () => {
    const a = await channel('A');
    const id = await endingSoon();
    await review();
    expect([await sentAbout(id), await previewOf(id)]).toEqual([[], { channels: [], routes: [] }]);
    await updateChannel(org, { id: a, inDefaultRoute: true });
    await review();
    expect(await sentAbout(id)).toEqual(['A']);
  });

  it('stays with the channels it was raised for while it is held, whatever changes', async () => {
    const [a, b] = [await channel('A'), await channel('B')];
    await saveAlertRoute(org, { tag: 'customer=a', channelIds: [a] });
    const id = await endingSoon({ customer: 'a' });
    await snoozeCertificate(org, { certificateId: id, until: addMs(test.ctx.clock.now(), HOUR_MS) });
    await review();
    await saveAlertRoute(org, { tag: 'customer=a', channelIds: [b] });
    await review();
    test.ctx.clock.advance(2 * HOUR_MS);
    await deliverAll(test.ctx);
    await review();
    expect(await sentAbout(id)).toEqual(['A']);
  });
});

it('an incident is closed where it was opened, though tag and route changed since', async () => {
  const [day, night] = [await channel('Day', 'pagerduty'), await channel('Night', 'pagerduty')];
  await saveAlertRoute(org, { tag: 'customer=a', channelIds: [day] });
  const { route } = await saveAlertRoute(org, { tag: 'customer=b', channelIds: [night] });
  const id = await endingSoon({ customer: 'a' });
  await review();
  await deliverAll(test.ctx);
  await updateCertificateTags(org, { id, tags: { customer: 'b' } });
  await saveAlertRoute(org, { tag: 'customer=a', channelIds: [night] });
  await choose(test.ctx, org.org.id, { alertDays: [7, 1] });
  // The tighter threshold goes by the new route, and leaves the first incident open.
  test.ctx.clock.advance(4 * DAY_MS);
  await review();
  await deliverAll(test.ctx);
  await removeAlertRoute(org, { id: route.id });
  await removeCertificate(org, { id });
  await deliverAll(test.ctx);
  const rows = await test.ctx.db.select().from(deliveries).where(eq(deliveries.orgId, org.org.id));
  expect(rows.map(({ channel: queue, kind, state }) => `${queue} ${kind} ${state}`).sort()).toEqual([
    'pagerduty:Day alert sent',
    'pagerduty:Day resolved sent',
    'pagerduty:Night alert sent',
    'pagerduty:Night resolved sent',
  ]);
});

describe('a route', () => {
  it('of a deleted environment matches nothing, and its alerts go to the default route', async () => {
    await channel('Team', 'email', true);
    const a = await channel('A');
    const { environment } = await addEnvironment(org, { name: 'Production', description: '' });
    await saveAlertRoute(org, { environmentId: environment.id, channelIds: [a] });
    await removeEnvironment(org, { id: environment.id });
    const id = await endingSoon();
    await review();
    expect(await sentAbout(id)).toEqual(['Team']);
    expect((await listAlertRoutes(org)).routes).toMatchObject([
      { tag: null, environment: null, matches: false, channels: [{ name: 'A' }] },
    ]);
  });

  it('says whether it matches a certificate, and is replaced by a later one of the same tag', async () => {
    const [a, b] = [await channel('A'), await channel('B')];
    const first = await saveAlertRoute(org, { tag: 'customer=a', channelIds: [a, a, b] });
    expect(first.route).toMatchObject({ tag: 'customer=a', matches: false, channels: [{ name: 'A' }, { name: 'B' }] });
    await endingSoon({ Customer: 'A' });
    const second = await saveAlertRoute(org, { tag: 'CUSTOMER=A', channelIds: [b] });
    expect(second.route).toMatchObject({ id: first.route.id, matches: true, channels: [{ name: 'B' }] });
    expect((await listAlertRoutes(org)).routes).toEqual([second.route]);
    await removeAlertRoute(org, { id: first.route.id });
    await expect(removeAlertRoute(org, { id: first.route.id })).rejects.toMatchObject({ code: 'alert_route_not_found' });
  });

  it('names neither channels nor environments of another organization, and matches none of its certificates', async () => {
    const mine = await channel('A');
    const stranger = await makeOrgContext(test.ctx);
    const theirs = await makeChannel(test.ctx, stranger.org.id, 'slack');
    const { environment } = await addEnvironment(stranger, { name: 'Production', description: '' });
    await expect(saveAlertRoute(org, { tag: 'customer=a', channelIds: [mine, theirs] })).rejects.toMatchObject({
      code: 'channel_not_found',
    });
    await expect(saveAlertRoute(org, { environmentId: environment.id, channelIds: [mine] })).rejects.toMatchObject({
      code: 'environment_not_found',
    });
    expect((await listAlertRoutes(org)).routes).toEqual([]);
    await saveAlertRoute(org, { tag: 'customer=a', channelIds: [mine] });
    const id = await endingSoon({ customer: 'a' }, stranger);
    await choose(test.ctx, stranger.org.id, { alertDays: [7] });
    await reviewAlerts(test.ctx, { orgId: stranger.org.id });
    expect((await listAlertRoutes(org)).routes).toMatchObject([{ matches: false }]);
    const sent = await test.ctx.db.select().from(deliveries).where(eq(deliveries.orgId, stranger.org.id));
    expect(sent.map((row) => row.channel)).toEqual(['slack']);
    expect(await previewOfStranger(stranger, id)).toEqual(['Slack']);
  });

  it('is refused beyond the limit', async () => {
    const a = await channel('A');
    const createdAt = test.ctx.clock.now();
    const rows = Array.from({ length: ALERT_ROUTES_MAX }, (_, n) => ({
      id: newId<'alert-route'>(),
      orgId: org.org.id,
      tag: `n=${n}`,
      createdAt,
    }));
    await test.ctx.db.insert(alertRoutes).values(rows);
    await expect(saveAlertRoute(org, { tag: 'one=more', channelIds: [a] })).rejects.toMatchObject({ code: 'alert_route_limit' });
    await saveAlertRoute(org, { tag: 'n=0', channelIds: [a] });
  });
});

const previewOfStranger = async (stranger: OrgContext, certificateId: CertificateId) =>
  (await getCertificateAlerts(stranger, { certificateId })).channels.map(({ name }) => name);

it('an environment with a route can be deleted', async () => {
  const { environment } = await addEnvironment(org, { name: 'Staging', description: '' });
  await saveAlertRoute(org, { environmentId: environment.id, channelIds: [await channel('A')] });
  await removeEnvironment(org, { id: environment.id });
  expect(await test.ctx.db.select().from(environments).where(eq(environments.id, environment.id))).toEqual([]);
});
