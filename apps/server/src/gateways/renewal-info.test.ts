import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@notafter/config';
import { addMs, type CertificateId, type ClientRules, DAY_MS, HOUR_MS, MINUTE_MS } from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import {
  addCertificate,
  askRenewalInfos,
  checkCertificate,
  getCertificate,
  getCertificateAlerts,
  planRenewalInfos,
  type SystemContext,
  sweepAlerts,
} from '@notafter/features';
import { type RenewalInfoReply, type RenewalInfoServer, renewalInfoBody, startRenewalInfoServer } from '@notafter/preflight/testing';
import {
  certificateFacts,
  createRecordingLog,
  createTestContext,
  makeOrgContext,
  servedObservation,
  type TestContext,
} from '@notafter/testing';
import { createAuthority } from '@notafter/tls/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGateways } from './gateways.ts';

const authority = createAuthority();
let [ca, other]: RenewalInfoServer[] = [];
let test: TestContext;
let ctx: SystemContext;
let folder: string;
const closers: (() => Promise<void>)[] = [];

beforeAll(async () => {
  [ca, other] = [await startRenewalInfoServer(), await startRenewalInfoServer()];
  closers.push(ca.close, other.close);
  folder = await mkdtemp(join(tmpdir(), 'renewal-info-'));
  closers.push(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'roots.pem'), ca.rootPem + other.rootPem);
  const source = { url: 'https://ca.example/', readOn: '2026-11-23' };
  const clientRules: ClientRules = {
    ...clientTable,
    renewalInfo: [
      { name: 'CA', issuers: ['the ca'], directory: ca.directory, source },
      { name: 'Other', issuers: ['other'], directory: other.directory, source },
    ],
  };
  test = await createTestContext({ config: { defaultPlan: 'Enterprise', clientRules } });
  closers.push(test.close);
  const environment = { EXTRA_CA_FILE: join(folder, 'roots.pem'), TARGET_ALLOW: '127.0.0.0/8' };
  const { gateways, close } = await openGateways(readConfig(environment, '/'), createRecordingLog());
  closers.push(close);
  ctx = { ...test.ctx, gateways: { ...test.ctx.gateways, renewalInfo: gateways.renewalInfo } };
});
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

const now = (): Date => test.ctx.clock.now();
let hosts = 0;

/** Monitors a certificate of 90 days that was issued 20 days ago, and lives through the first question about it. */
const live = async (issuerOrganization: string, directory: string) => {
  hosts += 1;
  const host = `ari-${hosts}.example`;
  const org = await makeOrgContext(ctx);
  const dates = { notBefore: addMs(now(), -20 * DAY_MS), notAfter: addMs(now(), 70 * DAY_MS) };
  const leaf = certificateFacts(host, { ...dates, issuerOrganization, pem: authority.issue(host).pem });
  test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host, {}, { chain: [leaf] }));
  const { id } = (await addCertificate(org, { domain: host })).certificate;
  await planRenewalInfos(ctx);
  test.ctx.clock.advance(HOUR_MS);
  const asked = await askRenewalInfos(ctx, { directory }, { paceMs: 0 });
  await checkCertificate(org, { id });
  await sweepAlerts(ctx);
  return { asked, ...(await read(org, id)) };
};
const read = async (org: Parameters<typeof getCertificate>[0], id: CertificateId) => {
  const { certificate } = await getCertificate(org, { id });
  const { open } = await getCertificateAlerts(org, { certificateId: id });
  return { org, id, certificate, alerts: open.map(({ rule, summary }) => ({ rule, summary })) };
};
const days = (count: number): Date => addMs(new Date(), count * DAY_MS);

