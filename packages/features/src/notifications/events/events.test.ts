import { events } from '@notafter/db';
import { addMs, type CertificateFacts, type CertificateId, DAY_MS, HOUR_MS, type Observation, SECOND_MS } from '@notafter/domain';
import { listEventsInput } from '@notafter/domain/inputs';
import {
  certificateFacts,
  createTestContext,
  finding,
  makeCertificates,
  makeOrgContext,
  servedObservation,
  type TestContext,
  unreachableObservation,
} from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCertificate } from '../../certificates/add-certificate.ts';
import { checkCertificate } from '../../certificates/checks/check-certificate.ts';
import { removeCertificate } from '../../certificates/remove-certificate.ts';
import { removeCertificates } from '../../certificates/remove-certificates.ts';
import type { OrgContext } from '../../context.ts';
import { runDiscovery } from '../../discovery/run-discovery.ts';
import { startDiscovery } from '../../discovery/start-discovery.ts';
import { maintainAlerts } from '../ledger/maintain-alerts.ts';
import { listEvents } from './list-events.ts';

let test: TestContext;
let org: OrgContext;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
});
afterAll(() => test.close());

let hosts = 0;
const nextHost = (): string => {
  hosts += 1;
  return `events-${hosts}.example`;
};
const answer = (host: string, observation: Observation): void => test.ctx.gateways.prober.answer(`${host}:443`, observation);
const serve = (host: string, leaf: Partial<CertificateFacts> = {}, generation = '', rest = {}): void => {
  const facts = certificateFacts(`${host}${generation}`, { notAfter: addMs(test.ctx.clock.now(), 90 * DAY_MS), san: [host], ...leaf });
  answer(host, servedObservation(host, {}, { chain: [facts], ...rest }));
};
const add = async (host: string): Promise<CertificateId> => {
  serve(host);
  return (await addCertificate(org, { domain: host })).certificate.id;
};
const check = (id: CertificateId) => checkCertificate(org, { id });
const list = (asked: object = {}) => listEvents(org, listEventsInput.parse(asked));
/** Oldest first. */
const typesOf = async () => (await list()).events.map(({ type }) => type).reverse();
const last = async () => (await list({ limit: 1 })).events[0];

describe('a certificate', () => {
  it('is logged as added, renewed and changed, with what was served before', async () => {
    const host = nextHost();
    const id = await add(host);
    expect(await last()).toMatchObject({
      type: 'certificate.added',
      occurredAt: test.ctx.clock.now(),
      data: {
        certificate: {
          id,
          domain: host,
          expires_at: addMs(test.ctx.clock.now(), 90 * DAY_MS).toISOString(),
          fingerprint_sha256: certificateFacts(host).fingerprint256,
          reachable: true,
          reasons: [],
          tags: {},
          url: `${test.ctx.config.publicUrl}/certificates/${id}`,
        },
      },
    });
    serve(host, { notAfter: addMs(test.ctx.clock.now(), 100 * DAY_MS) }, ' renewed');
    await check(id);
    expect((await last())?.data).toMatchObject({
      certificate: { fingerprint_sha256: certificateFacts(`${host} renewed`).fingerprint256 },
      previous: { fingerprint_sha256: certificateFacts(host).fingerprint256 },
    });
    serve(host, { san: ['other.example'] }, ' changed');
    await check(id);
    expect((await last())?.data).toMatchObject({ change: { issuer: false, lost_names: [host], ends_earlier: true } });
    expect(await typesOf()).toEqual(['certificate.added', 'certificate.renewed', 'alert.raised', 'certificate.changed']);
  });

  it('that a check finds unchanged is not an event', async () => {
    const id = await add(nextHost());
    await check(id);
    expect(await typesOf()).toEqual(['certificate.added']);
  });

  it('is logged as removed, each of many', async () => {
    const host = nextHost();
    const alone = await add(host);
    test.ctx.clock.advance(SECOND_MS);
    await removeCertificate(org, { id: alone });
    expect(await last()).toMatchObject({ type: 'certificate.removed', data: { certificate: { domain: host } } });
    const ids = await makeCertificates(test.ctx, org.org.id, [{}, {}, {}]);
    await removeCertificates(org, { ids });
    const removed = (await list({ type: 'certificate.removed' })).events;
    expect(removed).toHaveLength(4);
    expect(new Set(removed.map(({ id }) => id)).size).toBe(4);
  });
});

