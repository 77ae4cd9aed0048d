import { alerts, certificates, deliveries, renewalPreflights } from '@notafter/db';
import { addMs, type CertificateFacts, type CertificateId, DAY_MS, HOUR_MS, type Looked, type NameFacts } from '@notafter/domain';
import { certificateFacts, createTestContext, makeOrgContext, servedObservation, type TestContext } from '@notafter/testing';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OrgContext } from '../../context.ts';
import { openChannel } from '../../notifications/testing/ledger-fixtures.ts';
import { addCertificate } from '../add-certificate.ts';
import { checkCertificate } from '../checks/check-certificate.ts';
import { removeCertificate } from '../remove-certificate.ts';
import { getRenewalCheck } from './get-renewal-check.ts';
import { lookAtDueDomains } from './look-at-due-domains.ts';
import { planRenewalLooks } from './plan-renewal-looks.ts';
import { requestRenewalLook } from './request-renewal-look.ts';

let test: TestContext;
let org: OrgContext;
let domains = 0;
let domain: string;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
});
beforeEach(async () => {
  await test.ctx.db.delete(renewalPreflights);
  await test.ctx.db.delete(certificates);
  org = await makeOrgContext(test.ctx);
  domains += 1;
  domain = `renewed-${domains}.example`;
  await openChannel(test.ctx, org.org.id, 'email');
});
afterAll(() => test.close());

const preflight = () => test.ctx.gateways.renewalPreflight;
/** Issued now for 90 days by default, so no renewal is near. */
const serve = (host: string, leaf: Partial<CertificateFacts> = {}): void => {
  const now = test.ctx.clock.now();
  const facts = certificateFacts(host, { notBefore: now, notAfter: addMs(now, 90 * DAY_MS), san: [host], ...leaf });
  test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host, {}, { chain: [facts] }));
};
const added = async (host: string, leaf: Partial<CertificateFacts> = {}): Promise<CertificateId> => {
  serve(host, leaf);
  return (await addCertificate(org, { domain: host })).certificate.id;
};
const everyName = (change: (name: NameFacts) => Partial<NameFacts>): void =>
  preflight().answer(domain, (facts) => ({ ...facts, names: facts.names.map((name) => ({ ...name, ...change(name) })) }));
const caa = (looked: NameFacts['caa'][number]['looked']): void => everyName(() => ({ caa: [{ owner: domain, looked }] }));
const secure = { secure: true, alias: null } as const;
const forbids: Looked<{ critical: boolean; tag: string; value: string }> = {
  kind: 'found',
  values: [{ critical: false, tag: 'issue', value: 'digicert.com' }],
  ...secure,
};
const clean = (): void => preflight().answer(domain, (facts) => facts);
const look = async (): Promise<void> => {
  await planRenewalLooks(test.ctx);
  test.ctx.clock.advance(HOUR_MS);
  await lookAtDueDomains(test.ctx);
};
const lookAfter = async (ms: number): Promise<void> => {
  test.ctx.clock.advance(ms);
  await lookAtDueDomains(test.ctx);
};
const alertsOf = async () => {
  const rows = await test.ctx.db.select().from(alerts).where(eq(alerts.orgId, org.org.id)).orderBy(asc(alerts.id));
  return rows.map(({ rule, threshold, resolution }) => `${rule} ${threshold}${resolution === null ? '' : ` ${resolution}`}`);
};
const sentTexts = async () => (await test.ctx.db.select().from(alerts).where(eq(alerts.orgId, org.org.id))).map(({ summary }) => summary);

