import { alerts, deliveries, deliveryAttempts, deliveryQueues, newId, notificationSettings, organizations } from '@notafter/db';
import {
  type AddressObservation,
  addMs,
  brandId,
  type CertificateFacts,
  type CertificateId,
  type ChannelType,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  type Observation,
  type ServedObservation,
} from '@notafter/domain';
import { certificateFacts, createTestContext, makeOrgContext, servedObservation, type TestContext } from '@notafter/testing';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCertificate } from '../../certificates/add-certificate.ts';
import { checkCertificate } from '../../certificates/checks/check-certificate.ts';
import { removeCertificate } from '../../certificates/remove-certificate.ts';
import type { OrgContext } from '../../context.ts';
import { openChannel as openChannelOf } from '../testing/ledger-fixtures.ts';
import { acknowledgeAlerts } from './acknowledge-alerts.ts';
import { sweepAlerts } from './sweep-alerts.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  await test.ctx.db.insert(notificationSettings).values({ orgId: org.org.id, alertDays: [30, 14, 7, 1] });
  await openChannel('email');
});
afterAll(() => test.close());

const openChannel = (type: ChannelType) => openChannelOf(test.ctx, org.org.id, type);
let hosts = 0;
const nextHost = (): string => {
  hosts += 1;
  return `checked-${hosts}.example`;
};
const endsIn = (days: number): Date => addMs(test.ctx.clock.now(), days * DAY_MS + HOUR_MS);
const answer = (host: string, observation: Observation): void => test.ctx.gateways.prober.answer(`${host}:443`, observation);
/** `generation` distinguishes the host's certificates. */
const serve = (host: string, leaf: Partial<CertificateFacts> = {}, rest: Partial<ServedObservation> = {}, generation = ''): void => {
  const facts = certificateFacts(`${host}${generation}`, { notAfter: endsIn(60), san: [host], ...leaf });
  answer(host, servedObservation(host, {}, { chain: [facts], ...rest }));
};
const added = async (host: string): Promise<CertificateId> => (await addCertificate(org, { domain: host })).certificate.id;
const check = (id: CertificateId) => checkCertificate(org, { id });
const alertsOf = (id: CertificateId) => test.ctx.db.select().from(alerts).where(eq(alerts.certificateId, id)).orderBy(asc(alerts.id));
/** Rule, threshold, and how it ended. */
const outcomesOf = async (id: CertificateId) =>
  (await alertsOf(id)).map(({ rule, threshold, resolution }) => `${rule} ${threshold}${resolution === null ? '' : ` ${resolution}`}`);
const deliveriesOf = async (id: CertificateId) => {
  const rows = await test.ctx.db
    .select({ channel: deliveries.channel, kind: deliveries.kind, state: deliveries.state, rule: alerts.rule })
    .from(deliveries)
    .innerJoin(alerts, eq(alerts.id, deliveries.alertId))
    .where(eq(alerts.certificateId, id))
    .orderBy(asc(deliveries.id));
  return rows.map(({ channel, kind, state, rule }) => `${rule} ${channel} ${kind} ${state}`).sort();
};
/** As if everything on its way had arrived. */
const allArrived = () => test.ctx.db.update(deliveries).set({ state: 'sent', attempts: 1 }).where(eq(deliveries.state, 'pending'));

