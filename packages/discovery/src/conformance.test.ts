import {
  type DiscoverySource,
  discoverySources,
  FINDINGS_AT_ONCE,
  type Observation,
  type ProbeTarget,
  USUAL_TLS_PORTS,
} from '@notafter/domain';
import { createAddressPolicy, createGuard, createGuardedFetch } from '@notafter/net';
import { startZoneServer, type ZoneServer } from '@notafter/net/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiscoverySources } from './create-sources.ts';
import { askSource, type FakeService, type Misbehavior, overloaded, startFakeCertspotter, startFakeCrtsh } from './testing/index.ts';

// Promises that every source keeps: one table, the same tests for each.

const now = () => new Date('2026-11-20T12:00:00Z');
const notAfter = new Date('2027-01-20T12:00:00Z');
const hostile = ['evil.example', 'zone.test.evil.example', 'a b.zone.test', '<b>.zone.test', '_dmarc.zone.test', '10.0.0.1', ''];
const hasty = { timeoutMs: 200, tries: 2, backOffMs: 5, waitMaxMs: 50 };
const fetch = createGuardedFetch({
  guard: createGuard({ resolve: async () => ({ kind: 'not_found' }) }, createAddressPolicy({ allow: ['127.0.0.0/8'] })),
});

const refused = ({ host, port }: ProbeTarget): Observation => ({
  kind: 'unreachable',
  target: { host, port },
  reason: 'refused',
  detail: `Connection refused by ${host}:${port}.`,
  address: null,
});
const unnamed = (target: ProbeTarget): Observation => ({ ...refused(target), kind: 'unreachable', reason: 'dns', detail: 'No such name.' });
const leaf = {
  subject: 'CN=zone.test',
  issuer: 'CN=R12',
  subjectCommonName: 'zone.test',
  issuerCommonName: 'R12',
  issuerOrganization: null,
  notBefore: now(),
  notAfter,
  serialNumber: '01',
  fingerprint: '',
  fingerprint256: '',
  san: ['zone.test'],
  keyType: 'EC',
  keyBits: 256,
  curve: 'P-256',
  signatureAlgorithm: null,
  isCa: false,
  pem: '',
};
const served = (target: ProbeTarget): Observation => ({
  kind: 'served',
  target,
  address: '192.0.2.1',
  chain: [leaf],
  root: null,
  reasons: [],
  warnings: [],
  revocation: { status: 'not_checked', source: null, detail: '', checkedAt: null },
  protocol: 'TLSv1.3',
  cipher: '',
  handshakeMs: 1,
});

let zone: ZoneServer;
let crtsh: FakeService;
let certspotter: FakeService;
let probe: (target: ProbeTarget) => Promise<Observation>;
/** Short timeouts for a world that never answers, and only there: a busy machine is not a silent world. */
let limits: { readonly dnsTimeoutMs: number; readonly retryPolicy: typeof hasty };
const patient = { dnsTimeoutMs: 20_000, retryPolicy: { ...hasty, timeoutMs: 20_000 } };
beforeAll(async () => {
  zone = await startZoneServer({ apex: 'zone.test', names: {} });
  crtsh = await startFakeCrtsh({ now });
  certspotter = await startFakeCertspotter({ now });
});
afterAll(() => Promise.all([zone.close(), crtsh.close(), certspotter.close()]));

const misbehaviors: Readonly<Record<'healthy' | 'hanging' | 'broken', Misbehavior>> = {
  healthy: { kind: 'none' },
  hanging: { kind: 'slow' },
  broken: overloaded,
};

/** Everything behind the sources answers, hangs, or is broken. */
const setWorld = (state: 'healthy' | 'hanging' | 'broken'): void => {
  limits = state === 'hanging' ? { dnsTimeoutMs: 100, retryPolicy: hasty } : patient;
  const names = ['www.zone.test', '*.apps.zone.test', ...hostile];
  crtsh.entries = [{ names, notAfter }];
  certspotter.entries = [{ names, notAfter }];
  for (const service of [crtsh, certspotter]) service.misbehave(misbehaviors[state]);
  const address = { A: ['192.0.2.1'] };
  zone.set({
    apex: 'zone.test',
    names: {
      healthy: { 'zone.test': { ...address, MX: ['mx.zone.test', ...hostile.slice(0, 2)] }, 'www.zone.test': address },
      hanging: { 'zone.test': 'DROP' as const, '*.zone.test': 'DROP' as const },
      broken: { 'zone.test': 'SERVFAIL' as const },
    }[state],
  });
  probe = {
    healthy: async (target: ProbeTarget) => (target.port === 443 ? served(target) : refused(target)),
    hanging: () => new Promise<Observation>(() => undefined),
    broken: async (target: ProbeTarget) => unnamed(target),
  }[state];
};
const seen = { healthy: [['www.zone.test', '*.apps.zone.test'], hostile], hanging: [], broken: [] };