describe('a clean domain', () => {
  it('raises nothing, and is looked at once a day with the names of its certificates', async () => {
    const id = await added(`www.${domain}`, { san: [`www.${domain}`, `*.shop.${domain}`, 'www.other.example'] });
    await added(`smtp.${domain}`);
    await look();
    const [request] = preflight().looked.filter((one) => one.domain === domain);
    const issuer = { name: 'Let’s Encrypt', identifiers: ['letsencrypt.org'] };
    expect(request?.names).toEqual(
      expect.arrayContaining([
        { name: `www.${domain}`, wildcard: false, issuers: [issuer] },
        { name: `shop.${domain}`, wildcard: true, issuers: [issuer] },
        { name: `smtp.${domain}`, wildcard: false, issuers: [issuer] },
      ]),
    );
    expect(request?.names).toHaveLength(3);
    expect(request?.endpoints).toContainEqual({ host: `www.${domain}`, port: 443, protocol: 'tls' });
    await lookAfter(23 * HOUR_MS);
    expect(preflight().looked.filter((one) => one.domain === domain)).toHaveLength(1);
    await lookAfter(HOUR_MS);
    expect(preflight().looked.filter((one) => one.domain === domain)).toHaveLength(2);
    expect(await alertsOf()).toEqual([]);
    expect(await getRenewalCheck(org, { certificateId: id })).toMatchObject({ domain, findings: [], lookedAt: test.ctx.clock.now() });
  });

  it('has no names to look at if a private CA issued its certificate', async () => {
    serve(`db.${domain}`);
    test.ctx.gateways.prober.answer(
      `db.${domain}:443`,
      servedObservation(`db.${domain}`, { san: [`db.${domain}`] }, { reasons: ['untrusted_root'] }),
    );
    await addCertificate(org, { domain: `db.${domain}` });
    await look();
    expect(preflight().looked.find((one) => one.domain === domain)?.names).toEqual([]);
  });

  it('is no longer looked at without certificates', async () => {
    const id = await added(domain);
    await look();
    await removeCertificate(org, { id });
    await planRenewalLooks(test.ctx);
    expect(await test.ctx.db.select().from(renewalPreflights).where(eq(renewalPreflights.domain, domain))).toEqual([]);
  });
});

describe('a blocked renewal', () => {
  it('is alerted once, after two looks an hour apart, long before the renewal, and resolves by itself', async () => {
    const id = await added(domain);
    caa(forbids);
    await look();
    expect(await alertsOf()).toEqual([]);
    await lookAfter(HOUR_MS);
    expect(await alertsOf()).toEqual(['renewal_blocked 0']);
    const text = `The CAA records of ${domain} do not allow Let’s Encrypt to issue for ${domain}. Add the record: ${domain} CAA 0 issue "letsencrypt.org".`;
    expect(await sentTexts()).toEqual([text]);
    expect(await getRenewalCheck(org, { certificateId: id })).toMatchObject({
      findings: [{ code: 'caa_forbids', severity: 'blocking', text }],
    });
    expect(await test.ctx.db.select().from(deliveries).where(eq(deliveries.orgId, org.org.id))).toHaveLength(1);
    for (let day = 0; day < 3; day += 1) await lookAfter(DAY_MS);
    expect(await alertsOf()).toEqual(['renewal_blocked 0']);
    clean();
    await lookAfter(DAY_MS);
    expect(await alertsOf()).toEqual(['renewal_blocked 0 recovered']);
  });

  it('is alerted again if it comes back', async () => {
    await added(domain);
    caa(forbids);
    await look();
    await lookAfter(HOUR_MS);
    clean();
    await lookAfter(DAY_MS);
    caa(forbids);
    await lookAfter(DAY_MS);
    await lookAfter(HOUR_MS);
    expect(await alertsOf()).toEqual(['renewal_blocked 0 recovered', 'renewal_blocked 0']);
  });

  it('is not alerted if it lasts less than an hour', async () => {
    await added(domain);
    caa({ kind: 'failed', rcode: 'SERVFAIL' });
    await look();
    clean();
    await lookAfter(HOUR_MS);
    await lookAfter(DAY_MS);
    expect(await alertsOf()).toEqual([]);
  });

  it('stays open while its cause cannot be looked at', async () => {
    await added(domain);
    caa(forbids);
    await look();
    await lookAfter(HOUR_MS);
    caa({ kind: 'silent' });
    await lookAfter(DAY_MS);
    preflight().answer(domain, (facts) => ({ ...facts, resolver: 'unreachable', names: [], dane: [] }));
    await lookAfter(HOUR_MS);
    expect(await alertsOf()).toEqual(['renewal_blocked 0']);
  });

  it('moves to another certificate of the domain if its own is removed', async () => {
    const [first] = [await added(`a.${domain}`), await added(`b.${domain}`)];
    preflight().answer(domain, (facts) => ({
      ...facts,
      names: facts.names.map((name) => ({ ...name, caa: [{ owner: domain, looked: forbids }] })),
    }));
    await look();
    await lookAfter(HOUR_MS);
    await removeCertificate(org, { id: first });
    await lookAfter(DAY_MS);
    expect(await alertsOf()).toEqual(['renewal_blocked 0 removed', 'renewal_blocked 0']);
  });
});

