import { execFileSync } from 'node:child_process';
import type { TlsOptions } from 'node:tls';
import { rateServer, type ScannedProtocol, serverFactsOf } from '@notafter/domain';
import { afterEach, describe, expect, it } from 'vitest';
import { createAuthority } from '../testing/authority.ts';
import { issueCertificate, keyPair } from '../testing/issue.ts';
import { startNodeServer } from '../testing/node-server.ts';
import { opensslVersion } from '../testing/openssl.ts';
import { startOpensslServer } from '../testing/openssl-server.ts';
import { groupNames, scannedFacts, suitesByVersion } from '../testing/scan.ts';
import { startScriptedTls, type TlsScript } from '../testing/scripted-tls.ts';

const authority = createAuthority();
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const certificate = (kind: 'P-256' | 'RSA-2048'): Pick<TlsOptions, 'cert' | 'key'> => {
  const key = keyPair(kind);
  const issued = issueCertificate({ subject: { CN: 'scan.test' }, san: ['scan.test'], key }, authority.root);
  return { cert: issued.chainPem, key: key.privatePem };
};

const plainAnswer = 'HTTP/1.1 204 No Content\r\n\r\n';

const scanNode = async (options: TlsOptions, response = plainAnswer) => {
  const server = await startNodeServer(options, response);
  closers.push(server.close);
  return scannedFacts(server.port);
};
const scanScript = async (script: TlsScript, options: Parameters<typeof scannedFacts>[1] = {}) => {
  const server = await startScriptedTls(script);
  closers.push(server.close);
  return { facts: await scannedFacts(server.port, options), server };
};
const of = (protocols: readonly ScannedProtocol[], version: string) => protocols.find((each) => each.version === version);

const weak = ':@SECLEVEL=0';

