import { alerts, certificateRenewals, certificates, checkSchedule, renewalInfoCas, renewalInfos } from '@notafter/db';
import { addMs, type CertificateFacts, type CertificateId, type ClientRules, DAY_MS, HOUR_MS, MINUTE_MS } from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import { certificateFacts, createTestContext, makeOrgContext, renewalWindow, servedObservation, type TestContext } from '@notafter/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { sweepAlerts } from '../../notifications/ledger/sweep-alerts.ts';
import { alertsOf } from '../../notifications/testing/ledger-fixtures.ts';
import { addCertificate } from '../add-certificate.ts';
import { checkCertificate } from '../checks/check-certificate.ts';
import { checkDueSlice } from '../checks/check-due-slice.ts';
import { askRenewalInfos } from './ask-renewal-infos.ts';
import { enqueueDueRenewalInfos } from './enqueue-due-renewal-infos.ts';
import { openLease } from './internal/renewal-info-claims.ts';
import { planRenewalInfos } from './plan-renewal-infos.ts';

const [CA, OTHER] = ['https://ca.example/directory', 'https://other.example/directory'];
const source = { url: 'https://ca.example/docs', readOn: '2026-11-23' };
const clientRules: ClientRules = {
  ...clientTable,
  renewalInfo: [
    { name: 'Example CA', issuers: ['example ca'], directory: CA, source },
    { name: 'Other CA', issuers: ['other'], directory: OTHER, source },
  ],
};

let test: TestContext;
let org: OrgContext;
let hosts = 0;

beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise', clientRules } });
});
beforeEach(async () => {
  await test.ctx.db.delete(renewalInfoCas);
  await test.ctx.db.delete(certificates);
  test.ctx.gateways.renewalInfo.asked.length = 0;
  org = await makeOrgContext(test.ctx);
});
afterAll(() => test.close());

const now = (): Date => test.ctx.clock.now();
const life = 90 * DAY_MS;
const serve = (host: string, leaf: Partial<CertificateFacts> = {}, seed = host): CertificateFacts => {
  const dates = { notBefore: now(), notAfter: addMs(now(), life) };
  const facts = certificateFacts(seed, { ...dates, san: [host], issuerOrganization: 'Example CA Ltd.', ...leaf });
  test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host, {}, { chain: [facts] }));
  return facts;
};
const added = async (leaf: Partial<CertificateFacts> = {}, of = org, seed?: string): Promise<{ id: CertificateId; host: string }> => {
  hosts += 1;
  const host = `ari-${hosts}.example`;
  serve(host, leaf, seed ?? host);
  return { id: (await addCertificate(of, { domain: host })).certificate.id, host };
};
const plan = async (): Promise<void> => {
  await planRenewalInfos(test.ctx);
  test.ctx.clock.advance(HOUR_MS);
};
const ask = (directory = CA): Promise<number> => askRenewalInfos(test.ctx, { directory }, { paceMs: 0 });
const says = (answer: Parameters<typeof test.ctx.gateways.renewalInfo.answer>[1], directory = CA): void =>
  test.ctx.gateways.renewalInfo.answer(directory, answer);
const infos = () => test.ctx.db.select().from(renewalInfos).orderBy(renewalInfos.fingerprint256);
const renewalOf = async (id: CertificateId) => {
  const [row] = await test.ctx.db.select().from(certificateRenewals).where(eq(certificateRenewals.certificateId, id));
  if (row === undefined) throw new Error('It has a plan.');
  return row;
};
const jobsOf = async (): Promise<unknown[]> => {
  const before = test.ctx.jobs.enqueued.length;
  await enqueueDueRenewalInfos(test.ctx);
  return test.ctx.jobs.enqueued.slice(before).map(({ payload }) => payload);
};
/** Checks everything that is due, and looks for alerts. */
const checkAndSweep = async (): Promise<void> => {
  await sweepAlerts(test.ctx);
  for (const { shard } of await test.ctx.db.selectDistinct({ shard: checkSchedule.shard }).from(checkSchedule))
    await checkDueSlice(test.ctx, { shard });
  await sweepAlerts(test.ctx);
};

