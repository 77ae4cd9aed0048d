import { alerts, certificates, checkSchedule, deliveries, deliveryAttempts } from '@notafter/db';
import { addMs, DAY_MS, HOUR_MS, SHARDS } from '@notafter/domain';
import {
  certificateFacts,
  createTestContext,
  makeCertificates,
  makeOrgContext,
  servedObservation,
  type TestContext,
} from '@notafter/testing';
import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkDueSlice } from '../../certificates/checks/check-due-slice.ts';
import { removeCertificates } from '../../certificates/remove-certificates.ts';
import { updateCertificateTags } from '../../certificates/update-certificate-tags.ts';
import type { OrgContext } from '../../context.ts';
import { addChannel } from '../channels/add-channel.ts';
import { listChannels } from '../channels/list-channels.ts';
import { removeChannel } from '../channels/remove-channel.ts';
import { deliverSlice } from '../delivery/deliver-slice.ts';
import { saveAlertRoute } from '../routing/save-alert-route.ts';
import { filledIn, makeChannel, makeSettings } from '../testing/delivery-fixtures.ts';
import { acknowledgeAlerts } from './acknowledge-alerts.ts';
import { reviewAlerts } from './review-alerts.ts';
import { sweepAlerts } from './sweep-alerts.ts';

const ORGANIZATIONS = 6;
const ENDPOINTS = 24;
const ROUNDS = 5;

let test: TestContext;
const orgs: OrgContext[] = [];
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
  for (let index = 0; index < ORGANIZATIONS; index += 1) {
    const org = await makeOrgContext(test.ctx);
    for (const type of ['email', 'pagerduty', 'webhook'] as const) await makeChannel(test.ctx, org.org.id, type);
    await makeSettings(test.ctx, org.org.id, { alertDays: [30, 14, 7, 1] });
    orgs.push(org);
  }
});
afterAll(() => test.close());

/** Everything that writes to the ledger, at once, over the same certificates. */
const storm = async (): Promise<void> => {
  const everyShard = Array.from({ length: SHARDS }, (_, shard) => shard);
  const acknowledgeSome = async (): Promise<void> => {
    const open = await test.ctx.db.select({ id: alerts.id }).from(alerts).where(isNull(alerts.resolvedAt)).limit(40);
    const ids = open.map(({ id }) => id);
    await test.ctx.db.transaction((db) => acknowledgeAlerts({ ...test.ctx, db }, ids, 'ada@example.com'));
  };
  const tagSome = async (org: OrgContext): Promise<void> => {
    const rows = await test.ctx.db.select({ id: certificates.id }).from(certificates).where(eq(certificates.orgId, org.org.id)).limit(5);
    for (const { id } of rows) await updateCertificateTags(org, { id, tags: { env: 'production' } });
  };
  const removeSome = async (org: OrgContext): Promise<void> => {
    const rows = await test.ctx.db.select({ id: certificates.id }).from(certificates).where(eq(certificates.orgId, org.org.id)).limit(4);
    if (rows.length > 0) await removeCertificates(org, { ids: rows.map(({ id }) => id) });
  };
  /** Half of the certificates' alerts go to a channel that is deleted again. */
  const rerouteSome = async (org: OrgContext): Promise<void> => {
    const name = `Night ${test.ctx.clock.now().toISOString()}`;
    const { channel } = await addChannel(org, { type: 'email', name, enabled: true, settings: filledIn.email, inDefaultRoute: true });
    const [kept] = (await listChannels(org)).channels;
    const ids = [kept, channel].flatMap((each) => each?.id ?? []);
    await saveAlertRoute(org, { tag: 'env=production', channelIds: ids });
    await reviewAlerts(test.ctx, { orgId: org.org.id });
    await saveAlertRoute(org, { tag: 'env=production', channelIds: ids.slice(0, 1) });
    if (channel.id !== null) await removeChannel(org, { id: channel.id });
  };
  const [first, second, third] = orgs;
  if (first === undefined || second === undefined || third === undefined) throw new Error('Three organizations are needed.');
  await Promise.all([
    ...everyShard.map((shard) => checkDueSlice(test.ctx, { shard })),
    ...everyShard.map((shard) => deliverSlice(test.ctx, { shard })),
    sweepAlerts(test.ctx),
    sweepAlerts(test.ctx),
    ...orgs.map((org) => reviewAlerts(test.ctx, { orgId: org.org.id })),
    acknowledgeSome(),
    tagSome(second),
    rerouteSome(second),
    rerouteSome(third),
    removeSome(first),
    removeSome(third),
  ]);
};

it('checks, sweeps, reviews, removals, acknowledgements, changes of routes and deliveries at once neither deadlock nor send anything twice', async () => {
  let round = 0;
  for (const org of orgs) {
    const hosts = Array.from({ length: ENDPOINTS }, (_, index) => `storm-${index}.${org.org.id}.example`);
    await makeCertificates(
      test.ctx,
      org.org.id,
      hosts.map((host) => ({ host })),
    );
    for (const [index, host] of hosts.entries()) {
      test.ctx.gateways.prober.answer(`${host}:443`, () => {
        const notAfter = addMs(test.ctx.clock.now(), ((index + round) % 33) * DAY_MS + HOUR_MS);
        const leaf = certificateFacts(`${host} ${round}`, {
          notAfter,
          issuerOrganization: (index + round) % 5 === 0 ? 'Other CA' : 'CA',
          san: [host],
        });
        return servedObservation(host, {}, { chain: [leaf], reasons: (index + round) % 3 === 0 ? ['self_signed'] : [] });
      });
    }
  }
  for (; round < ROUNDS; round += 1) {
    test.ctx.clock.advance(7 * HOUR_MS);
    await test.ctx.db.update(checkSchedule).set({ nextCheckAt: test.ctx.clock.now(), fails: round % 2 === 0 ? 0 : 3 });
    await storm();
  }
  const failures = test.ctx.log.entries.filter(({ level }) => level === 'error');
  expect(failures).toEqual([]);

  const open = await test.ctx.db.execute<{ count: number }>(sql`
    select count(*)::int as count from alerts where resolved_at is null
    group by certificate_id, replace(rule, 'expired', 'expiry') having count(*) > 1`);
  expect([...open]).toEqual([]);
  const orphans = await test.ctx.db.execute(sql`
    select 1 from alerts where resolved_at is null and not exists (select from certificates where id = alerts.certificate_id)`);
  expect([...orphans]).toEqual([]);
  const sentAfterwards = await test.ctx.db
    .select({ id: deliveries.id })
    .from(deliveries)
    .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
    .where(sql`${deliveries.kind} = 'alert' and ${deliveries.firstAttemptAt} > ${alerts.resolvedAt}`);
  expect(sentAfterwards).toEqual([]);
  const attempts = await test.ctx.db.select().from(deliveryAttempts);
  expect(attempts.every(({ attempt, outcome }) => attempt === 1 && outcome === 'delivered')).toBe(true);
  const keys = test.ctx.gateways.channels.sent.map(({ message }) => message.idempotencyKey);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.length).toBeGreaterThan(ORGANIZATIONS * ENDPOINTS);
});
