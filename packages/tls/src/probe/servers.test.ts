import { networkInterfaces } from 'node:os';
import type { TlsOptions } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEndpointProbe, type EndpointObservation, type EndpointProbe } from '../probe.ts';
import {
  type Authority,
  createAuthority,
  type DnsServer,
  type KeyKind,
  keyPair,
  type PlainTestServer,
  startDnsServer,
  startOpensslServer,
  startTlsServer,
} from '../testing/index.ts';
import { patient } from '../testing/patient.ts';

const authority: Authority = createAuthority();
const host = 'server.farm.test';
/** Many containers lack `::1`. */
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
const servers: PlainTestServer[] = [];
let dns: DnsServer;
let endpoints: EndpointProbe;

const started = async <Server extends PlainTestServer>(server: Promise<Server>): Promise<Server> => {
  servers.push(await server);
  return server;
};
const certificate = (kind: KeyKind = 'P-256') => authority.issue([host, '127.0.0.1', '::1'], { key: keyPair(kind, 'server') });
const served = (seen: EndpointObservation) => {
  if (seen.kind !== 'served') throw new Error(seen.detail);
  return seen;
};

beforeAll(async () => {
  dns = await startDnsServer({ '*.farm.test': ['127.0.0.1'], 'both.test': ['127.0.0.1', '::1'] });
  endpoints = createEndpointProbe({
    dnsServers: [dns.address],
    targetAllow: ['127.0.0.0/8', '::1'],
    extraCaPem: authority.root.pem,
    ...patient,
  });
});
afterAll(async () => {
  await Promise.all([dns.close(), ...servers.map((server) => server.close())]);
});

