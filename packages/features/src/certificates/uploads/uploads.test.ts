import { auditLog, certificates, checkSchedule, events, x509Certificates } from '@notafter/db';
import { addMs, type CertificateId, DAY_MS, DomainError, HOUR_MS, type ProbeTerms, type VerdictReason } from '@notafter/domain';
import { certificateFacts, createTestContext, makeOrgContext, servedObservation, type TestContext } from '@notafter/testing';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { sweepAlerts } from '../../notifications/ledger/sweep-alerts.ts';
import { alertsOf, choose, deliveriesOf, openChannel } from '../../notifications/testing/ledger-fixtures.ts';
import { addCertificate } from '../add-certificate.ts';
import { recheckAnchorsJob } from '../anchors/anchor-jobs.ts';
import { assignCertificateAnchors } from '../anchors/assign-certificate-anchors.ts';
import { recheckAnchors } from '../anchors/recheck-anchors.ts';
import { checkCertificate } from '../checks/check-certificate.ts';
import { startCheckRun } from '../checks/start-check-run.ts';
import { getCertificate } from '../get-certificate.ts';
import { listCertificateHistory } from '../history/list-certificate-history.ts';
import { exportCertificates } from '../list/export-certificates.ts';
import { getDashboardStats } from '../list/get-dashboard-stats.ts';
import { listCertificates } from '../list/list-certificates.ts';
import { listSslScores } from '../list/list-ssl-scores.ts';
import { getMetrics } from '../prometheus/get-metrics.ts';
import { listScrapeTargets } from '../prometheus/list-scrape-targets.ts';
import { upsertCertificate } from '../upsert-certificate.ts';
import { addDate } from './add-date.ts';
import { addUpload } from './add-upload.ts';
import { judgeUploads } from './judge-uploads.ts';
import { replaceUpload } from './replace-upload.ts';
import { updateDate } from './update-date.ts';

let test: TestContext;
let org: OrgContext;
let reasons: VerdictReason[];
let lastTerms: ProbeTerms;

const now = (): Date => test.ctx.clock.now();
const inDays = (days: number): Date => addMs(now(), days * DAY_MS);
/** `leaf 40`: a certificate that ends 40 days after the start of the test. */
const pem = (seed: string): string => certificateFacts(seed).pem;
let start: Date;
const judge = (_: unknown, terms: ProbeTerms) => {
  lastTerms = terms;
  const [own] = terms.reported ?? [];
  if (own?.kind !== 'served') throw new Error('An upload must not be probed.');
  const chain = own.chain.map((der) => {
    const seed = Buffer.from(der).toString();
    return certificateFacts(seed, { notAfter: addMs(start, Number(/\d+/.exec(seed)?.[0] ?? 60) * DAY_MS + HOUR_MS) });
  });
  const [leaf, ...rest] = chain;
  if (leaf === undefined) throw new Error('No certificate.');
  return servedObservation('upload.invalid', {}, { chain: [leaf, ...rest], reasons, address: '' });
};

beforeAll(async () => {
  test = await createTestContext();
  test.ctx.gateways.prober.answer('upload.invalid:443', judge);
  test.ctx.gateways.prober.answer('www.example.com:443', () => servedObservation('www.example.com', { notAfter: inDays(60) }));
});
beforeEach(async () => {
  await test.ctx.db.delete(certificates);
  reasons = [];
  start = now();
  org = await makeOrgContext(test.ctx, { plan: 'Enterprise' });
  await openChannel(test.ctx, org.org.id, 'email');
  await choose(test.ctx, org.org.id, { alertDays: [30, 7], scaleToLifetime: false });
  await sweepAlerts(test.ctx);
});
afterAll(() => test.close());

const unplaced = { tags: {}, environmentId: null };
const upload = async (seed = 'leaf 40', name?: string): Promise<CertificateId> =>
  (await addUpload(org, { certificate: pem(seed), ...(name === undefined ? {} : { name }), ...unplaced })).certificate.id;
const date = async (days: number, name = 'Acme SAML signing key'): Promise<CertificateId> =>
  (await addDate(org, { name, expiresAt: inDays(days), issuer: 'Acme', ...unplaced })).certificate.id;