describe('a possible obstacle', () => {
  const loops = (): void =>
    everyName(() => ({ web: { http: { ipv4: { kind: 'loops' }, ipv6: null }, https: { ipv4: { kind: 'open' }, ipv6: null } } }));

  it('is alerted only when the renewal is near', async () => {
    await added(domain);
    loops();
    await look();
    await lookAfter(HOUR_MS);
    await lookAfter(45 * DAY_MS);
    expect(await alertsOf()).toEqual([]);
    await lookAfter(DAY_MS);
    expect(await alertsOf()).toEqual(['renewal_blocked 0']);
  });

  it('resolves with the renewal', async () => {
    const now = test.ctx.clock.now();
    const id = await added(domain, { notBefore: addMs(now, -60 * DAY_MS), notAfter: addMs(now, 30 * DAY_MS) });
    loops();
    await look();
    await lookAfter(HOUR_MS);
    expect(await alertsOf()).toEqual(['renewal_blocked 0']);
    serve(domain, { fingerprint256: 'AA:BB', serialNumber: '02' });
    await checkCertificate(org, { id });
    await lookAfter(DAY_MS);
    expect(await alertsOf()).toEqual(['renewal_blocked 0 recovered']);
  });

  it('is never alerted if it is a notice', async () => {
    const now = test.ctx.clock.now();
    await added(domain, { notBefore: addMs(now, -80 * DAY_MS), notAfter: addMs(now, 10 * DAY_MS) });
    everyName(() => ({ isGone: true }));
    await look();
    await lookAfter(HOUR_MS);
    expect(await alertsOf()).toEqual([]);
  });
});

describe('the registration of a domain', () => {
  const endsIn = (days: number): Date => addMs(test.ctx.clock.now(), days * DAY_MS + HOUR_MS);

  it('is alerted 30, 14, 7 and 1 days before its end, and resolves when it is renewed', async () => {
    await added(domain);
    const endsAt = endsIn(33);
    preflight().answerRegistration(domain, { kind: 'known', endsAt });
    await look();
    for (const days of [3, 15, 1, 7, 6, 2]) await lookAfter(days * DAY_MS);
    expect(await alertsOf()).toEqual([
      'domain_expiring 30 superseded',
      'domain_expiring 14 superseded',
      'domain_expiring 7 superseded',
      'domain_expiring 1 superseded',
      'domain_expiring 0',
    ]);
    preflight().answerRegistration(domain, { kind: 'known', endsAt: endsIn(365) });
    await lookAfter(DAY_MS);
    expect((await alertsOf()).at(-1)).toBe('domain_expiring 0 renewed');
  });

  it('is asked once a day for all organizations, and not before the registry says', async () => {
    await added(domain);
    const other = await makeOrgContext(test.ctx);
    await addCertificate(other, { domain });
    preflight().answerRegistration(
      domain,
      { kind: 'unknown', reason: 'The registry asks for a pause (HTTP 429).', isTransient: true },
      addMs(test.ctx.clock.now(), 2 * DAY_MS),
    );
    await look();
    for (let hour = 1; hour < 24; hour += 1) await lookAfter(HOUR_MS);
    expect(preflight().askedRegistrations.filter((asked) => asked === domain)).toHaveLength(1);
    await lookAfter(2 * DAY_MS);
    expect(preflight().askedRegistrations.filter((asked) => asked === domain)).toHaveLength(2);
  });
});

it('looks again when a person asks, and not within a minute', async () => {
  const id = await added(domain);
  await look();
  const count = () => preflight().looked.filter((one) => one.domain === domain).length;
  expect(await requestRenewalLook(org, { certificateId: id })).toEqual({ lookedAt: null, isDue: false });
  await lookAtDueDomains(test.ctx);
  expect(count()).toBe(1);
  const lookedAt = test.ctx.clock.now();
  test.ctx.clock.advance(61_000);
  expect(await requestRenewalLook(org, { certificateId: id })).toEqual({ lookedAt, isDue: true });
  await lookAtDueDomains(test.ctx);
  expect(count()).toBe(2);
});

it('does not show the check of another organization', async () => {
  const id = await added(domain);
  const other = await makeOrgContext(test.ctx);
  await expect(getRenewalCheck(other, { certificateId: id })).rejects.toMatchObject({ code: 'certificate_not_found' });
  await expect(requestRenewalLook(other, { certificateId: id })).rejects.toMatchObject({ code: 'certificate_not_found' });
});