describe('the end of a certificate', () => {
  it('alerts once at the tightest threshold when it is added late, and not at every one it passed', async () => {
    const host = nextHost();
    serve(host, { notAfter: endsIn(5) });
    const id = await added(host);
    await check(id);
    expect(await outcomesOf(id)).toEqual(['expiry 7']);
    expect(await deliveriesOf(id)).toEqual(['expiry email alert pending']);
    const { fingerprint256 } = certificateFacts(host);
    const [alert] = await alertsOf(id);
    expect(alert).toMatchObject({
      domain: host,
      summary: 'Expires in 5 days.',
      occasion: fingerprint256,
      fingerprint256,
      issuer: "Let's Encrypt",
    });
    const [queue] = await test.ctx.db.select().from(deliveryQueues).where(eq(deliveryQueues.orgId, org.org.id));
    expect(queue).toMatchObject({ channel: 'email', dueAt: test.ctx.clock.now() });
  });

  it('is over with the renewal, and a renewed certificate that ends soon alerts by itself', async () => {
    const host = nextHost();
    serve(host, { notAfter: endsIn(5) });
    const id = await added(host);
    serve(host, { notAfter: endsIn(25) }, {}, ' successor');
    await check(id);
    expect(await outcomesOf(id)).toEqual(['expiry 7 renewed', 'expiry 30']);
    expect(await deliveriesOf(id)).toEqual(['expiry email alert cancelled', 'expiry email alert pending']);
  });

  it('alerts no longer in an organization whose plan has only one day', async () => {
    const host = nextHost();
    org = await makeOrgContext(test.ctx, { plan: 'Forever Free' });
    await openChannel('email');
    await openChannel('slack');
    await test.ctx.db.insert(notificationSettings).values({ orgId: org.org.id, alertDays: [30, 7] });
    serve(host, { notAfter: endsIn(5) });
    const id = await added(host);
    expect(await outcomesOf(id)).toEqual([]);
    serve(host, { notAfter: endsIn(1) }, {}, ' closer');
    await check(id);
    expect(await outcomesOf(id)).toEqual(['changed 0', 'expiry 1']);
    expect(await deliveriesOf(id)).toEqual(['changed email alert pending', 'expiry email alert pending']);
  });
});

describe('a certificate with problems', () => {
  it('alerts once while it lasts, and again when it comes back', async () => {
    const host = nextHost();
    serve(host);
    const id = await added(host);
    expect(await outcomesOf(id)).toEqual([]);
    serve(host, {}, { reasons: ['incomplete_chain'] });
    await check(id);
    serve(host, {}, { reasons: ['hostname_mismatch', 'incomplete_chain'] });
    await check(id);
    expect(await alertsOf(id)).toMatchObject([{ rule: 'invalid', occasion: '1', summary: 'Is not trusted: incomplete chain.' }]);
    serve(host);
    await check(id);
    expect(await outcomesOf(id)).toEqual(['invalid 0 recovered']);
    serve(host, {}, { reasons: ['self_signed'] });
    await check(id);
    expect(await alertsOf(id)).toMatchObject([{ occasion: '1' }, { rule: 'invalid', occasion: '2', resolution: null }]);
  });

  it('tells a revocation apart from a broken chain', async () => {
    const host = nextHost();
    serve(host, {}, { reasons: ['revoked'] });
    const id = await added(host);
    expect(await outcomesOf(id)).toEqual(['revoked 0']);
    serve(host, {}, { reasons: ['untrusted_root'] }, ' successor');
    await check(id);
    expect(await outcomesOf(id)).toEqual(['revoked 0 recovered', 'invalid 0']);
  });
});

describe('a new certificate', () => {
  it('sends nothing when it is an ordinary renewal', async () => {
    const host = nextHost();
    serve(host);
    const id = await added(host);
    serve(host, { notAfter: endsIn(90), san: [`*.${host}`, host.toUpperCase()] }, {}, ' successor');
    await check(id);
    expect(await outcomesOf(id)).toEqual([]);
  });

  it.each([
    ['another issuer', { issuerOrganization: 'Other CA' }, 'Serves another certificate: issued by Other CA.'],
    ['a lost name', { san: ['elsewhere.example'] }, 'Serves another certificate: no longer valid for HOST.'],
    ['an earlier end', { notAfter: new Date('2026-12-24T00:00:00Z') }, 'Serves another certificate: ends earlier than the one before.'],
  ])('alerts for %s', async (_case, leaf, summary) => {
    const host = nextHost();
    serve(host);
    const id = await added(host);
    serve(host, { notAfter: endsIn(90), ...leaf }, {}, ' successor');
    await check(id);
    expect(await alertsOf(id)).toMatchObject([
      { rule: 'changed', summary: summary.replace('HOST', host), fingerprint256: certificateFacts(`${host} successor`).fingerprint256 },
    ]);
    serve(host, { notAfter: endsIn(91), ...leaf }, {}, ' the one after');
    await check(id);
    expect((await outcomesOf(id))[0]).toBe('changed 0 renewed');
  });

  it('brings no control characters of a hostile issuer into the ledger', async () => {
    const host = nextHost();
    serve(host);
    const id = await added(host);
    serve(host, { notAfter: endsIn(90), issuerOrganization: `A\u202e\u0007\r\nBcc: x\n${'y'.repeat(5_000)}` }, {}, ' successor');
    await check(id);
    const [alert] = await alertsOf(id);
    expect(alert?.summary).toMatch(/^Serves another certificate: issued by A Bcc: x y+…\.$/);
    expect(alert?.summary.length).toBeLessThan(200);
  });
});

