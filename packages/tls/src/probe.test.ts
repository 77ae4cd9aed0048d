import type { Observation } from '@notafter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDirectProbe, type Probe } from './probe.ts';
import {
  createLongChain,
  type DnsServer,
  issueCertificate,
  keyPair,
  type Misbehavior,
  type MisconfiguredServer,
  startDnsServer,
  startMisconfiguredServer,
  startTlsFarm,
  type TlsFarm,
} from './testing/index.ts';
import { patient } from './testing/patient.ts';

const HANDSHAKE_MS = 300;
const DAY_MS = 86_400_000;
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);

let farm: TlsFarm;
let oldFarm: TlsFarm;
let dns: DnsServer;
let probe: Probe;
/** For servers that never answer and names that do not resolve. */
let hastyProbe: Probe;
let hastyLookup: Probe;
const bad: MisconfiguredServer[] = [];

const badPort = async (misbehavior: Misbehavior): Promise<number> => {
  const server = await startMisconfiguredServer(misbehavior);
  bad.push(server);
  return server.port;
};

beforeAll(async () => {
  farm = await startTlsFarm();
  oldFarm = await startTlsFarm({ authority: farm.authority, maxVersion: 'TLSv1.2' });
  dns = await startDnsServer({
    '*.farm.test': ['127.0.0.1'],
    'mixed.test': ['127.0.0.1', '10.0.0.1'],
    'inside.test': ['10.0.0.1'],
    'broken.test': 'SERVFAIL',
    'silent.test': 'DROP',
  });
  const ways = { dnsServers: [dns.address], targetAllow: ['127.0.0.0/8', '255.255.255.255'], extraCaPem: farm.ca };
  probe = createDirectProbe({ ...ways, ...patient });
  hastyProbe = createDirectProbe({ ...ways, ...patient, handshakeTimeoutMs: HANDSHAKE_MS });
  hastyLookup = createDirectProbe({ ...ways, ...patient, dnsTimeoutMs: 300 });
});
afterAll(async () => {
  await Promise.all([farm.close(), oldFarm.close(), dns.close(), ...bad.map((server) => server.close())]);
});

const served = (observation: Observation) => {
  if (observation.kind !== 'served') throw new Error(`Unreachable: ${observation.detail}`);
  return observation;
};

describe('a TLS server', () => {
  it('is observed in full: address, chain as sent, root, protocol and cipher', async () => {
    const observation = served(await probe({ host: 'whole.farm.test', port: farm.port }));
    expect(observation).toMatchObject({
      target: { host: 'whole.farm.test', port: farm.port },
      address: '127.0.0.1',
      reasons: [],
      protocol: 'TLSv1.3',
      cipher: 'TLS_AES_256_GCM_SHA384',
    });
    expect(observation.chain.map((each) => each.subjectCommonName)).toEqual(['whole.farm.test', 'Notafter Farm R1']);
    expect(observation.root?.subjectCommonName).toBe('Notafter Farm Root');
    expect(observation.handshakeMs).toBeLessThan(patient.handshakeTimeoutMs);
    expect(observation.chain[0].pem).toBe(farm.certificateOf('whole.farm.test').pem);
  });

  it('receives the name as SNI, and no SNI if the target is an address', async () => {
    await probe({ host: 'sni.farm.test', port: farm.port });
    await expect.poll(() => farm.checksOf('sni.farm.test')).toBe(1);
    const before = farm.checksOf('');
    expect(served(await probe({ host: '127.0.0.1', port: farm.port })).reasons).toEqual([]);
    await expect.poll(() => farm.checksOf('')).toBe(before + 1);
  });

  it('with TLS 1.2 only is observed too', async () => {
    expect(served(await probe({ host: 'old.farm.test', port: oldFarm.port }))).toMatchObject({ reasons: [], protocol: 'TLSv1.2' });
  });

  it('that sends its root gets no second one', async () => {
    const issued = farm.authority.issue('rooted.farm.test');
    farm.swap('rooted.farm.test', { ...issued, chainPem: issued.chainPem + farm.ca });
    const observation = served(await probe({ host: 'rooted.farm.test', port: farm.port }));
    expect([observation.chain.length, observation.root, observation.reasons]).toEqual([3, null, []]);
  });

  it('shows a replaced certificate at the next probe', async () => {
    const target = { host: 'swap.farm.test', port: farm.port };
    const before = served(await probe(target)).chain[0].fingerprint256;
    farm.swap(target.host, farm.authority.issue(target.host));
    expect(served(await probe(target)).chain[0].fingerprint256).not.toBe(before);
  });

  it('with a faulty certificate is observed, with its reasons', async () => {
    const { authority } = farm;
    const cases = {
      'expired.farm.test': [authority.issue('expired.farm.test', { notBefore: ago(90), notAfter: ago(1) }), ['expired']],
      'self.farm.test': [issueCertificate({ subject: { CN: 'self.farm.test' }, san: ['self.farm.test'] }), ['self_signed']],
      'wrong.farm.test': [authority.issue('other.test'), ['hostname_mismatch']],
      'weak.farm.test': [authority.issue('weak.farm.test', { key: keyPair('RSA-1024'), hash: 'sha1' }), ['weak_signature', 'weak_key']],
      'long.farm.test': [issueCertificate({ subject: {}, san: ['long.farm.test'] }, createLongChain(authority, 5)), []],
    } as const;
    for (const [name, [certificate, reasons]] of Object.entries(cases)) {
      farm.swap(name, certificate);
      expect([name, served(await probe({ host: name, port: farm.port })).reasons]).toEqual([name, reasons]);
    }
  });
});

