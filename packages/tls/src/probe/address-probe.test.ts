import type { TlsOptions } from 'node:tls';
import type { AddressObservation, AddressProbe, KnownAddresses, Observation, TrustAnchors } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ClosableProber, createProber } from '../prober.ts';
import {
  createAuthority,
  type DnsServer,
  issueCertificate,
  keyPair,
  startDnsServer,
  startTlsFarm,
  type TlsFarm,
} from '../testing/index.ts';
import { type NodeServer, startNodeServer } from '../testing/node-server.ts';
import { patient } from '../testing/patient.ts';
import { createAddressProbe } from './address-probe.ts';

const ADDRESSES = ['127.0.0.1', '127.0.0.2', '127.0.0.3'] as const;
const host = 'three.farm.test';
let farms: readonly TlsFarm[];
let dns: DnsServer;
let prober: ClosableProber;
let port: number;

beforeAll(async () => {
  const first = await startTlsFarm();
  port = first.port;
  const rest = ADDRESSES.slice(1).map((address) => startTlsFarm({ authority: first.authority, address, port }));
  farms = [first, ...(await Promise.all(rest))];
  dns = await startDnsServer(
    {
      // Like round-robin DNS: each answer starts with another address.
      [host]: (query) => ADDRESSES.map((_, place) => ADDRESSES[(place + query) % 3] ?? ''),
      'one.farm.test': ['127.0.0.1'],
      'gap.farm.test': ['127.0.0.1', '127.0.0.9'],
      'first-closed.farm.test': ['127.0.0.3', '127.0.0.4'],
      'many.farm.test': Array.from({ length: 40 }, (_, index) => `127.0.1.${index + 1}`),
      'inside.farm.test': ['127.0.0.1', '127.0.0.2', '10.0.0.1'],
    },
    { ttlSeconds: 0 },
  );
  prober = createProber({ dnsServers: [dns.address], targetAllow: ['127.0.0.0/8'], extraCaPem: first.ca, ...patient });
});
afterAll(async () => {
  await prober.close();
  await Promise.all([dns.close(), ...farms.map((farm) => farm.close())]);
});

const addressesOf = ({ addresses }: Observation): AddressProbe => {
  if (addresses === undefined) throw new Error('No address was checked.');
  return addresses;
};
const shown = (seen: AddressObservation): readonly unknown[] =>
  seen.kind === 'served' ? [seen.address, seen.certificate.fingerprint256, seen.reasons] : [seen.address, seen.reason];
const fingerprintOf = (observation: Observation): string => (observation.kind === 'served' ? observation.chain[0].fingerprint256 : '');
const checks = (name: string): number[] => farms.map((farm) => farm.checksOf(name));

describe('a check of every address', () => {
  it('shows the certificate of each of three, in one order whatever order DNS returns', async () => {
    const old = farms[2]?.authority.issue('another.test');
    if (old !== undefined) farms[2]?.swap(host, old);
    const looks = [];
    for (let turn = 0; turn < 3; turn += 1) looks.push(addressesOf(await prober.probe({ host, port }, { known: null })));
    expect(new Set(looks.map(({ set }) => set)).size).toBe(1);
    for (const { seen } of looks) {
      expect(seen.map(shown)).toEqual([
        ['127.0.0.1', expect.any(String), []],
        ['127.0.0.2', expect.any(String), []],
        ['127.0.0.3', expect.any(String), ['hostname_mismatch']],
      ]);
      expect(new Set(seen.map((each) => shown(each)[1])).size).toBe(3);
    }
  });

  it('starts from the first address that answers, and dials it once', async () => {
    const name = 'first-closed.farm.test';
    const before = checks(name);
    const observation = await prober.probe({ host: name, port }, { known: null });
    expect(observation).toMatchObject({ kind: 'served', address: '127.0.0.3' });
    expect(addressesOf(observation).seen.map(shown)).toEqual([
      ['127.0.0.3', fingerprintOf(observation), []],
      ['127.0.0.4', 'refused'],
    ]);
    await expect.poll(() => checks(name)).toEqual([before[0], before[1], (before[2] ?? 0) + 1]);
  });

  it('is skipped if addresses and certificate are known, and runs if either differs', async () => {
    const target = { host, port };
    const seen = await prober.probe(target, { known: null });
    const known = { set: addressesOf(seen).set, fingerprint256: fingerprintOf(seen) };
    expect((await prober.probe(target, { known })).addresses).toBeUndefined();
    expect((await prober.probe(target)).addresses).toBeUndefined();
    expect((await prober.probe(target, { known: { ...known, set: 'other' } })).addresses?.seen).toHaveLength(3);
    farms[0]?.swap(host, farms[0].authority.issue(host));
    expect((await prober.probe(target, { known })).addresses?.seen).toHaveLength(3);
  });

  it('of a name with one address makes only the connection for the other key type, which is refused', async () => {
    const target = { host: 'one.farm.test', port };
    const observation = await prober.probe(target, { known: null });
    expect(addressesOf(observation)).toMatchObject({ set: '', seen: [{ address: '127.0.0.1' }] });
    expect((await prober.probe(target, { known: { set: '', fingerprint256: fingerprintOf(observation) } })).addresses).toBeUndefined();
    await expect.poll(() => checks(target.host)).toEqual([2, 0, 0]);
  });

  it('stops after sixteen', async () => {
    const observation = await prober.probe({ host: 'many.farm.test', port }, { first: true, known: null });
    expect(addressesOf(observation).seen.map(shown)).toHaveLength(16);
  });

  it('is refused entirely if one address is not allowed, and then dials none', async () => {
    const observation = await prober.probe({ host: 'inside.farm.test', port }, { first: true, known: null });
    expect(observation).toMatchObject({ kind: 'unreachable', reason: 'not_allowed' });
    expect(observation.addresses).toBeUndefined();
    expect(checks('inside.farm.test')).toEqual([0, 0, 0]);
  });
});