describe('two certificates behind one name', () => {
  it('that alternate alert once, however often they do', async () => {
    const host = nextHost();
    const [older, newer] = [{ notAfter: endsIn(5) }, { notAfter: endsIn(60) }];
    serve(host, older, {}, ' older');
    const id = await added(host);
    await allArrived();
    for (let turn = 0; turn < 3; turn += 1) {
      test.ctx.clock.advance(MINUTE_MS);
      serve(host, newer, {}, ' newer');
      await check(id);
      serve(host, older, {}, ' older');
      await check(id);
      await allArrived();
    }
    expect(await outcomesOf(id)).toEqual(['expiry 7 renewed', 'changed 0 renewed']);
    expect(await deliveriesOf(id)).toEqual(['changed email alert sent', 'expiry email alert sent']);
  });

  it('of which each comes back alert each time: a rollback, and a rollback of it', async () => {
    const host = nextHost();
    serve(host);
    const id = await added(host);
    const roll = async (generation: string) => {
      test.ctx.clock.advance(MINUTE_MS);
      serve(host, { issuerOrganization: generation === '' ? "Let's Encrypt" : 'Other CA' }, {}, generation);
      await check(id);
      return outcomesOf(id);
    };
    expect(await roll(' b')).toEqual(['changed 0']);
    expect(await roll('')).toEqual(['changed 0 renewed', 'changed 0']);
    expect(await roll(' b')).toEqual(['changed 0 renewed', 'changed 0 renewed', 'changed 0']);
    await allArrived();
    test.ctx.clock.advance(31 * DAY_MS);
    for (const generation of ['', ' b', '', ' b']) await roll(generation);
    expect(await outcomesOf(id)).toEqual([...Array.from({ length: 6 }, () => 'changed 0 renewed'), 'changed 0']);
    const fingerprints = (await alertsOf(id)).map(({ fingerprint256 }) => fingerprint256);
    expect(new Set(fingerprints).size).toBe(2);
  });

  it('that one address shows in turns, each by another issuer, look like rollbacks at first and stop alerting after the third change', async () => {
    const host = nextHost();
    serve(host);
    const id = await added(host);
    for (let turn = 0; turn < 60; turn += 1) {
      test.ctx.clock.advance(6 * HOUR_MS);
      const other = turn % 2 === 0;
      serve(host, { notAfter: endsIn(300), issuerOrganization: other ? 'Other CA' : "Let's Encrypt" }, {}, other ? ' b' : '');
      await check(id);
    }
    expect(await outcomesOf(id)).toEqual(Array.from({ length: 3 }, () => 'changed 0 renewed'));
  });

  describe('at two addresses', () => {
    type Shown = 'a' | 'b' | 'down';
    const leafOf = (host: string, shown: Shown): CertificateFacts =>
      certificateFacts(`${host} ${shown}`, { notAfter: new Date('2030-01-01T00:00:00Z'), san: [host], issuerOrganization: `CA ${shown}` });
    const seenOf = (host: string, address: string, shown: Shown): AddressObservation =>
      shown === 'down'
        ? { kind: 'unreachable', address, reason: 'refused', detail: 'Connection refused.' }
        : { kind: 'served', address, certificate: leafOf(host, shown), reasons: [] };
    /** The first address that does not fail answers for the name. */
    const showing = (host: string, first: Shown, second: 'a' | 'b'): void => {
      const [address, shown] = first === 'down' ? (['192.0.2.2', second] as const) : (['192.0.2.1', first] as const);
      const addresses = { set: 'two', group: null, seen: [seenOf(host, '192.0.2.1', first), seenOf(host, '192.0.2.2', second)] };
      answer(host, servedObservation(host, {}, { chain: [leafOf(host, shown)], address, addresses }));
    };

    it('alert once each, however often and seldom the other address answers', async () => {
      const host = nextHost();
      showing(host, 'a', 'b');
      const id = await added(host);
      for (let turn = 0; turn < 4; turn += 1) {
        for (const first of ['down', 'a'] as const) {
          test.ctx.clock.advance(31 * DAY_MS);
          showing(host, first, 'b');
          await check(id);
        }
      }
      expect(await outcomesOf(id)).toEqual(['changed 0 renewed', 'changed 0 renewed']);
    });

    it('alert each time where the same address rolls back, whatever the other one serves meanwhile', async () => {
      const host = nextHost();
      showing(host, 'a', 'a');
      const id = await added(host);
      for (const [first, second] of [
        ['b', 'a'],
        ['b', 'b'],
        ['a', 'b'],
        ['b', 'b'],
      ] as const) {
        test.ctx.clock.advance(DAY_MS);
        showing(host, first, second);
        await check(id);
      }
      expect(await outcomesOf(id)).toEqual(['changed 0 renewed', 'changed 0 renewed', 'changed 0']);
    });
  });

  describe('with two key types at four addresses', () => {
    const leafOf = (host: string, keyType: 'EC' | 'RSA', days: number, seed = ''): CertificateFacts =>
      certificateFacts(`${host} ${keyType}${seed}`, {
        keyType,
        notAfter: endsIn(days),
        san: [host],
        issuerOrganization: `CA of ${keyType}`,
      });
    const at = (last: number, certificate: CertificateFacts): AddressObservation => ({
      kind: 'served',
      address: `192.0.2.${last}`,
      certificate,
      reasons: [],
    });
    const four = [1, 2, 3, 4];
    const showing = (host: string, first: CertificateFacts, seen: readonly AddressObservation[]): void =>
      answer(host, servedObservation(host, {}, { chain: [first], addresses: { set: 'four', group: null, seen } }));

    it('alerts once, naming address and key type of the one that ends first, also while another is renewed', async () => {
      const host = nextHost();
      const [ecdsa, rsa, ending] = [leafOf(host, 'EC', 80), leafOf(host, 'RSA', 80), leafOf(host, 'RSA', 6, ' old')];
      const seenWith = (own: CertificateFacts) => four.flatMap((last) => [at(last, own), at(last, last === 3 ? ending : rsa)]);
      showing(host, ecdsa, seenWith(ecdsa));
      const id = await added(host);
      await check(id);
      expect(await outcomesOf(id)).toEqual(['expiry 7']);
      expect((await alertsOf(id))[0]).toMatchObject({
        summary: 'Expires in 6 days (RSA certificate at 192.0.2.3).',
        served: 'RSA certificate at 192.0.2.3',
        fingerprint256: ending.fingerprint256,
        issuer: 'CA of RSA',
      });
      const renewed = leafOf(host, 'EC', 89, ' next');
      showing(host, renewed, seenWith(renewed));
      await check(id);
      expect(await outcomesOf(id)).toEqual(['expiry 7']);
      showing(
        host,
        renewed,
        four.flatMap((last) => [at(last, renewed), at(last, rsa)]),
      );
      await check(id);
      expect(await outcomesOf(id)).toEqual(['expiry 7 renewed']);
    });

    it('never alerts about the two taking turns, not even the first time', async () => {
      const host = nextHost();
      const [ecdsa, rsa] = [leafOf(host, 'EC', 80), leafOf(host, 'RSA', 60)];
      const pairs = four.flatMap((last) => [at(last, ecdsa), at(last, rsa)]);
      showing(host, ecdsa, pairs);
      const id = await added(host);
      for (let turn = 0; turn < 6; turn += 1) {
        test.ctx.clock.advance(HOUR_MS);
        showing(host, turn % 2 === 0 ? rsa : ecdsa, pairs);
        await check(id);
      }
      expect(await outcomesOf(id)).toEqual([]);
    });

    it('names the one that fails', async () => {
      const host = nextHost();
      const [ecdsa, rsa] = [leafOf(host, 'EC', 80), leafOf(host, 'RSA', 80)];
      const broken: AddressObservation = { kind: 'served', address: '192.0.2.4', certificate: rsa, reasons: ['incomplete_chain'] };
      showing(host, ecdsa, [...four.map((last) => at(last, ecdsa)), ...[1, 2, 3].map((last) => at(last, rsa)), broken]);
      const [alert] = await alertsOf(await added(host));
      expect(alert?.summary).toMatch(/^Is not trusted: .* \(RSA certificate at 192\.0\.2\.4\)\.$/);
    });
  });

  it('of which the old one comes back permanently alert as a change, and at its next thresholds', async () => {
    const host = nextHost();
    serve(host, { notAfter: endsIn(5) }, {}, ' older');
    const [id, older] = [await added(host), { notAfter: endsIn(5) }];
    serve(host, {}, {}, ' newer');
    await check(id);
    serve(host, older, {}, ' older');
    await check(id);
    expect(await outcomesOf(id)).toEqual(['expiry 7 renewed', 'changed 0']);
    test.ctx.clock.advance(4 * DAY_MS);
    await sweepAlerts(test.ctx);
    expect(await outcomesOf(id)).toEqual(['expiry 7 renewed', 'changed 0', 'expiry 1']);
  });
});

