import type { SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectProbe, type Probe } from '../probe.ts';
import {
  type DnsServer,
  forgedKey,
  type KeyKind,
  keyPair,
  startDnsServer,
  startTamperingProxy,
  startTlsFarm,
  type TamperingProxy,
  type TlsFarm,
} from '../testing/index.ts';
import { patient } from '../testing/patient.ts';

const versions: readonly SecureVersion[] = ['TLSv1.3', 'TLSv1.2'];
const farms = new Map<SecureVersion, TlsFarm>();
const proxies: TamperingProxy[] = [];
let dns: DnsServer;
let probe: Probe;
/** Uses short time limits, because a changed length promises data that never comes. */
let hastyProbe: Probe;

const farmOf = (version: SecureVersion): TlsFarm => {
  const farm = farms.get(version);
  if (farm === undefined) throw new Error(`No farm for ${version}.`);
  return farm;
};

beforeAll(async () => {
  const first = await startTlsFarm({ minVersion: 'TLSv1.3' });
  farms.set('TLSv1.3', first).set('TLSv1.2', await startTlsFarm({ authority: first.authority, maxVersion: 'TLSv1.2' }));
  dns = await startDnsServer({ '*.farm.test': ['127.0.0.1'] });
  const options = { dnsServers: [dns.address], targetAllow: ['127.0.0.0/8'], extraCaPem: first.ca, ...patient };
  probe = createDirectProbe(options);
  hastyProbe = createDirectProbe({ ...options, handshakeTimeoutMs: 2_000 });
});
afterAll(async () => {
  await Promise.all([dns.close(), ...[...farms.values(), ...proxies].map((each) => each.close())]);
});

const cases = versions.flatMap((version) => (['P-256', 'RSA-2048'] as const).map((kind): [SecureVersion, KeyKind] => [version, kind]));

describe.each(cases)('%s with %s: a server with a valid chain and another key', (version, kind) => {
  const host = `${kind.toLowerCase()}.farm.test`;
  const unproven = {
    kind: 'unreachable',
    reason: 'not_tls',
    detail: expect.stringContaining('did not prove that it holds the key of the certificate'),
  };

  it('is not valid, neither the first time nor when its certificate is known', async () => {
    const farm = farmOf(version);
    const genuine = farm.authority.issue(host, { key: keyPair(kind, 'genuine') });
    const stolen = { ...genuine, key: forgedKey(genuine.key) };
    const target = { host, port: farm.port };
    farm.swap(host, stolen);
    expect(await probe(target)).toMatchObject(unproven);
    farm.swap(host, genuine);
    expect(await probe(target)).toMatchObject({ kind: 'served', reasons: [], protocol: version });
    farm.swap(host, stolen);
    expect(await probe(target)).toMatchObject(unproven);
  });
});

describe.each(versions)('%s: an answer changed in transit', (version) => {
  it('is never accepted, for any byte of the flight', async () => {
    const farm = farmOf(version);
    const proxy = await startTamperingProxy(farm.port);
    proxies.push(proxy);
    const target = { host: 'changed.farm.test', port: proxy.port };
    const honest = await probe(target);
    expect(honest).toMatchObject({ kind: 'served', reasons: [] });
    const { length } = proxy.lastFlight();
    let refused = 0;
    for (let place = 5; place < length; place += 37) {
      proxy.tamper((bytes, offset) => {
        const changed = Buffer.from(bytes);
        if (place >= offset && place < offset + bytes.length) changed[place - offset] = (changed[place - offset] ?? 0) ^ 0x20;
        return changed;
      });
      const seen = await hastyProbe(target);
      if (seen.kind === 'unreachable') refused += 1;
      // Unread tags, record versions and the like can change without effect; reported facts must not.
      else expect(seen).toMatchObject({ chain: honest.kind === 'served' ? honest.chain : [], reasons: [] });
    }
    expect(refused).toBeGreaterThan(length / 37 / 2);
  });
});