describe('a server with certificates of two key types', () => {
  const name = 'two.keys.test';
  const authority = createAuthority({ name: 'Two keys' });
  const issue = (kind: 'P-256' | 'RSA-2048', days: number) =>
    issueCertificate(
      { subject: { CN: name }, san: [name], key: keyPair(kind, `two keys ${kind}`), notAfter: new Date(Date.now() + days * 86_400_000) },
      authority.intermediate,
    );
  const [ecdsa, rsa] = [issue('P-256', 80), issue('RSA-2048', 6)];
  const pem = ({ pem: leaf }: typeof rsa): string => `${leaf}\n${authority.intermediate.pem}`;
  const serve = (given: TlsOptions) =>
    startNodeServer({ cert: [pem(ecdsa), pem(rsa)], key: [ecdsa.key.privatePem, rsa.key.privatePem], ...given });
  const look = async (server: NodeServer, known: KnownAddresses | null = null) => {
    const own = createProber({ dnsServers: [], targetAllow: ['127.0.0.0/8'], extraCaPem: authority.root.pem, ...patient });
    const seen = await own.probe({ host: name, port: server.port, address: '127.0.0.1' }, { known });
    await own.close();
    return seen;
  };

  it.each([
    ['TLS 1.3', 'TLSv1.3', 'X25519MLKEM768'],
    ['TLS 1.2', 'TLSv1.2', 'X25519'],
  ] as const)('shows both over %s, judged, and the group that it prefers', async (_name, version, group) => {
    const server = await serve({ minVersion: version, maxVersion: version });
    const seen = await look(server);
    await server.close();
    expect(seen).toMatchObject({ kind: 'served', protocol: version });
    const { seen: served, group: preferred } = addressesOf(seen);
    // Which one a server prefers is its own business.
    expect(
      served.flatMap((each) => (each.kind === 'served' ? [[each.address, each.certificate.keyType, each.reasons]] : [])).sort(),
    ).toEqual([
      ['127.0.0.1', 'EC', []],
      ['127.0.0.1', 'RSA', []],
    ]);
    expect(preferred).toBe(group);
  });

  it('shows both judged by the anchors of the check', async () => {
    const own = createProber({ dnsServers: [], targetAllow: ['127.0.0.0/8'], ...patient });
    const server = await serve({});
    const reasonsBy = async (...anchors: TrustAnchors[]) => {
      const seen = await own.probe({ host: name, port: server.port, address: '127.0.0.1' }, { known: null, anchors });
      return addressesOf(seen).seen.map((each) => each.kind === 'served' && each.reasons);
    };
    expect(await reasonsBy({ digest: 'two', pem: authority.root.pem })).toEqual([[], []]);
    expect(await reasonsBy()).toEqual([['untrusted_root'], ['untrusted_root']]);
    await Promise.all([own.close(), server.close()]);
  });

  it('has one alone for a check that is not the daily one, without asking for a group', async () => {
    const server = await serve({});
    let connections = 0;
    server.server.on('connection', () => {
      connections += 1;
    });
    const seen = await look(server);
    await expect.poll(() => connections).toBe(2);
    if (seen.kind !== 'served') throw new Error('It was not served.');
    expect((await look(server, { set: '', fingerprint256: seen.chain[0].fingerprint256 })).addresses).toBeUndefined();
    await expect.poll(() => connections).toBe(3);
    await server.close();
  });

  it.each([
    ['RSA', rsa],
    ['ECDSA', ecdsa],
  ])('shows one if it has %s alone, and its group', async (_name, only) => {
    const server = await startNodeServer({ cert: pem(only), key: only.key.privatePem, ecdhCurve: 'P-384:X25519' });
    const seen = addressesOf(await look(server));
    await server.close();
    expect(seen.seen).toHaveLength(1);
    expect(['P-384', 'X25519']).toContain(seen.group);
  });
});

describe('an unreachable endpoint', () => {
  const target = { host: 'gap.farm.test', port: 1 };

  it('is checked at its other addresses only when a person waits', async () => {
    const asked = await prober.probe(target, { first: true, known: null });
    expect(asked).toMatchObject({ kind: 'unreachable', reason: 'refused' });
    expect(addressesOf(asked).seen.map(shown)).toEqual([
      ['127.0.0.1', 'refused'],
      ['127.0.0.9', 'refused'],
    ]);
    expect((await prober.probe(target, { known: null })).addresses).toBeUndefined();
  });
});

describe('concurrent address checks', () => {
  const down = (address: string | null): Observation => ({
    kind: 'unreachable',
    target: { host, port: 443 },
    reason: 'refused',
    detail: '',
    address,
  });

  it('skip until the next check when the limit is reached, but never when a person waits', async () => {
    const look = createAddressProbe(4);
    const served = await prober.probe({ host, port });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let most = 0;
    let open = 0;
    const observe = async (address: string): Promise<Observation> => {
      open += 1;
      most = Math.max(most, open);
      await held;
      open -= 1;
      return down(address);
    };
    const addresses = Array.from({ length: 9 }, (_, index) => `127.0.0.${index + 1}`);
    const request = { addresses, observation: served, terms: { known: null, first: false }, observe };
    const first = look(request);
    expect(await look(request)).toBeNull();
    const asked = look({ ...request, terms: { known: null, first: true } });
    release();
    expect((await first)?.seen).toHaveLength(9);
    expect((await asked)?.seen).toHaveLength(9);
    expect(most).toBe(8);
    expect((await look(request))?.seen).toHaveLength(9);
  });
});