describe('a certificate', () => {
  it('that ends in the year 9999 alerts of nothing', async () => {
    const host = nextHost();
    serve(host, { notAfter: new Date('9999-12-31T23:59:59Z') });
    const id = await added(host);
    await sweepAlerts(test.ctx);
    expect(await outcomesOf(id)).toEqual([]);
  });

  it('that has expired when it is added alerts once, and not as untrusted too', async () => {
    const host = nextHost();
    serve(host, { notAfter: endsIn(-400) }, { reasons: ['expired'] });
    const id = await added(host);
    await sweepAlerts(test.ctx);
    expect(await outcomesOf(id)).toEqual(['expired -1']);
  });
});

describe('channels that follow alerts', () => {
  it('get the resolution of an alert that was sent, and nothing about one that was not', async () => {
    for (const channel of ['pagerduty', 'webhook'] as const) await openChannel(channel);
    const [host1, host2] = [nextHost(), nextHost()];
    serve(host1, {}, { reasons: ['self_signed'] });
    const first = await added(host1);
    await allArrived();
    serve(host2, {}, { reasons: ['self_signed'] });
    const second = await added(host2);
    for (const [host, id] of [
      [host1, first],
      [host2, second],
    ] as const) {
      serve(host);
      await check(id);
    }
    expect(await deliveriesOf(first)).toEqual([
      'invalid email alert sent',
      'invalid pagerduty alert sent',
      'invalid pagerduty resolved pending',
      'invalid webhook alert sent',
      'invalid webhook resolved pending',
    ]);
    expect(await deliveriesOf(second)).toEqual([
      'invalid email alert cancelled',
      'invalid pagerduty alert cancelled',
      'invalid webhook alert cancelled',
    ]);
  });

  it('get the end of an alert that an earlier threshold sent, and PagerDuty of each open incident', async () => {
    for (const channel of ['pagerduty', 'webhook'] as const) await openChannel(channel);
    const host = nextHost();
    serve(host, { notAfter: endsIn(5) });
    const id = await added(host);
    await allArrived();
    test.ctx.clock.advance(6 * DAY_MS);
    // Any change has the end looked at again.
    serve(host, { notAfter: endsIn(-1) }, { protocol: 'TLSv1.2' });
    await check(id);
    expect(await outcomesOf(id)).toEqual(['expiry 7 superseded', 'expired -1']);
    serve(host, {}, {}, ' successor');
    await check(id);
    expect(await outcomesOf(id)).toEqual(['expiry 7 superseded', 'expired -1 renewed']);
    expect(await deliveriesOf(id)).toEqual([
      'expired email alert cancelled',
      'expired pagerduty alert cancelled',
      'expired webhook alert cancelled',
      'expired webhook resolved pending',
      'expiry email alert sent',
      'expiry pagerduty alert sent',
      'expiry pagerduty resolved pending',
      'expiry webhook alert sent',
    ]);
  });

  it('get the acknowledgment of an alert they got, while the tighter threshold is still held', async () => {
    await openChannel('pagerduty');
    const host = nextHost();
    serve(host, { notAfter: endsIn(5) });
    const id = await added(host);
    await allArrived();
    test.ctx.clock.advance(6 * DAY_MS);
    await sweepAlerts(test.ctx);
    const open = (await alertsOf(id)).filter(({ resolvedAt }) => resolvedAt === null);
    await test.ctx.db.transaction((db) =>
      acknowledgeAlerts(
        { ...test.ctx, db },
        open.map((alert) => alert.id),
        'ada@example.com',
      ),
    );
    expect(await deliveriesOf(id)).toEqual([
      'expired email alert cancelled',
      'expired pagerduty alert cancelled',
      'expiry email alert sent',
      'expiry pagerduty acknowledged pending',
      'expiry pagerduty alert sent',
    ]);
  });

  it('hear of the end of an incident whose opening was given up without an answer', async () => {
    await openChannel('pagerduty');
    const hosts = [nextHost(), nextHost()];
    const ids = [];
    for (const host of hosts) {
      serve(host, {}, { reasons: ['self_signed'] });
      ids.push(await added(host));
    }
    await test.ctx.db.update(deliveries).set({ state: 'dead', attempts: 10 }).where(eq(deliveries.state, 'pending'));
    const started = { attempt: 1, orgId: org.org.id, startedAt: test.ctx.clock.now(), finishedAt: test.ctx.clock.now() };
    for (const [index, outcome] of (['unknown', 'refused'] as const).entries()) {
      const messageId = newId<'message'>();
      const [alert] = await alertsOf(ids[index] ?? brandId(''));
      await test.ctx.db
        .update(deliveries)
        .set({ messageId })
        .where(and(eq(deliveries.alertId, alert?.id ?? brandId('')), eq(deliveries.channel, 'pagerduty')));
      await test.ctx.db.insert(deliveryAttempts).values({ messageId, ...started, outcome });
    }
    for (const [index, host] of hosts.entries()) {
      serve(host);
      await check(ids[index] ?? brandId(''));
    }
    const listed = await Promise.all(ids.map(deliveriesOf));
    expect(listed.map((rows) => rows.includes('invalid pagerduty resolved pending'))).toEqual([true, false]);
  });

  it('close what is open when the certificate is removed, and the alert stays in the log', async () => {
    await openChannel('splunk');
    const host = nextHost();
    serve(host, { notAfter: endsIn(-2) });
    const id = await added(host);
    await allArrived();
    await removeCertificate(org, { id });
    expect(await outcomesOf(id)).toEqual(['expired -1 removed']);
    expect(await deliveriesOf(id)).toEqual(['expired email alert sent', 'expired splunk alert sent', 'expired splunk resolved pending']);
  });

  it('include the status page, for what visitors notice', async () => {
    await test.ctx.db.update(notificationSettings).set({ statusPageEnabled: true }).where(eq(notificationSettings.orgId, org.org.id));
    const host = nextHost();
    serve(host, { notAfter: endsIn(5) }, { reasons: ['revoked'] });
    const id = await added(host);
    expect(await deliveriesOf(id)).toEqual([
      'expiry email alert pending',
      'revoked email alert pending',
      'revoked status_page alert pending',
    ]);
  });
});

it('sends nothing to an organization that an operator disabled, and keeps its ledger', async () => {
  const host = nextHost();
  serve(host, { notAfter: endsIn(5) });
  await test.ctx.db.update(organizations).set({ disabled: true }).where(eq(organizations.id, org.org.id));
  const id = await added(host);
  expect(await outcomesOf(id)).toEqual(['expiry 7']);
  expect(await deliveriesOf(id)).toEqual([]);
});
