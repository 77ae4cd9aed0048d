import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AddressResolver, createResolver } from './resolver.ts';
import { type DnsServer, startDnsServer } from './testing/dns-server.ts';

const TIMEOUT_MS = 400;
let dns: DnsServer;
/** A busy machine must not look like a silent server. */
let resolver: AddressResolver;
let hasty: AddressResolver;

beforeAll(async () => {
  dns = await startDnsServer(
    {
      'both.test': ['93.184.216.34', '2606:2800::1'],
      'six.test': ['2606:2800::1'],
      '*.wild.test': ['93.184.216.35'],
      'empty.test': [],
      'broken.test': 'SERVFAIL',
      'silent.test': 'DROP',
      'cached.test': ['93.184.216.36'],
      'burst.test': ['93.184.216.37'],
    },
    { ttlSeconds: 60 },
  );
  resolver = createResolver({
    servers: [dns.address],
    timeoutMs: 20_000,
    hosts: { lookup: (name) => Promise.resolve(name === 'own.test' ? ['10.0.0.5'] : []) },
  });
  hasty = createResolver({ servers: [dns.address], timeoutMs: TIMEOUT_MS });
});
afterAll(() => dns.close());

describe('a name', () => {
  it.each([
    ['both.test', ['93.184.216.34', '2606:2800::1']],
    ['BOTH.test.', ['93.184.216.34', '2606:2800::1']],
    ['six.test', ['2606:2800::1']],
    ['any.wild.test', ['93.184.216.35']],
    ['own.test', ['10.0.0.5']],
  ])('%s resolves to all its addresses, with the hosts file first', async (name, addresses) => {
    expect(await resolver.resolve(name)).toEqual({ kind: 'found', addresses });
  });

  it.each(['none.test', 'empty.test', 'bad..name'])('%s is not found', async (name) => {
    expect(await resolver.resolve(name)).toEqual({ kind: 'not_found' });
  });

  it('fails if its servers fail, which differs from "not found"', async () => {
    expect(await resolver.resolve('broken.test')).toEqual({ kind: 'failed', code: 'SERVFAIL' });
  });

  it('times out within the limit if no server answers', async () => {
    const startedAt = performance.now();
    expect(await hasty.resolve('silent.test')).toEqual({ kind: 'timeout' });
    // Retries with their own timeout would take longer.
    expect(performance.now() - startedAt).toBeLessThan(25 * TIMEOUT_MS);
  });
});

describe('answers', () => {
  it('are cached for their time to live', async () => {
    await resolver.resolve('cached.test');
    await resolver.resolve('cached.test');
    expect(dns.queriesOf('cached.test')).toBe(2);
  });

  it('share one query between concurrent callers', async () => {
    await Promise.all(Array.from({ length: 50 }, () => resolver.resolve('burst.test')));
    expect(dns.queriesOf('burst.test')).toBe(2);
  });

  it('resolve for 2,000 concurrent names', async () => {
    const answers = await Promise.all(Array.from({ length: 2_000 }, (_, n) => resolver.resolve(`n${n}.wild.test`)));
    expect(answers.filter((answer) => answer.kind === 'found')).toHaveLength(2_000);
  });
});