describe('the plan', () => {
  it('has each served certificate of a CA in the table once, also if several organizations serve it', async () => {
    await added({}, org, 'shared');
    await added({}, await makeOrgContext(test.ctx), 'shared');
    await added({ issuerOrganization: null, issuerCommonName: 'Other R1' });
    await added({ issuerOrganization: "Let's Encrypt" });
    await planRenewalInfos(test.ctx);
    expect((await infos()).map(({ directory }) => directory).sort()).toEqual([CA, OTHER]);
  });

  it('has no certificate whose chain is not trusted: anyone can write a name', async () => {
    hosts += 1;
    const host = `ari-${hosts}.example`;
    const facts = certificateFacts(host, { issuerOrganization: 'Example CA' });
    test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host, {}, { chain: [facts], reasons: ['untrusted_root'] }));
    await addCertificate(org, { domain: host });
    await planRenewalInfos(test.ctx);
    expect(await infos()).toEqual([]);
  });

  it('forgets replaced and expired ones, and windows of CAs that are no longer asked', async () => {
    says(() => renewalWindow(addMs(now(), DAY_MS), addMs(now(), 2 * DAY_MS)));
    const { id, host } = await added();
    await plan();
    await ask();
    const [first] = await infos();
    serve(host, {}, 'successor');
    await checkCertificate(org, { id });
    await plan();
    await ask();
    expect((await infos()).map(({ fingerprint256 }) => fingerprint256)).not.toContain(first?.fingerprint256);
    expect((await renewalOf(id)).basis).toBe('ari');

    const off = { ...test.ctx, config: { ...test.ctx.config, clientRules: { ...clientRules, renewalInfo: [] } } };
    await planRenewalInfos(off);
    expect([await infos(), await test.ctx.db.select().from(renewalInfoCas)]).toEqual([[], []]);
    expect((await renewalOf(id)).basis).toBe('lifetime');
    test.ctx.clock.advance(life);
    await planRenewalInfos(test.ctx);
    expect(await infos()).toEqual([]);
  });
});

it('asks about a certificate to the end of its last second', async () => {
  const notAfter = addMs(now(), DAY_MS);
  await added({ notAfter });
  const askedAt = async (ms: number) => {
    test.ctx.clock.set(addMs(notAfter, ms));
    await planRenewalInfos(test.ctx);
    await test.ctx.db.update(renewalInfos).set({ nextAskAt: now() });
    return [(await infos()).length, await ask()];
  };
  expect(await askedAt(999)).toEqual([1, 1]);
  expect(await askedAt(1_000)).toEqual([0, 0]);
});