describe('real servers', () => {
  it('TLS 1.3 alone, one suite, one group', async () => {
    const facts = await scanNode({
      ...certificate('P-256'),
      minVersion: 'TLSv1.3',
      ciphers: 'TLS_CHACHA20_POLY1305_SHA256',
      ecdhCurve: 'P-384',
    });
    expect(suitesByVersion(facts)).toEqual({ 'TLSv1.3': ['TLS_CHACHA20_POLY1305_SHA256'] });
    expect(groupNames(facts)).toEqual(['P-384']);
    expect(facts).toMatchObject({ isPostQuantum: false, hasSecureRenegotiation: null, hasCompression: null, unfinished: [] });
    expect(facts.protocols[0]).toMatchObject({ serverPrefers: null, signatureSchemes: ['ecdsa_secp256r1_sha256'] });
    expect(facts.resumption).toEqual({ tickets: true, sessionIds: null });
  });

  it('TLS 1.2 and 1.3 with X25519MLKEM768, its own order, HTTP/2 and HSTS', async () => {
    const facts = await scanNode(
      {
        ...certificate('P-256'),
        minVersion: 'TLSv1.2',
        ciphers: 'TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384',
        ecdhCurve: 'X25519MLKEM768:X25519:P-256',
        honorCipherOrder: true,
        ALPNProtocols: ['h2', 'http/1.1'],
      },
      'HTTP/1.1 200 OK\r\nStrict-Transport-Security: max-age=63072000; includeSubDomains; preload\r\nContent-Length: 0\r\n\r\n',
    );
    expect(suitesByVersion(facts)).toEqual({
      'TLSv1.3': ['TLS_AES_256_GCM_SHA384', 'TLS_AES_128_GCM_SHA256'],
      'TLSv1.2': ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'],
    });
    expect(groupNames(facts)).toEqual(['X25519MLKEM768', 'X25519', 'P-256']);
    expect(facts).toMatchObject({
      isPostQuantum: true,
      alpn: ['h2', 'http/1.1'],
      hsts: { kind: 'present', maxAgeSeconds: 63_072_000, includesSubdomains: true, isPreload: true },
      hasSecureRenegotiation: true,
      hasCompression: false,
      unfinished: [],
    });
    expect(of(facts.protocols, 'TLSv1.2')?.serverPrefers).toBe(true);
  });

  it("TLS 1.2 alone in the client's order, RSA, with session IDs and without tickets", async () => {
    const sessions = new Map<string, Buffer>();
    const server = await startNodeServer(
      {
        ...certificate('RSA-2048'),
        maxVersion: 'TLSv1.2',
        ciphers: `ECDHE-RSA-AES256-SHA384:ECDHE-RSA-AES128-GCM-SHA256${weak}`,
        honorCipherOrder: false,
        secureOptions: 0x4000,
        sigalgs: 'rsa_pss_rsae_sha256:RSA+SHA256:RSA+SHA1',
        ecdhCurve: 'P-256:X448',
      },
      plainAnswer,
    );
    closers.push(server.close);
    server.server.on('newSession', (id: Buffer, data: Buffer, done: () => void) => {
      sessions.set(id.toString('hex'), data);
      done();
    });
    server.server.on('resumeSession', (id: Buffer, done: (error: Error | null, data: Buffer | null) => void) =>
      done(null, sessions.get(id.toString('hex')) ?? null),
    );
    const facts = await scannedFacts(server.port);
    expect(suitesByVersion(facts)).toEqual({
      'TLSv1.2': ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384'],
    });
    expect(facts.protocols[0]?.serverPrefers).toBe(false);
    expect(facts.protocols[0]?.signatureSchemes?.toSorted()).toEqual(['rsa_pkcs1_sha1', 'rsa_pkcs1_sha256', 'rsa_pss_rsae_sha256']);
    expect(groupNames(facts).toSorted()).toEqual(['P-256', 'X448']);
    expect(facts).toMatchObject({ isPostQuantum: null, resumption: { tickets: false, sessionIds: true } });
  });

  it('TLS 1.0 alone, without forward secrecy', async () => {
    const facts = await scanNode({
      ...certificate('RSA-2048'),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1',
      ciphers: `AES256-SHA:AES128-SHA${weak}`,
    });
    expect(suitesByVersion(facts)).toEqual({ TLSv1: ['TLS_RSA_WITH_AES_256_CBC_SHA', 'TLS_RSA_WITH_AES_128_CBC_SHA'] });
    expect(facts).toMatchObject({ exchanges: [], isPostQuantum: null, hsts: { kind: 'absent' } });
  });

  it('TLS 1.0 to 1.2 with DHE of 2,048 bits, and no HSTS', async () => {
    const facts = await scanNode(
      {
        ...certificate('RSA-2048'),
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.2',
        ciphers: `DHE-RSA-AES128-SHA:DHE-RSA-AES256-GCM-SHA384${weak}`,
        dhparam: 'auto',
      },
      'HTTP/1.1 204 No Content\r\n\r\n',
    );
    expect(suitesByVersion(facts)).toEqual({
      'TLSv1.2': ['TLS_DHE_RSA_WITH_AES_128_CBC_SHA', 'TLS_DHE_RSA_WITH_AES_256_GCM_SHA384'],
      'TLSv1.1': ['TLS_DHE_RSA_WITH_AES_128_CBC_SHA'],
      TLSv1: ['TLS_DHE_RSA_WITH_AES_128_CBC_SHA'],
    });
    expect(facts.exchanges).toEqual([{ name: 'DH', kind: 'dh', bits: 2_048 }]);
    expect(facts.hsts).toEqual({ kind: 'absent' });
  });

  it('both RSA and ECDSA certificates', async () => {
    const [ec, rsa] = [certificate('P-256'), certificate('RSA-2048')];
    const facts = await scanNode({
      cert: [String(ec.cert), String(rsa.cert)],
      key: [String(ec.key), String(rsa.key)],
      minVersion: 'TLSv1.2',
      ciphers: 'TLS_AES_128_GCM_SHA256:ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
      sigalgs: 'ecdsa_secp256r1_sha256:rsa_pss_rsae_sha256:RSA+SHA256',
    });
    expect(suitesByVersion(facts)).toEqual({
      'TLSv1.3': ['TLS_AES_128_GCM_SHA256'],
      'TLSv1.2': ['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256', 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'],
    });
    expect(of(facts.protocols, 'TLSv1.3')?.signatureSchemes).toEqual(['ecdsa_secp256r1_sha256', 'rsa_pss_rsae_sha256']);
    expect(of(facts.protocols, 'TLSv1.2')?.signatureSchemes).toEqual(['ecdsa_secp256r1_sha256', 'rsa_pss_rsae_sha256', 'rsa_pkcs1_sha256']);
  });

  it('every suite that this OpenSSL is configured with, and no other', async () => {
    const facts = await scanNode({
      ...certificate('RSA-2048'),
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
      ciphers: `aRSA:!PSK:!SRP${weak}`,
    });
    const suites = facts.protocols[0]?.suites ?? [];
    expect(suites.length).toBeGreaterThan(20);
    expect(new Set(suites).size).toBe(suites.length);
    expect(suites.every((name) => /^TLS_(?:ECDHE_RSA|DHE_RSA|RSA)_WITH_/.test(name))).toBe(true);
  });
});

describe('scripted servers', () => {
  it('SSL 3 alone', async () => {
    const { facts, server } = await scanScript({ suites: { SSLv3: [0x0005, 0x000a, 0x0004] } });
    expect(suitesByVersion(facts)).toEqual({
      SSLv3: ['TLS_RSA_WITH_RC4_128_SHA', 'TLS_RSA_WITH_3DES_EDE_CBC_SHA', 'TLS_RSA_WITH_RC4_128_MD5'],
    });
    expect(facts.protocols[0]?.serverPrefers).toBe(true);
    expect(facts.hasSecureRenegotiation).toBe(false);
    expect(server.hellos.filter(({ version }) => version === 0x0300).every(({ servername }) => servername === null)).toBe(true);
  });

  it('X25519MLKEM768 alone, named by a retry to an empty key share', async () => {
    const { facts, server } = await scanScript({ suites: { 'TLSv1.3': [0x1302] }, groups: [0x11ec] });
    expect(suitesByVersion(facts)).toEqual({ 'TLSv1.3': ['TLS_AES_256_GCM_SHA384'] });
    expect(facts).toMatchObject({ exchanges: [{ name: 'X25519MLKEM768', kind: 'kem', bits: 768 }], isPostQuantum: true });
    expect(server.hellos.some(({ version, shares }) => version === 0x0304 && shares?.length === 0)).toBe(true);
  });

  it('SSL 2, export suites and RC4 along with TLS 1.2, with compression and without secure renegotiation', async () => {
    const { facts } = await scanScript({
      suites: { TLSv1: [0x0003, 0x0005], 'TLSv1.2': [0x009c, 0x0005] },
      speaksSsl2: true,
      compresses: true,
      hasRenegotiationInfo: false,
    });
    expect(suitesByVersion(facts)).toEqual({
      'TLSv1.2': ['TLS_RSA_WITH_AES_128_GCM_SHA256', 'TLS_RSA_WITH_RC4_128_SHA'],
      TLSv1: ['TLS_RSA_EXPORT_WITH_RC4_40_MD5', 'TLS_RSA_WITH_RC4_128_SHA'],
      SSLv2: [],
    });
    expect(facts).toMatchObject({ hasCompression: true, hasSecureRenegotiation: false });
    expect(of(facts.protocols, 'TLSv1')?.serverPrefers).toBe(true);
  });

  it("1,024 bits of Diffie-Hellman, in the client's order", async () => {
    const { facts } = await scanScript({ suites: { 'TLSv1.1': [0x0033, 0x0039] }, primeBits: 1_024, followsClient: true });
    expect(suitesByVersion(facts)).toEqual({ 'TLSv1.1': ['TLS_DHE_RSA_WITH_AES_128_CBC_SHA', 'TLS_DHE_RSA_WITH_AES_256_CBC_SHA'] });
    expect(facts.exchanges).toEqual([{ name: 'DH', kind: 'dh', bits: 1_024 }]);
    expect(facts.protocols[0]?.serverPrefers).toBe(false);
  });

  it('curves of TLS 1.2, including weak ones', async () => {
    const { facts } = await scanScript({
      suites: { 'TLSv1.2': [0xc02f] },
      groups: [0x0017, 0x0010, 0x0013],
      schemes: [0x0401, 0x0201, 0x0101],
    });
    expect(facts.exchanges).toEqual([
      { name: 'P-256', kind: 'ec', bits: 256 },
      { name: 'secp160r1', kind: 'ec', bits: 160 },
      { name: 'P-192', kind: 'ec', bits: 192 },
    ]);
    expect(facts.protocols[0]?.signatureSchemes).toEqual(['rsa_pkcs1_sha256', 'rsa_pkcs1_sha1', 'rsa_pkcs1_md5']);
  });

  it.each<[string, TlsScript['refusal'], TlsScript['stumblesOver']]>([
    ['resets on unknown versions', 'reset', ({ version }) => version > 0x0302],
    ['is silent instead of refusing', 'silence', undefined],
    ['fails on long lists of suites', 'alert', ({ suites }) => suites.length > 127],
    ['hangs up on hellos of 256 to 511 bytes', 'alert', ({ size, version }) => version > 0x0300 && size >= 256 && size < 512],
    ['fails on GREASE', 'alert', ({ suites, groups }) => [...suites, ...groups].some((id) => (id & 0x0f0f) === 0x0a0a)],
  ])('one that %s', async (_name, refusal = 'alert', stumblesOver) => {
    const refusing = stumblesOver === undefined ? { refusal } : { refusal, stumblesOver };
    const script = { suites: { TLSv1: [0x002f, 0xc013], 'TLSv1.1': [0x002f] }, groups: [0x0017], ...refusing };
    const { facts } = await scanScript(script, refusal === 'silence' ? { answerTimeoutMs: 2_000 } : {});
    expect(suitesByVersion(facts)).toEqual({
      'TLSv1.1': ['TLS_RSA_WITH_AES_128_CBC_SHA'],
      TLSv1: ['TLS_RSA_WITH_AES_128_CBC_SHA', 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA'],
    });
  });

  it('one that requires a key share at once', async () => {
    const { facts } = await scanScript({ suites: { 'TLSv1.3': [0x1301, 0x1303] }, groups: [0x001d, 0x0017], wantsShare: true });
    expect(suitesByVersion(facts)).toEqual({ 'TLSv1.3': ['TLS_AES_128_GCM_SHA256', 'TLS_CHACHA20_POLY1305_SHA256'] });
    expect(groupNames(facts)).toEqual(['X25519', 'P-256']);
  });
});

const openssl = opensslVersion();

it.runIf(openssl !== null)('finds exactly the suites that openssl s_server lists', async () => {
  const { cert, key } = certificate('RSA-2048');
  const wanted = 'ALL:COMPLEMENTOFALL:!PSK:!SRP:@SECLEVEL=0';
  const listed = execFileSync('openssl', ['ciphers', '-s', '-tls1_2', '-stdname', '-v', wanted], { encoding: 'utf8' });
  const usable = listed.split('\n').flatMap((line) => (/ Au=(?:RSA|None) /.test(line) ? (line.split(' ')[0] ?? []) : []));
  const server = await startOpensslServer(String(cert), String(key), ['-tls1_2', '-cipher', wanted, '-www']);
  closers.push(server.close);
  const facts = await scannedFacts(server.port);
  expect(facts.protocols[0]?.suites.toSorted()).toEqual(usable.toSorted());
  expect(usable.length).toBeGreaterThan(40);
});

it('gives a P-256 server with TLS 1.2 and 1.3 and AES-128 and AES-256 a score of 96, and RSA-2048 93', async () => {
  const ciphers = 'TLS_AES_256_GCM_SHA384:TLS_AES_128_GCM_SHA256:ECDHE+AESGCM';
  const scores: (number | undefined)[] = [];
  for (const kind of ['P-256', 'RSA-2048'] as const) {
    const facts = await scanNode({ ...certificate(kind), minVersion: 'TLSv1.2', ciphers });
    const scored = {
      keyType: kind === 'P-256' ? 'EC' : 'RSA',
      keyBits: kind === 'P-256' ? 256 : 2_048,
      curve: null,
      signatureAlgorithm: null,
      notBefore: null,
      notAfter: null,
      reasons: [],
    };
    scores.push(rateServer(serverFactsOf(facts, scored), new Date())?.score);
  }
  expect(scores).toEqual([96, 93]);
});