it('a window in the past alerts once', async () => {
  const [start, end] = [addMs(now(), -2 * HOUR_MS), addMs(now(), -HOUR_MS)];
  ca?.reply({ body: renewalInfoBody(start, end, 'https://ca.example/incident?a=1&b=<2>') });
  const { alerts, certificate, org, id } = await live('The CA', ca?.directory ?? '');
  const renewNow = {
    rule: 'renew_now',
    summary: 'The CA asks to renew this certificate now: it may be revoked soon. See https://ca.example/incident?a=1&b=%3C2%3E',
  };
  expect(alerts).toEqual([renewNow]);
  expect(certificate.renewal).toMatchObject({ state: 'due', basis: 'ari' });
  expect(certificate.renewalInfo).toMatchObject({
    ca: 'CA',
    window: { start, end },
    explanationUrl: 'https://ca.example/incident?a=1&b=%3C2%3E',
    asksNow: true,
    problem: null,
  });
  for (let round = 0; round < 3; round += 1) {
    test.ctx.clock.advance(6 * HOUR_MS);
    await askRenewalInfos(ctx, { directory: ca?.directory ?? '' }, { paceMs: 0 });
    await checkCertificate(org, { id });
    await sweepAlerts(ctx);
  }
  expect((await read(org, id)).alerts).toEqual([renewNow]);
});

const TEN_YEARS = '315360000';
it.each<[string, RenewalInfoReply, string]>([
  ['404', { status: 404 }, 'The CA does not know this certificate (HTTP 404).'],
  ['429', { status: 429, headers: { 'retry-after': '3600' } }, 'The CA asks for a pause (HTTP 429).'],
  ['500', { status: 500, body: '<h1>Oops' }, 'The CA answered HTTP 500.'],
  ['bad JSON', { body: '{"suggestedWindow": {' }, 'The answer is not renewal information.'],
  ['an end before the start', { body: renewalInfoBody(days(-1), days(-2)) }, 'The window ends before it starts.'],
  [
    'a pause of ten years',
    { status: 503, headers: { 'retry-after': TEN_YEARS } },
    'The CA answered HTTP 503. The CA asks for a pause of 3,650 days. We ask again after 24 hours.',
  ],
  [
    'a redirect into private space',
    { status: 307, headers: { location: 'https://192.168.0.1/renewal-info' } },
    '192.168.0.1 is in private address space, which this server does not check.',
  ],
])('%s alerts nobody, names the reason, and the renewal goes by the lifetime', async (_, reply, problem) => {
  // The CA answers again after whatever the case before did.
  test.ctx.clock.advance(2 * DAY_MS);
  ca?.reply(reply);
  const { alerts, certificate, asked } = await live('The CA', ca?.directory ?? '');
  expect(asked).toBeGreaterThan(0);
  expect(alerts).toEqual([]);
  expect(certificate.renewal).toMatchObject({ state: 'on_schedule', basis: 'lifetime' });
  expect(certificate.renewalInfo).toMatchObject({
    window: null,
    asksNow: false,
    problem: `The CA's renewal information could not be read: ${problem}`,
  });
});

it('a pause of ten years after a window is a day, and is mentioned', async () => {
  test.ctx.clock.advance(2 * DAY_MS);
  ca?.reply({ body: renewalInfoBody(addMs(now(), 40 * DAY_MS), addMs(now(), 41 * DAY_MS)), headers: { 'retry-after': TEN_YEARS } });
  const { alerts, certificate } = await live('The CA', ca?.directory ?? '');
  expect(alerts).toEqual([]);
  expect(certificate.renewal?.basis).toBe('ari');
  expect(certificate.renewalInfo?.problem).toBe('The CA asks for a pause of 3,650 days. We ask again after 24 hours.');
  expect(certificate.renewalInfo?.nextAskAt).toEqual(addMs(now(), DAY_MS));
});

it('a CA that does not answer delays no other, and each is asked one question at a time', async () => {
  test.ctx.clock.advance(2 * DAY_MS);
  const stop = new AbortController();
  ca?.reply(null);
  other?.reply({ body: renewalInfoBody(addMs(now(), 40 * DAY_MS), addMs(now(), 41 * DAY_MS)) });
  const hanging = askRenewalInfos(ctx, { directory: ca?.directory ?? '' }, { paceMs: 0, signal: stop.signal });
  const { certificate } = await live('Other', other?.directory ?? '');
  expect(certificate.renewalInfo).toMatchObject({ ca: 'Other', problem: null });
  stop.abort();
  expect(await hanging).toBe(0);
  // A crashed worker would have left its lease.
  test.ctx.clock.advance(2 * MINUTE_MS);
  expect([ca?.mostAtOnce(), other?.mostAtOnce()]).toEqual([1, 1]);
});