describe('a question', () => {
  it('is asked once for all endpoints, whose renewals it plans, and again when the CA says', async () => {
    const window = { start: addMs(now(), 50 * DAY_MS), end: addMs(now(), 51 * DAY_MS) };
    says(() => ({ kind: 'read', window, explanationUrl: null, retryAfterMs: 2 * HOUR_MS }));
    const ids = [(await added({}, org, 'twice')).id, (await added({}, org, 'twice')).id];
    await plan();
    expect(await jobsOf()).toEqual([{ directory: CA }]);
    expect(await ask()).toBe(1);
    for (const id of ids) expect(await renewalOf(id)).toMatchObject({ basis: 'ari', dueAt: window.start });
    expect(await jobsOf()).toEqual([]);
    test.ctx.clock.advance(2 * HOUR_MS - 1);
    expect(await ask()).toBe(0);
    test.ctx.clock.advance(1);
    expect(await ask()).toBe(1);
  });

  it('repairs the plan of an endpoint that missed the last answer', async () => {
    const start = addMs(now(), 50 * DAY_MS);
    says(() => renewalWindow(start));
    const { id } = await added();
    await plan();
    await ask();
    await test.ctx.db.update(certificateRenewals).set({ basis: 'lifetime' }).where(eq(certificateRenewals.certificateId, id));
    test.ctx.clock.advance(6 * HOUR_MS);
    await ask();
    expect((await renewalOf(id)).basis).toBe('ari');
  });

  it('is not asked about a certificate that was just replaced', async () => {
    const { id, host } = await added();
    await plan();
    serve(host, {}, 'new one');
    await checkCertificate(org, { id });
    expect(await ask()).toBe(0);
  });

  it('is asked by one worker at a time; a crashed one is replaced after its lease', async () => {
    says(() => renewalWindow(addMs(now(), 50 * DAY_MS)));
    await added();
    await plan();
    expect(await openLease(test.ctx, CA)).not.toBeNull();
    expect(await jobsOf()).toEqual([]);
    expect(await ask()).toBe(0);
    test.ctx.clock.advance(2 * MINUTE_MS);
    expect(await jobsOf()).toEqual([{ directory: CA }]);
    expect(await ask()).toBe(1);
  });

  it('is asked again after a clock that ran ahead was corrected', async () => {
    const right = now();
    await added();
    test.ctx.clock.set(addMs(right, 30 * DAY_MS));
    await plan();
    says(() => ({ kind: 'failed', reason: 'The CA answered HTTP 500.', retryAfterMs: null, isOfCa: true }));
    await ask();
    test.ctx.clock.set(addMs(right, HOUR_MS));
    says(() => renewalWindow(addMs(right, 50 * DAY_MS)));
    expect(await jobsOf()).toEqual([]);
    await plan();
    expect(await jobsOf()).toEqual([{ directory: CA }]);
    expect(await ask()).toBe(1);
  });

  it('is asked again if the worker stops during it', async () => {
    await added();
    await plan();
    const stop = new AbortController();
    says(() => {
      stop.abort();
      return renewalWindow(addMs(now(), 50 * DAY_MS));
    });
    expect(await askRenewalInfos(test.ctx, { directory: CA }, { signal: stop.signal, paceMs: 0 })).toBe(0);
    says(() => renewalWindow(addMs(now(), 50 * DAY_MS)));
    test.ctx.clock.advance(2 * MINUTE_MS);
    expect(await ask()).toBe(1);
  });
});

describe('a CA that fails', () => {
  it('is left alone for longer each time, while others are asked', async () => {
    says(() => ({ kind: 'failed', reason: 'The CA answered HTTP 500.', retryAfterMs: null, isOfCa: true }));
    says(() => renewalWindow(addMs(now(), 50 * DAY_MS)), OTHER);
    for (let count = 0; count < 3; count += 1) await added();
    const other = await added({ issuerOrganization: 'Other' });
    await plan();
    expect(await ask()).toBe(1);
    expect(await jobsOf()).toEqual([{ directory: OTHER }]);
    expect(await ask(OTHER)).toBe(1);
    expect((await renewalOf(other.id)).basis).toBe('ari');
    for (const minutes of [1, 2, 4, 8]) {
      test.ctx.clock.advance(minutes * MINUTE_MS - 1);
      expect(await ask()).toBe(0);
      test.ctx.clock.advance(1);
      expect(await ask()).toBe(1);
    }
    says(() => renewalWindow(addMs(now(), 50 * DAY_MS)));
    test.ctx.clock.advance(16 * MINUTE_MS);
    expect(await ask()).toBe(3);
    expect(await test.ctx.db.select().from(renewalInfoCas).where(eq(renewalInfoCas.directory, CA))).toMatchObject([
      { failures: 0, problem: null, pausedUntil: null, leasedUntil: null },
    ]);
  });

  it('keeps the window that it gave before', async () => {
    const start = addMs(now(), 50 * DAY_MS);
    says(() => renewalWindow(start));
    const { id } = await added();
    await plan();
    await ask();
    says(() => ({ kind: 'failed', reason: 'The CA does not know this certificate (HTTP 404).', retryAfterMs: null, isOfCa: false }));
    test.ctx.clock.advance(6 * HOUR_MS);
    await ask();
    expect(await renewalOf(id)).toMatchObject({ basis: 'ari', dueAt: start });
    expect(await infos()).toMatchObject([
      { problem: "The CA's renewal information could not be read: The CA does not know this certificate (HTTP 404).", windowStart: start },
    ]);
  });
});