const view = async (id: CertificateId) => (await getCertificate(org, { id })).certificate;
const history = async (id: CertificateId) => (await listCertificateHistory(org, { id, limit: 10 })).history.map(({ action }) => action);
const eventsOf = async (id: CertificateId) =>
  (
    await test.ctx.db
      .select({ type: events.type })
      .from(events)
      .where(eq(events.subjectId, id))
      .orderBy(asc(events.occurredAt), asc(events.id))
  ).map(({ type }) => type);
const passDays = async (days: number): Promise<void> => {
  for (let day = 0; day < days; day += 1) {
    test.ctx.clock.advance(DAY_MS);
    await sweepAlerts(test.ctx);
  }
};
const refusalOf = async (run: Promise<unknown>): Promise<DomainError> => {
  const error = await run.then(
    () => new Error('It was accepted.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError)) throw error;
  return error;
};

describe('an uploaded certificate', () => {
  it('has its facts, its chain and no connection, and is never due for a check', async () => {
    const id = await upload('leaf 40');
    expect(await view(id)).toMatchObject({
      source: 'upload',
      domain: 'leaf 40',
      ...{ host: '', port: 0, status: 'valid', daysLeft: 40, reasons: [], fingerprint256: certificateFacts('leaf 40').fingerprint256 },
      ...{ protocol: null, cipher: null, address: null, keyExchange: null, lastCheckedAt: null, nextCheckAt: null, unreachable: null },
      renewal: { state: 'on_schedule', basis: 'lifetime' },
      clients: null,
    });
    expect(lastTerms).toMatchObject({ first: true, reported: [{ kind: 'served', address: '' }] });
    expect(await test.ctx.db.$count(checkSchedule, eq(checkSchedule.certificateId, id))).toBe(0);
    expect(await history(id)).toEqual(['added']);
    expect(await eventsOf(id)).toEqual(['certificate.added']);
  });

  it('takes its chain in any order, and its first name', async () => {
    const { certificate } = await addUpload(org, { certificate: `${pem('root')}${pem('leaf 50')}`, ...unplaced });
    expect((await view(certificate.id)).chain.map(({ subject }) => subject)).toEqual(['CN=leaf 50', 'CN=root']);
  });

  it('that is expired or not trusted is added and judged, without what only a server of a host can be blamed for', async () => {
    reasons = ['hostname_mismatch', 'self_signed', 'wrong_purpose'];
    const id = await upload('leaf 0', 'Old');
    test.ctx.clock.advance(DAY_MS);
    expect(await view(id)).toMatchObject({ status: 'expired', reasons: ['self_signed'] });
    expect(await alertsOf(test.ctx, id)).toEqual(['invalid 0', 'expiry 0']);
  });

  it('alerts at its days, each once, and its replacement ends them', async () => {
    const id = await upload('leaf 40');
    expect(await alertsOf(test.ctx, id)).toEqual([]);
    await passDays(35);
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 30 superseded', 'expiry 7']);
    expect(await deliveriesOf(test.ctx, id)).toHaveLength(2);
    await replaceUpload(org, { id, certificate: pem('leaf 130') });
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 30 superseded', 'expiry 7 renewed']);
    expect(await history(id)).toEqual(['renewed', 'added']);
    expect(await eventsOf(id)).toEqual(['certificate.added', 'alert.raised', 'alert.raised', 'certificate.renewed']);
    expect(await view(id)).toMatchObject({ daysLeft: 95, version: 2 });
  });

  it('is late by its lifetime alone where alerts scale to it', async () => {
    await choose(test.ctx, org.org.id, { alertDays: [], scaleToLifetime: true });
    const id = await upload('leaf 60');
    await passDays(59);
    expect(await alertsOf(test.ctx, id)).toContain('late 0');
  });

  it('is not renewed by the same certificate, and not by an outdated save', async () => {
    const id = await upload('leaf 40');
    await replaceUpload(org, { id, certificate: pem('leaf 40'), version: 1 });
    expect(await history(id)).toEqual(['added']);
    expect(await refusalOf(replaceUpload(org, { id, certificate: pem('leaf 90'), version: 1 }))).toMatchObject({ code: 'conflict' });
    expect(await view(id)).toMatchObject({ daysLeft: 40, version: 2 });
  });

  it('is judged again when its trust anchors change, and each day', async () => {
    reasons = ['untrusted_root'];
    const id = await upload('leaf 40');
    expect(await alertsOf(test.ctx, id)).toEqual(['invalid 0']);
    await assignCertificateAnchors(org, { id, anchors: 'public' });
    expect(test.ctx.jobs.payloadsOf(recheckAnchorsJob)).toContainEqual({ orgId: org.org.id });
    reasons = [];
    await recheckAnchors(test.ctx, { orgId: org.org.id });
    expect((await view(id)).reasons).toEqual([]);
    expect(await alertsOf(test.ctx, id)).toEqual(['invalid 0 recovered']);
    reasons = ['revoked'];
    await judgeUploads(test.ctx, {});
    expect(await alertsOf(test.ctx, id)).toEqual(['invalid 0 recovered', 'revoked 0']);
    expect(await history(id)).toEqual(['added']);
  });
});

describe('a date', () => {
  it('alerts at its days, once, and changing it is a renewal', async () => {
    const id = await date(10);
    expect(await view(id)).toMatchObject({ source: 'date', issuer: 'Acme', daysLeft: 10, fingerprint256: null, chain: [], renewal: null });
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 30']);
    await passDays(11);
    expect(await alertsOf(test.ctx, id)).toEqual(['expiry 30 superseded', 'expiry 7 superseded', 'expiry 0 superseded', 'expired -1']);
    await updateDate(org, { id, expiresAt: inDays(365), issuer: 'Acme SSO' });
    expect(await alertsOf(test.ctx, id)).toContain('expired -1 renewed');
    expect(await view(id)).toMatchObject({ daysLeft: 365, status: 'valid', issuer: 'Acme SSO', version: 2 });
    expect(await history(id)).toEqual(['renewed', 'added']);
    expect((await eventsOf(id)).filter((type) => type !== 'alert.raised')).toEqual(['certificate.added', 'certificate.renewed']);
  });

  it('keeps its history if only its issuer changes', async () => {
    const id = await date(90);
    await updateDate(org, { id, expiresAt: inDays(90), issuer: null });
    expect(await view(id)).toMatchObject({ issuer: null, version: 2 });
    expect(await history(id)).toEqual(['added']);
    expect(await refusalOf(updateDate(org, { id, expiresAt: inDays(91), version: 1 }))).toMatchObject({ code: 'conflict' });
  });
});

describe('both', () => {
  it('count, are listed, found by their kind, exported and measured like endpoints', async () => {
    const uploaded = await upload('leaf 5', 'vpn.internal');
    const dated = await date(20);
    const { certificate } = await addCertificate(org, { domain: 'www.example.com' });
    expect(await getDashboardStats(org)).toMatchObject({ total: 3, critical: 1, warning: 1, valid: 1, unreachable: 0 });
    const find = async (search: string) => {
      const page = { sort: 'expires', order: 'asc', limit: 10, page: 'first', search, status: 'all' } as const;
      return (await listCertificates(org, page)).certificates.map(({ id }) => id);
    };
    expect(await find('')).toEqual([uploaded, dated, certificate.id]);
    expect(await find('kind:upload')).toEqual([uploaded]);
    expect(await find('kind:date')).toEqual([dated]);
    expect(await find('kind:endpoint')).toEqual([certificate.id]);
    expect(await find('protocol:tls')).toEqual([certificate.id]);
    const { csv } = await exportCertificates(org, { search: '', status: 'all' });
    expect(csv).toMatch(/^vpn\.internal,.*,upload$/m);
    expect(csv).toMatch(/^Acme SAML signing key,.*,date$/m);
    expect((await getMetrics(org, {})).endpoints).toMatchObject([
      { domain: 'Acme SAML signing key', up: null, valid: true },
      { domain: 'vpn.internal', up: null, valid: true },
      { domain: 'www.example.com', up: true },
    ]);
    expect((await listScrapeTargets(org, {})).targets).toMatchObject([{ domain: 'www.example.com' }]);
    const { sslScores } = await listSslScores(org, { sort: 'chainValid', order: 'asc', limit: 10 });
    expect(sslScores).toMatchObject([
      { id: dated, score: null, chainValid: null },
      { id: uploaded, score: null, chainValid: null },
      { id: certificate.id, chainValid: true },
    ]);
  });

  it('are not checked: alone, or with the others', async () => {
    const id = await upload('leaf 40', 'www.internal');
    await date(20);
    expect(await refusalOf(checkCertificate(org, { id }))).toMatchObject({ code: 'not_an_endpoint' });
    await addCertificate(org, { domain: 'www.example.com' });
    expect(await startCheckRun(org, { all: true })).toMatchObject({ queued: 1 });
  });

  it('have a name that nothing else has', async () => {
    await upload('leaf 40', 'www.example.com');
    expect(await refusalOf(upload('leaf 50', 'www.example.com'))).toMatchObject({
      code: 'certificate_exists',
      details: [{ path: 'name' }],
    });
    expect(await refusalOf(date(9, 'www.example.com'))).toMatchObject({ code: 'certificate_exists' });
    expect(await refusalOf(addCertificate(org, { domain: 'www.example.com' }))).toMatchObject({ code: 'certificate_exists' });
    expect(await refusalOf(upsertCertificate(org, { domain: 'www.example.com', tags: { team: 'web' } }))).toMatchObject({
      code: 'certificate_exists',
    });
  });

  it('count against the limit of the plan', async () => {
    const small = await makeOrgContext(test.ctx, { plan: 'Forever Free' });
    for (let place = 0; place < 5; place += 1)
      await addDate(small, { name: `Date ${place}`, expiresAt: inDays(9), issuer: null, ...unplaced });
    for (const add of [
      () => addDate(small, { name: 'One more', expiresAt: inDays(9), issuer: null, ...unplaced }),
      () => addUpload(small, { certificate: pem('leaf 40'), ...unplaced }),
    ])
      expect(await refusalOf(add())).toMatchObject({ code: 'certificate_limit' });
  });

  it('are each replaced by their own operation', async () => {
    const [uploaded, dated] = [await upload(), await date(9)];
    expect(await refusalOf(replaceUpload(org, { id: dated, certificate: pem('leaf 40') }))).toMatchObject({ code: 'not_an_upload' });
    expect(await refusalOf(updateDate(org, { id: uploaded, expiresAt: inDays(9) }))).toMatchObject({ code: 'not_a_date' });
  });
});

describe('a text other than a certificate', () => {
  const KEY = 'MC4CAQAwBQYDK2VwBCIEIJqhqhrIcZp6T3mW4Lw0CgUy';
  const key = (label: string) => `-----BEGIN ${label}-----\n${KEY}\n-----END ${label}-----\n`;

  it('is refused with a private key, which is stored nowhere', async () => {
    const id = await upload();
    for (const label of ['PRIVATE KEY', 'RSA PRIVATE KEY', 'EC PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'OPENSSH PRIVATE KEY']) {
      for (const text of [key(label), `${pem('leaf 40')}${key(label)}`, `${pem('leaf 40')}-----BEGIN ${label}-----\n${KEY}`]) {
        for (const call of [
          () => addUpload(org, { certificate: text, ...unplaced }),
          () => replaceUpload(org, { id, certificate: text }),
        ]) {
          const error = await refusalOf(call());
          expect(error).toMatchObject({ code: 'upload_invalid', message: expect.stringContaining('private key') });
          expect(JSON.stringify([error.message, error.details])).not.toContain(KEY);
        }
      }
    }
    const stored = await Promise.all([certificates, x509Certificates, auditLog, events].map((table) => test.ctx.db.select().from(table)));
    expect(JSON.stringify(stored)).not.toContain(KEY);
    expect(JSON.stringify(test.ctx.log)).not.toContain(KEY);
  });

  it.each([
    ['nothing', '', 'not a certificate'],
    ['words', 'hello, world', 'not a certificate'],
    ['a certificate without its end', '-----BEGIN CERTIFICATE-----\nAAAA', 'no certificate'],
    ['a malformed certificate', pem('malformed'), 'malformed'],
    ['two leaves', `${pem('leaf 1')}${pem('leaf 2')}`, '2 certificates'],
    ['10,000 blocks', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'.repeat(5_000), 'at most 20'],
    ['a megabyte', 'A'.repeat(1_000_000), 'too long'],
  ])('is refused: %s', async (_, certificate, text) => {
    expect(await refusalOf(addUpload(org, { certificate, ...unplaced }))).toMatchObject({
      code: 'upload_invalid',
      message: expect.stringContaining(text),
      details: [{ path: 'certificate' }],
    });
    expect(await test.ctx.db.$count(certificates)).toBe(0);
  });
});