describe('every kind of valid server is observed correctly and sees a valid client', () => {
  it.each<[string, KeyKind, TlsOptions, object]>([
    ['TLS 1.3', 'P-256', { minVersion: 'TLSv1.3' }, { protocol: 'TLSv1.3', cipher: 'TLS_AES_256_GCM_SHA384' }],
    ['TLS 1.3 with AES-128', 'P-256', { ciphers: 'TLS_AES_128_GCM_SHA256' }, { cipher: 'TLS_AES_128_GCM_SHA256' }],
    ['TLS 1.3 with ChaCha20', 'P-256', { ciphers: 'TLS_CHACHA20_POLY1305_SHA256' }, { cipher: 'TLS_CHACHA20_POLY1305_SHA256' }],
    ['P-256 key exchange', 'P-256', { ecdhCurve: 'P-256' }, { connection: { group: 'P-256', groupBits: 256 } }],
    ['P-384 key exchange', 'P-256', { ecdhCurve: 'P-384' }, { connection: { group: 'P-384', groupBits: 384 } }],
    ['P-521 key exchange', 'P-256', { ecdhCurve: 'P-521' }, { connection: { group: 'P-521', groupBits: 521 } }],
    ['an RSA key', 'RSA-2048', {}, { connection: { signatureScheme: 'rsa_pss_rsae_sha256' } }],
    ['a P-384 key', 'P-384', {}, { connection: { signatureScheme: 'ecdsa_secp384r1_sha384' } }],
    ['a P-521 key', 'P-521', {}, { connection: { signatureScheme: 'ecdsa_secp521r1_sha512' } }],
    ['an Ed25519 key', 'Ed25519', {}, { connection: { signatureScheme: 'ed25519' } }],
    ['an RSASSA-PSS key', 'RSA-PSS-2048', {}, { connection: { signatureScheme: 'rsa_pss_pss_sha256' } }],
    ['TLS 1.2', 'P-256', { maxVersion: 'TLSv1.2' }, { protocol: 'TLSv1.2', cipher: 'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256' }],
    ['TLS 1.2 with an RSA key', 'RSA-2048', { maxVersion: 'TLSv1.2' }, { cipher: 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256' }],
    ['TLS 1.2 with an Ed25519 key', 'Ed25519', { maxVersion: 'TLSv1.2' }, { connection: { signatureScheme: 'ed25519' } }],
    ['TLS 1.2 over P-384', 'P-256', { maxVersion: 'TLSv1.2', ecdhCurve: 'P-384' }, { connection: { group: 'P-384' } }],
    ['TLS 1.2 over P-521', 'P-256', { maxVersion: 'TLSv1.2', ecdhCurve: 'P-521' }, { connection: { group: 'P-521' } }],
    [
      'TLS 1.2 with AES-256',
      'P-256',
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' },
      { cipher: 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384' },
    ],
    [
      'TLS 1.2 with ChaCha20',
      'P-256',
      { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-CHACHA20-POLY1305' },
      { cipher: 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256' },
    ],
  ])('%s', async (_, kind, options, expected) => {
    const server = await started(startTlsServer(certificate(kind), options));
    const seen = served(await endpoints.probe({ host, port: server.port }));
    expect(seen).toMatchObject({ reasons: [], ...expected });
    expect(seen.warnings).toEqual([]);
    expect(seen.chain.map((each) => each.subjectCommonName)).toEqual([host, 'Notafter Farm R1']);
    expect(server.faults).toEqual([]);
  });
});

describe('an unusual server is observed with OpenSSL', () => {
  const old = ['old_protocol'];
  it.each<[string, KeyKind, readonly string[], object]>([
    ['TLS 1.1 only', 'RSA-2048', ['-tls1_1', '-cipher', 'ALL:@SECLEVEL=0'], { protocol: 'TLSv1.1', warnings: old }],
    ['TLS 1.0 only', 'RSA-2048', ['-tls1', '-cipher', 'ALL:@SECLEVEL=0'], { protocol: 'TLSv1', warnings: old }],
    [
      'RSA key exchange',
      'RSA-2048',
      ['-tls1_2', '-cipher', 'AES128-GCM-SHA256'],
      { cipher: 'TLS_RSA_WITH_AES_128_GCM_SHA256', warnings: ['no_forward_secrecy'] },
    ],
    [
      'finite-field key exchange',
      'RSA-2048',
      ['-tls1_2', '-cipher', 'DHE-RSA-AES256-GCM-SHA384'],
      { cipher: 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384', warnings: [] },
    ],
    [
      'CBC mode',
      'P-256',
      ['-tls1_2', '-cipher', 'ECDHE-ECDSA-AES128-SHA'],
      { cipher: 'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA', warnings: [] },
    ],
    ['X448 only', 'P-256', ['-tls1_3', '-groups', 'X448'], { protocol: 'TLSv1.3', reasons: [] }],
  ])('%s', async (_, kind, flags, expected) => {
    const server = await started(startOpensslServer(certificate(kind), flags));
    expect(await endpoints.probe({ host, port: server.port })).toMatchObject({ kind: 'served', reasons: [], ...expected });
  });
});

describe('a client certificate', () => {
  it.each(['TLSv1.3', 'TLSv1.2'] as const)('that is requested in %s is noted and changes nothing else', async (version) => {
    const options = { minVersion: version, maxVersion: version, requestCert: true, rejectUnauthorized: false } as const;
    const server = await started(startTlsServer(certificate(), options));
    const seen = await endpoints.probe({ host, port: server.port });
    expect(seen).toMatchObject({ kind: 'served', reasons: [], connection: { isClientCertificateAsked: true } });
    expect(server.faults).toEqual([]);
  });

  it.each(['TLSv1.3', 'TLSv1.2'] as const)('that is required in %s does not hide the server', async (version) => {
    const options = { minVersion: version, maxVersion: version, requestCert: true, rejectUnauthorized: true } as const;
    const server = await started(startTlsServer(certificate(), options));
    const seen = await endpoints.probe({ host, port: server.port });
    expect(seen).toMatchObject({ kind: 'served', reasons: [], protocol: version, connection: { isClientCertificateAsked: true } });
  });
});

describe('a stapled OCSP response', () => {
  it.each(['TLSv1.3', 'TLSv1.2'] as const)('is observed as sent in %s', async (version) => {
    const staple = Buffer.from('30030a0106', 'hex');
    const options = { minVersion: version, maxVersion: version };
    const server = await started(startTlsServer(certificate(), options));
    const seen = served(await endpoints.probe({ host, port: server.port }));
    expect(seen.connection.ocspStaple).toBeNull();
    const stapling = await started(startTlsServer(certificate(), options));
    stapling.staple(staple);
    expect(served(await endpoints.probe({ host, port: stapling.port })).connection.ocspStaple).toEqual(staple);
  });
});

describe('connection overrides', () => {
  it('use the given address and server name', async () => {
    const server = await started(startTlsServer(authority.issue('inner.farm.test')));
    const target = { host: 'nowhere.test', port: server.port, address: '127.0.0.1' };
    expect(await endpoints.probe({ ...target, servername: 'inner.farm.test' })).toMatchObject({ kind: 'served', reasons: [] });
    expect(await endpoints.probe(target)).toMatchObject({ kind: 'served', reasons: ['hostname_mismatch'] });
    expect(await endpoints.probe({ ...target, address: '10.0.0.1' })).toMatchObject({ kind: 'unreachable', reason: 'not_allowed' });
  });

  it('offer the given application protocols', async () => {
    const server = await started(startTlsServer(certificate(), { ALPNProtocols: ['h2', 'http/1.1'] }));
    expect(served(await endpoints.probe({ host, port: server.port, alpn: ['h2'] })).connection.alpn).toBe('h2');
    expect(served(await endpoints.probe({ host, port: server.port })).connection.alpn).toBeNull();
  });

  it.runIf(hasIpv6)('reach a server on IPv6 only', async () => {
    const server = await started(startTlsServer(certificate(), {}, '::1'));
    expect(await endpoints.probe({ host: '::1', port: server.port })).toMatchObject({ kind: 'served', reasons: [], address: '::1' });
    expect(await endpoints.probe({ host: 'both.test', port: server.port, servername: host })).toMatchObject({
      address: '::1',
      reasons: [],
    });
  });

  it.runIf(hasIpv6)('probe every address behind a name separately', async () => {
    const server = await started(startTlsServer(certificate(), {}, '::1'));
    const seen = await endpoints.probeAllAddresses({ host: 'both.test', port: server.port, servername: host });
    expect(seen).toMatchObject([
      { kind: 'unreachable', reason: 'refused', address: '127.0.0.1' },
      { kind: 'served', reasons: [], address: '::1' },
    ]);
    expect(await endpoints.probeAllAddresses({ host: 'none.test', port: 443 })).toMatchObject([{ reason: 'dns' }]);
  });
});
