import { type FakeService, type Misbehavior, overloaded } from '@notafter/discovery/testing';
import type { DiscoverySource, DiscoveryView } from '@notafter/domain';
import { getDiscovery, type OrgContext, runDiscovery, startDiscovery } from '@notafter/features';
import { createFakeClock, createTestContext, heldBytes, makeOrgContext, type TestContext } from '@notafter/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  atFarm,
  atInside,
  type DiscoveryWorld,
  hastyWithDns,
  hastyWithLogs,
  startDiscoveryWorld,
  zoneOf,
} from './testing/discovery-world.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Logs write whole seconds. */
const begun = Math.floor(Date.now() / 1000) * 1000;
const inDays = (days: number): Date => new Date(begun + days * DAY_MS);
/** Retry delays of the sources. A service that asks for a pause gets at most an hour. */
const clock = createFakeClock(new Date(begun));
let test: TestContext;
let world: DiscoveryWorld;
/** With short limits, for silent logs and for silent DNS servers. */
let silent: DiscoveryWorld;
let deaf: DiscoveryWorld;
beforeAll(async () => {
  test = await createTestContext({ config: { defaultPlan: 'Enterprise' } });
  world = await startDiscoveryWorld({ clock });
  silent = await startDiscoveryWorld({ ...hastyWithLogs, clock });
  deaf = await startDiscoveryWorld({ ...hastyWithDns, clock });
});
afterAll(async () => {
  await test.close();
  await world.close();
  await silent.close();
  await deaf.close();
});

let org: OrgContext;
beforeEach(async () => {
  org = await makeOrgContext(test.ctx);
  clock.advance(HOUR_MS);
  for (const one of [world, silent, deaf]) fill(one);
});

const fill = ({ zone, farm, crtsh, certspotter }: DiscoveryWorld): void => {
  zone.set(
    zoneOf({
      'zone.test': { ...atFarm, MX: ['mx.zone.test', 'mx.elsewhere.example'] },
      'www.zone.test': atFarm,
      'shop.zone.test': atFarm,
      'api.shop.zone.test': atFarm,
      'found-by-san.zone.test': atFarm,
      'too-far.zone.test': atFarm,
      'intranet.zone.test': atInside,
    }),
  );
  farm.swap('www.zone.test', farm.authority.issue(['www.zone.test', 'found-by-san.zone.test', 'evil.example', '*.cdn.zone.test']));
  farm.swap('found-by-san.zone.test', farm.authority.issue(['found-by-san.zone.test', 'too-far.zone.test']));
  for (const service of [crtsh, certspotter]) service.misbehave({ kind: 'none' });
  crtsh.entries = [
    { names: ['www.zone.test'], notAfter: inDays(5) },
    { names: ['gone.zone.test', '*.gone.zone.test'], notAfter: inDays(-12), issuer: 'C=GB, O=Sectigo Limited, CN=Sectigo' },
    { names: ['intranet.zone.test'], notAfter: inDays(40) },
  ];
  certspotter.entries = [{ names: ['api.shop.zone.test', 'api.shop.zone.test.evil.example'], notAfter: inDays(50) }];
};

const scan = async ({ prober, sources }: DiscoveryWorld = world): Promise<DiscoveryView> => {
  const ctx = { ...test.ctx, gateways: { ...test.ctx.gateways, prober, discovery: sources } };
  const { jobId } = await startDiscovery(org, { domain: 'zone.test' });
  await runDiscovery(ctx, { id: jobId });
  return getDiscovery(org, { id: jobId, list: 'all', offset: 0, limit: 100 });
};
const resultsOf = ({ results }: DiscoveryView) =>
  Object.fromEntries(results.map(({ domain, sources, seen, reachable }) => [domain, [sources.join('+'), seen, reachable]]));
const outcomes = ({ sources }: DiscoveryView) => Object.fromEntries(sources.map(({ source, state }) => [source, state]));

const whole = {
  'zone.test': ['direct+dns', 'live', true],
  'www.zone.test': ['dns+ct_logs', 'live', true],
  'shop.zone.test': ['dns', 'live', true],
  'api.shop.zone.test': ['ct_logs', 'live', true],
  'found-by-san.zone.test': ['san', 'live', true],
  'gone.zone.test': ['ct_logs', 'log', false],
  'intranet.zone.test': ['dns+ct_logs', 'log', false],
};

it('finds exactly the certificates that DNS, logs, servers and other certificates name, and reports the ones served now', async () => {
  const found = await scan();
  expect(resultsOf(found)).toEqual(whole);
  expect(outcomes(found)).toEqual({ direct: 'complete', dns: 'complete', ct_logs: 'complete', san: 'complete' });
  expect(found).toMatchObject({ status: 'completed', progress: 100, found: 7, notLookedAt: 0 });
  expect(found.results[0]).toMatchObject({
    domain: 'gone.zone.test',
    issuer: 'Sectigo Limited',
    expirationDate: inDays(-12),
    detail: 'DNS name not found: gone.zone.test.',
  });
  expect(found.wildcards.map(({ wildcard }) => wildcard)).toContain('*.cdn.zone.test');
});

it('never dials an address in private space, whatever its source', async () => {
  const found = await scan();
  expect(found.results.find(({ domain }) => domain === 'intranet.zone.test')).toMatchObject({
    reachable: false,
    seen: 'log',
    detail: expect.stringContaining('private address space'),
  });
  expect(world.inside.totalChecks()).toBe(0);
});