const sources = createDiscoverySources({
  probe: (target) => probe(target),
  guardedFetch: fetch,
  dnsServers: [],
  crtshUrl: null,
  certspotterUrl: null,
  certspotterToken: null,
}).map(({ name }) => name);
const sourceNamed = (name: string): DiscoverySource => {
  const made = createDiscoverySources({
    probe: (target) => probe(target),
    guardedFetch: fetch,
    dnsServers: [zone.address],
    crtshUrl: crtsh.url,
    certspotterUrl: certspotter.url,
    certspotterToken: null,
    clock: { now },
    ...limits,
  });
  const source = made.find((one) => one.name === name);
  if (source === undefined) throw new Error(`Unknown source: ${name}.`);
  return source;
};

it('each kind exists once, in display order', () => {
  expect(sources).toEqual(discoverySources);
});

describe.each(discoverySources)('%s', (name) => {
  it('reports all hosts at or below the domain and no others, marked wildcards, the time and its progress', async () => {
    setWorld('healthy');
    const { report, names, findings, steps } = await askSource(sourceNamed(name), { seen: seen.healthy });
    // Only the services return answers that can be cached for hours.
    const answers = ['crt.sh', 'Cert Spotter'].map((service) => ({ service, outcome: 'complete', reason: null, fetchedAt: now() }));
    expect(report).toEqual({ outcome: 'complete', reason: null, fetchedAt: now(), ...(name === 'ct_logs' ? { answers } : {}) });
    expect(names.length).toBeGreaterThan(0);
    for (const { host, isWildcard, port } of findings) {
      expect(host).toMatch(/^(?:[a-z0-9-]+\.)*zone\.test$/);
      expect(isWildcard).toBe(host === 'apps.zone.test');
      expect([...USUAL_TLS_PORTS]).toContain(port);
    }
    const shares = steps.map(({ done }) => done);
    expect(shares).toEqual([...shares].sort((one, next) => one - next));
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  });

  it('ends within its timeout if nothing answers, and reports it', async () => {
    setWorld('hanging');
    const { report } = await askSource(sourceNamed(name), { budgetMs: 400 });
    if (name === 'san') expect(report.outcome).toBe('complete');
    else expect(report).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/\.$/), fetchedAt: now() });
  });

  it('reports why it failed if its backend is broken', async () => {
    setWorld('broken');
    const { report, names } = await askSource(sourceNamed(name));
    if (name === 'san') expect(report.outcome).toBe('complete');
    else expect(report).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/\.$/) });
    expect(names).toEqual([]);
  });

  it('ends at once when aborted', async () => {
    setWorld('hanging');
    limits = patient;
    const stop = new AbortController();
    const asked = askSource(sourceNamed(name), { budgetMs: 60_000, signal: stop.signal });
    stop.abort();
    const begun = performance.now();
    await asked;
    // Without the abort, each would wait for at least 20 s.
    expect(performance.now() - begun).toBeLessThan(15_000);
  });

  it('returns names in bounded batches, and stops when refused', async () => {
    setWorld('healthy');
    const many = Array.from({ length: 2 * FINDINGS_AT_ONCE }, (_, index) => `h${index}.zone.test`);
    crtsh.entries = many.map((host) => ({ names: [host], notAfter }));
    certspotter.entries = crtsh.entries;
    const { report, findings } = await askSource(sourceNamed(name), { seen: [many, many], batchesMax: 1 });
    // The source has two services; each learns of the refusal only with its own next batch.
    expect(findings.length).toBeLessThanOrEqual(name === 'ct_logs' ? 2 * FINDINGS_AT_ONCE : FINDINGS_AT_ONCE);
    expect(['complete', 'partial']).toContain(report.outcome);
  });
});
