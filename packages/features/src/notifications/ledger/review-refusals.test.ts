import { alerts, appliedClientRules, certificateRefusals } from '@notafter/db';
import { type CertificateFacts, type CertificateId, type ClientFacts, type ClientRules, DAY_MS, SECOND_MS } from '@notafter/domain';
import { clientTable } from '@notafter/domain/client-table';
import { certificateFacts, createTestContext, makeOrgContext, servedObservation, type TestContext } from '@notafter/testing';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addCertificate } from '../../certificates/add-certificate.ts';
import { checkCertificate } from '../../certificates/checks/check-certificate.ts';
import type { OrgContext, SystemContext } from '../../context.ts';
import { openChannel } from '../testing/ledger-fixtures.ts';
import { sweepAlerts } from './sweep-alerts.ts';

const [OLD, NEW] = ['a'.repeat(64), 'b'.repeat(64)];
const source = { url: 'https://example.com/policy', readOn: '2026-11-01' };
const rules: ClientRules = {
  ...clientTable,
  version: 'one',
  roots: [],
  stores: [],
  sctPolicies: [],
  rootRules: [{ client: 'chrome', kind: 'removed', at: '2027-01-15T00:00:00Z', roots: [OLD], source }],
};

let test: TestContext;
let org: OrgContext;
let clock: TestContext['ctx']['clock'];
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise', clientRules: rules } });
  clock = test.ctx.clock;
});
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  await openChannel(test.ctx, org.org.id, 'email');
  await sweepAlerts(test.ctx);
});
afterAll(() => test.close());

const factsUnder = (...anchors: readonly string[]): ClientFacts => ({
  paths: anchors.map((anchor) => ({ anchor, anchorName: `Root ${anchor[0]}`, until: '2040-01-01T00:00:00.000Z', endsWith: 'R1' })),
  scts: [],
  clientAuth: false,
});
let hosts = 0;
const serve = (host: string, clientFacts: ClientFacts, leaf: Partial<CertificateFacts> = {}, seed = host): void => {
  const chain = [certificateFacts(seed, { notAfter: new Date('2027-02-28T00:00:00Z'), san: [host], ...leaf })] as const;
  test.ctx.gateways.prober.answer(`${host}:443`, servedObservation(host, {}, { chain, clientFacts }));
};
const add = async (clientFacts: ClientFacts, leaf: Partial<CertificateFacts> = {}) => {
  hosts += 1;
  const host = `refused-${hosts}.example`;
  serve(host, clientFacts, leaf);
  const { certificate } = await addCertificate(org, { domain: host });
  return { host, id: certificate.id };
};
const alertsOf = async (id: CertificateId) => {
  const rows = await test.ctx.db.select().from(alerts).where(eq(alerts.certificateId, id)).orderBy(asc(alerts.raisedAt), asc(alerts.id));
  return rows.map(({ rule, summary, resolution }) => ({ rule, summary, resolution }));
};
const refusalsOf = (id: CertificateId) =>
  test.ctx.db
    .select({ client: certificateRefusals.client, from: certificateRefusals.refusedFrom })
    .from(certificateRefusals)
    .where(eq(certificateRefusals.certificateId, id));
const soon = {
  rule: 'refused_soon',
  summary: "Chrome refuses it from January 15, 2027: its root Root a leaves Chrome's store.",
  resolution: null,
};

describe('a refusal', () => {
  it('is alerted once, 30 days before it begins, and ends with another chain', async () => {
    clock.set(new Date('2026-12-01T00:00:00Z'));
    const { host, id } = await add(factsUnder(OLD));
    expect(await refusalsOf(id)).toEqual([{ client: 'chrome', from: new Date('2027-01-15T00:00:00Z') }]);
    clock.set(new Date('2026-12-15T23:59:59Z'));
    await sweepAlerts(test.ctx);
    expect(await alertsOf(id)).toEqual([]);
    clock.advance(SECOND_MS);
    expect(await sweepAlerts(test.ctx)).toMatchObject({ refusals: 1 });
    expect(await alertsOf(id)).toEqual([soon]);
    for (let day = 0; day < 40; day += 1) {
      clock.advance(DAY_MS);
      await sweepAlerts(test.ctx);
      await checkCertificate(org, { id });
    }
    expect((await alertsOf(id)).filter(({ rule }) => rule === 'refused_soon')).toEqual([soon]);
    serve(host, factsUnder(OLD, NEW));
    await checkCertificate(org, { id });
    expect((await alertsOf(id)).filter(({ rule }) => rule === 'refused_soon')).toEqual([{ ...soon, resolution: 'renewed' }]);
    expect(await refusalsOf(id)).toEqual([]);
  });

  it('is alerted at once if it began before the check that finds it, and again for the next certificate', async () => {
    clock.set(new Date('2027-01-20T00:00:00Z'));
    const { host, id } = await add(factsUnder(OLD));
    const summary = "Chrome has refused it since January 15, 2027: its root Root a left Chrome's store.";
    expect(await alertsOf(id)).toEqual([{ ...soon, summary }]);
    serve(host, factsUnder(OLD), { notBefore: new Date('2027-01-19T00:00:00Z'), notAfter: new Date('2027-04-01T00:00:00Z') }, 'next');
    await checkCertificate(org, { id });
    expect(await alertsOf(id)).toEqual([
      { ...soon, summary, resolution: 'renewed' },
      { ...soon, summary },
    ]);
  });

  it('that begins after the certificate expires is none', async () => {
    clock.set(new Date('2027-01-01T00:00:00Z'));
    const { id } = await add(factsUnder(OLD), { notAfter: new Date('2027-01-14T23:59:59Z') });
    expect(await refusalsOf(id)).toEqual([]);
  });

  it('of a private CA is none', async () => {
    const { id } = await add({ paths: [], scts: [], clientAuth: false });
    expect(await refusalsOf(id)).toEqual([]);
    await sweepAlerts(test.ctx);
    expect((await alertsOf(id)).filter(({ rule }) => rule === 'refused_soon')).toEqual([]);
  });
});

it('another table is applied to every certificate by the next sweep, and only once', async () => {
  clock.set(new Date('2026-11-20T00:00:00Z'));
  const { id } = await add(factsUnder(OLD));
  const later = rules.rootRules.map((rule) => ({ ...rule, at: '2026-12-24T00:00:00Z' }));
  const changed: SystemContext = {
    ...test.ctx,
    config: { ...test.ctx.config, clientRules: { ...rules, version: 'two', rootRules: later } },
  };
  await sweepAlerts(changed);
  expect(await refusalsOf(id)).toEqual([{ client: 'chrome', from: new Date('2026-12-24T00:00:00Z') }]);
  expect(await alertsOf(id)).toEqual([]);
  clock.set(new Date('2026-11-24T00:00:00Z'));
  await sweepAlerts(changed);
  await sweepAlerts(changed);
  expect((await alertsOf(id)).map(({ summary }) => summary)).toEqual([
    "Chrome refuses it from December 24, 2026: its root Root a leaves Chrome's store.",
  ]);
  const none: SystemContext = { ...test.ctx, config: { ...test.ctx.config, clientRules: { ...rules, version: 'three', rootRules: [] } } };
  await sweepAlerts(none);
  expect((await alertsOf(id)).map(({ resolution }) => resolution)).toEqual(['renewed']);
  expect(await test.ctx.db.select().from(appliedClientRules)).toEqual([{ one: true, version: 'three' }]);
});