const faults: readonly (readonly [string, Misbehavior, string])[] = [
  ['slow', { kind: 'slow' }, 'did not answer in time.'],
  ['429', { kind: 'status', status: 429, headers: { 'retry-after': '60' } }, 'rate limited the request (429).'],
  ['503 with HTML', overloaded, 'returned status 503 with a web page instead of data.'],
  ['wrong JSON', { kind: 'body', body: '{"oops":' }, 'returned invalid data.'],
];
const without = (...domains: readonly (keyof typeof whole)[]) =>
  Object.fromEntries(Object.entries(whole).filter(([domain]) => !domains.some((one) => one === domain)));

describe.each(faults)('%s', (_, fault, reason) => {
  it.each([
    ['crt.sh', ({ crtsh }: DiscoveryWorld) => [crtsh], ['gone.zone.test', 'intranet.zone.test']],
    ['Cert Spotter', ({ certspotter }: DiscoveryWorld) => [certspotter], ['api.shop.zone.test']],
    [
      'both',
      ({ crtsh, certspotter }: DiscoveryWorld) => [crtsh, certspotter],
      ['gone.zone.test', 'intranet.zone.test', 'api.shop.zone.test'],
    ],
  ] as const)('from %s is reported, and the other results are complete', async (name, servicesOf, missing) => {
    const where = fault.kind === 'slow' ? silent : world;
    for (const service of servicesOf(where) satisfies FakeService[]) service.misbehave(fault);
    const found = await scan(where);
    const ctLogs = found.sources.find(({ source }) => source === 'ct_logs');
    expect(ctLogs?.state).toBe(name === 'both' ? 'failed' : 'partial');
    expect(ctLogs?.reason).toBe(name === 'both' ? `crt.sh ${reason} Cert Spotter ${reason}` : `${name} ${reason}`);
    expect(outcomes(found)).toMatchObject({ direct: 'complete', dns: 'complete', san: 'complete' });
    expect(Object.keys(resultsOf(found)).sort()).toEqual(Object.keys(without(...missing)).sort());
  });
});

it('truncated responses from both are reported with their partial results, and the other results are complete', async () => {
  for (const service of [world.crtsh, world.certspotter]) service.misbehave({ kind: 'disconnects', after: 1 });
  const found = await scan();
  expect(outcomes(found)).toEqual({ direct: 'complete', dns: 'complete', ct_logs: 'partial', san: 'complete' });
  expect(found.sources.find(({ source }) => source === 'ct_logs')?.reason).toBe(
    'crt.sh could not be reached. Cert Spotter could not be reached. It had returned part of its first page.',
  );
  expect(resultsOf(found)).toEqual(without('gone.zone.test', 'intranet.zone.test'));
});

it('an empty log is not a failure', async () => {
  world.crtsh.entries = [];
  world.certspotter.entries = [];
  const found = await scan();
  expect(outcomes(found)).toMatchObject({ ct_logs: 'complete' });
  expect(resultsOf(found)).toEqual({
    ...without('gone.zone.test', 'intranet.zone.test', 'api.shop.zone.test'),
    'www.zone.test': ['dns', 'live', true],
  });
});

it('dead DNS servers do not affect results from the logs', async () => {
  deaf.zone.set(zoneOf({ 'zone.test': 'DROP', '*.zone.test': 'DROP' }));
  const found = await scan(deaf);
  expect(outcomes(found)).toEqual({ direct: 'failed', dns: 'failed', ct_logs: 'complete', san: 'complete' });
  expect(found.sources.find(({ source }) => source === 'dns')?.reason).toBe('The DNS servers did not answer.');
  expect(Object.keys(resultsOf(found)).sort()).toEqual(['api.shop.zone.test', 'gone.zone.test', 'intranet.zone.test', 'www.zone.test']);
});

it('finds all of 10,000 names in the logs within the budget, with little memory', { timeout: 300_000 }, async () => {
  const names = (prefix: string) =>
    Array.from({ length: 5_000 }, (_, index) => ({ names: [`${prefix}${index}.zone.test`], notAfter: inDays(30) }));
  world.crtsh.entries = names('a');
  world.certspotter.entries = names('b');
  const patient = await startDiscoveryWorld({
    retryPolicy: { timeoutMs: 120_000, tries: 2, backOffMs: 10, waitMaxMs: 100 },
    crtshUrl: world.crtsh.url,
    certspotterUrl: world.certspotter.url,
  });
  patient.zone.set(zoneOf({ 'zone.test': atFarm }));
  const before = heldBytes();
  const heldMb: number[] = [];
  let batches = 0;
  const watched = patient.sources.map(
    (source): DiscoverySource => ({
      name: source.name,
      find: (request) =>
        source.find({
          ...request,
          found: async (findings) => {
            batches += 1;
            if (batches % 15 === 0) heldMb.push((heldBytes() - before) / 1024 / 1024);
            return request.found(findings);
          },
        }),
    }),
  );
  const ctx = { ...test.ctx, gateways: { ...test.ctx.gateways, prober: patient.prober, discovery: watched } };
  const { jobId } = await startDiscovery(org, { domain: 'zone.test' });
  await runDiscovery(ctx, { id: jobId });
  const found = await getDiscovery(org, { id: jobId, list: 'all', offset: 9_990, limit: 10 });
  expect(outcomes(found)).toMatchObject({ ct_logs: 'complete', san: 'complete' });
  expect(found).toMatchObject({ status: 'completed', found: 10_001, notLookedAt: 9_500 });
  expect(found.results.map(({ detail }) => detail)).toEqual(Array(10).fill('Not looked at: a search looks at 500 hosts at most.'));
  expect(heldMb.length).toBeGreaterThanOrEqual(3);
  // Some 6 MB are normal. `pnpm bench --only discovery` measures the growth of the process.
  expect(Math.max(...heldMb)).toBeLessThan(50);
  await patient.close();
});