describe('an endpoint that is unreachable', () => {
  it.each<[Misbehavior, string, string]>([
    ['silent', 'timeout', 'Timed out after 0.3 s during the TLS handshake with HOST.'],
    ['drip', 'timeout', 'Timed out after 0.3 s during the TLS handshake with HOST.'],
    ['reset', 'reset', 'HOST closed the connection during the TLS handshake.'],
    ['hang-up', 'reset', 'HOST closed the connection during the TLS handshake.'],
    ['http', 'not_tls', 'HOST is not a TLS server (it answered as HTTP).'],
    ['ssh', 'not_tls', 'HOST is not a TLS server (it answered as SSH).'],
    ['smtp', 'not_tls', 'HOST is not a TLS server (it answered as SMTP).'],
    ['garbage', 'not_tls', 'HOST is not a TLS server.'],
    ['unrecognized-name', 'alert', 'HOST refused the TLS handshake: it does not serve this name (alert unrecognized_name).'],
    ['broken-certificate', 'not_tls', 'HOST sent a certificate that cannot be read.'],
  ])('because it is %s says so', async (misbehavior, reason, detail) => {
    const port = await badPort(misbehavior);
    const target = { host: 'bad.farm.test', port };
    expect(await (reason === 'timeout' ? hastyProbe : probe)(target)).toEqual({
      kind: 'unreachable',
      target,
      reason,
      detail: detail.replace('HOST', `bad.farm.test:${port}`),
      address: '127.0.0.1',
    });
  });

  it.each([
    ['none.test', 'dns', 'DNS name not found: none.test.'],
    ['broken.test', 'dns', 'DNS could not resolve broken.test (SERVFAIL).'],
    ['silent.test', 'dns', 'DNS did not answer in time for silent.test.'],
    ['inside.test', 'not_allowed', 'inside.test is in private address space, which this server does not check.'],
    ['mixed.test', 'not_allowed', 'mixed.test is in private address space, which this server does not check.'],
    ['169.254.169.254', 'not_allowed', '169.254.169.254 is in private address space, which this server does not check.'],
    ['::1', 'not_allowed', '::1 is in private address space, which this server does not check.'],
  ])('%s: %s', async (host, reason, detail) => {
    expect(await (host === 'silent.test' ? hastyLookup : probe)({ host, port: farm.port })).toEqual({
      kind: 'unreachable',
      target: { host, port: farm.port },
      reason,
      detail,
      address: null,
    });
  });

  it('because nothing listens names the address and port', async () => {
    const server = await startMisconfiguredServer('silent');
    await server.close();
    expect(await probe({ host: 'nobody.farm.test', port: server.port })).toMatchObject({
      reason: 'refused',
      detail: `Connection refused by 127.0.0.1:${server.port}.`,
      address: '127.0.0.1',
    });
  });

  it('because its address has no route', async () => {
    expect(await probe({ host: '255.255.255.255', port: 443 })).toMatchObject({
      reason: 'unroutable',
      detail: 'No route to 255.255.255.255:443.',
    });
  });

  it('is not unreachable after one reset', async () => {
    const server = await startMisconfiguredServer('reset');
    bad.push(server);
    expect(await probe({ host: 'bad.farm.test', port: server.port })).toMatchObject({ reason: 'reset' });
    expect(server.connections()).toBe(2);
  });
});