describe('a window that was moved to the past', () => {
  const healthy = (): void => says(() => renewalWindow(addMs(now(), 50 * DAY_MS), addMs(now(), 52 * DAY_MS)));
  /** As Boulder does it: again with each question. */
  const revoking = (): void => says(() => renewalWindow(addMs(now(), -HOUR_MS), addMs(now(), -HOUR_MS / 2), 'https://ca.example/incident'));
  const begun = async () => {
    healthy();
    const monitored = await added();
    await plan();
    await ask();
    revoking();
    test.ctx.clock.advance(6 * HOUR_MS);
    return monitored;
  };

  it('alerts once, after a check saw the certificate again, with the explanation of the CA', async () => {
    const { id } = await begun();
    test.ctx.gateways.prober.probed.length = 0;
    await ask();
    await checkAndSweep();
    await checkAndSweep();
    expect(await alertsOf(test.ctx, id)).toEqual(['renew_now 0']);
    expect(test.ctx.gateways.prober.probed).toHaveLength(1);
    const [alert] = await test.ctx.db.select().from(alerts).where(eq(alerts.certificateId, id));
    expect(alert?.summary).toBe('The CA asks to renew this certificate now: it may be revoked soon. See https://ca.example/incident');
    for (let round = 0; round < 8; round += 1) {
      test.ctx.clock.advance(6 * HOUR_MS);
      await ask();
      await checkAndSweep();
    }
    expect(await alertsOf(test.ctx, id)).toEqual(['renew_now 0']);
  });

  it.each([
    [999, ['expiry 0', 'expiry 1 superseded', 'renew_now 0']],
    [1_000, ['expired -1', 'expiry 1 superseded']],
  ])('alerts to the end of its last second: %i ms', async (ms, expected) => {
    healthy();
    const notAfter = addMs(now(), DAY_MS);
    const { id } = await added({ notAfter });
    await plan();
    await ask();
    revoking();
    test.ctx.clock.set(addMs(notAfter, -1_000));
    await test.ctx.db.update(renewalInfos).set({ nextAskAt: now() });
    await ask();
    test.ctx.clock.set(addMs(notAfter, ms));
    await checkAndSweep();
    expect((await alertsOf(test.ctx, id)).sort()).toEqual(expected);
  });

  it('alerts nobody if the certificate was replaced in time', async () => {
    const { id, host } = await begun();
    await ask();
    serve(host, {}, `${host} successor`);
    await checkAndSweep();
    expect(await alertsOf(test.ctx, id)).toEqual([]);
  });

  it('is over when the certificate is replaced', async () => {
    const { id, host } = await begun();
    await ask();
    await checkAndSweep();
    serve(host, {}, `${host} successor`);
    await checkCertificate(org, { id });
    expect(await alertsOf(test.ctx, id)).toEqual(['renew_now 0 renewed']);
  });

  it('is over when the CA takes it back', async () => {
    const { id } = await begun();
    await ask();
    await checkAndSweep();
    healthy();
    test.ctx.clock.advance(6 * HOUR_MS);
    await ask();
    expect(await alertsOf(test.ctx, id)).toEqual(['renew_now 0 recovered']);
    expect((await renewalOf(id)).dueAt > now()).toBe(true);
  });
});