describe('a check', () => {
  it('is logged when it begins to fail and when it is whole again, on the change only', async () => {
    const host = nextHost();
    const id = await add(host);
    answer(host, unreachableObservation(host));
    await check(id);
    expect(await last()).toMatchObject({
      type: 'check.failed',
      data: {
        certificate: { reachable: false },
        check: { failure: 'unreachable', reason: 'refused', detail: `Connection refused by ${host}:443.` },
      },
    });
    await check(id);
    serve(host);
    await check(id);
    serve(host, {}, '', { reasons: ['self_signed'] });
    await check(id);
    await check(id);
    expect((await list({ type: 'check.failed' })).events[0]?.data).toMatchObject({
      certificate: { reasons: ['self_signed'] },
      check: { failure: 'invalid', reason: 'self_signed' },
    });
    serve(host);
    await check(id);
    const checks = (await typesOf()).filter((type) => type.startsWith('check.'));
    expect(checks).toEqual(['check.failed', 'check.recovered', 'check.failed', 'check.recovered']);
  });
});

it('an alert is logged with the fields of a webhook, and without the link that acknowledges', async () => {
  const host = nextHost();
  serve(host, { notAfter: addMs(test.ctx.clock.now(), 1.5 * DAY_MS) });
  const { certificate } = await addCertificate(org, { domain: host });
  const { events: raised } = await list({ type: 'alert.raised' });
  expect(raised).toHaveLength(1);
  expect(raised[0]?.data).toMatchObject({
    severity: 'critical',
    alerts: [{ rule: 'expiry', severity: 'critical', domain: certificate.domain, acknowledge_url: null }],
    alerts_left_out: 0,
  });
});

it('a discovery is logged when it is completed', async () => {
  for (const source of test.ctx.gateways.discovery) {
    source.play(async ({ found }) => {
      if (source.name === 'dns') await found([finding('shop.example.org')]);
      return { outcome: 'complete', reason: null, fetchedAt: test.ctx.clock.now() };
    });
  }
  const { jobId } = await startDiscovery(org, { domain: 'example.org' });
  await runDiscovery(test.ctx, { id: jobId });
  expect(await last()).toMatchObject({ type: 'discovery.completed', data: { discovery: { id: jobId, domain: 'example.org', found: 1 } } });
});

describe('the list', () => {
  it('is paged, newest first, and narrowed by type and time', async () => {
    await add(nextHost());
    test.ctx.clock.advance(HOUR_MS);
    const noon = test.ctx.clock.now();
    await add(nextHost());
    const removed = await add(nextHost());
    test.ctx.clock.advance(SECOND_MS);
    await removeCertificate(org, { id: removed });
    const first = await list({ limit: 3 });
    expect(first.events.map(({ type }) => type)).toEqual(['certificate.removed', 'certificate.added', 'certificate.added']);
    const second = await list({ limit: 3, cursor: first.nextCursor });
    expect(second).toMatchObject({ events: [{ type: 'certificate.added' }], nextCursor: null });
    expect((await list({ since: noon })).events).toHaveLength(3);
    expect((await list({ since: noon, type: 'certificate.removed' })).events).toHaveLength(1);
  });

  it('forgets what is older than 30 days', async () => {
    await add(nextHost());
    test.ctx.clock.advance(29 * DAY_MS);
    await add(nextHost());
    test.ctx.clock.advance(2 * DAY_MS);
    await maintainAlerts(test.ctx);
    expect(await test.ctx.db.select().from(events).where(eq(events.orgId, org.org.id))).toHaveLength(1);
  });
});
