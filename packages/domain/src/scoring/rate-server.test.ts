import { describe, expect, it } from 'vitest';
import type { Grade } from './grade.ts';
import { rateServer } from './rate-server.ts';
import type { ScoredCertificate, SeenSuite, ServerFacts } from './server-facts.ts';
import { certificate, now, serverFacts } from './testing/server-facts.ts';

const holding = (changes: Partial<ScoredCertificate>): Partial<ServerFacts> => ({ certificate: { ...certificate, ...changes } });
const rsa = (bits: number) => holding({ keyType: 'RSA', keyBits: bits, curve: null, signatureAlgorithm: 'sha256WithRSAEncryption' });
const and = (...more: SeenSuite[]): Partial<ServerFacts> => ({ suites: [...serverFacts().suites, ...more] });
const tls12 = (...names: string[]): SeenSuite[] => names.map((name) => ({ protocol: 'TLSv1.2', name }));
const hsts = (maxAgeSeconds: number): Partial<ServerFacts> => ({
  hsts: { kind: 'present', maxAgeSeconds, includesSubdomains: false, isPreload: false },
});

const rated = (changes: Partial<ServerFacts>) => {
  const rating = rateServer(serverFacts(changes), now);
  if (rating === null) throw new Error('The server has no score.');
  return rating;
};

describe('points', () => {
  it.each<[string, Partial<ServerFacts>, number, [number, number, number]]>([
    ['RSA-2048, TLS 1.2 and 1.3, AES-128 and AES-256', rsa(2_048), 93, [30, 27, 36]],
    ['P-256, TLS 1.2 and 1.3, AES-128 and AES-256', {}, 96, [30, 30, 36]],
    ['RSA-4096', rsa(4_096), 96, [30, 30, 36]],
    ['RSA-1024', rsa(1_024), 90, [30, 24, 36]],
    ['256 bits alone', { suites: tls12('TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384') }, 100, [30, 30, 40]],
    ['128 bits alone', { suites: tls12('TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256') }, 92, [30, 30, 32]],
    ['TLS 1.1 and 1.2, rounded down twice', { protocols: ['TLSv1.1', 'TLSv1.2'] }, 95, [29, 30, 36]],
    ['TLS 1.0 to 1.3', { protocols: ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] }, 94, [28, 30, 36]],
    ['SSL 3 to TLS 1.2', { protocols: ['SSLv3', 'TLSv1', 'TLSv1.1', 'TLSv1.2'] }, 93, [27, 30, 36]],
    ['3DES beside AES-256', and(...tls12('TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA')), 84, [30, 30, 24]],
    ['DH of 1,024 bits', { exchanges: [{ name: 'DH', kind: 'dh', bits: 1_024 }] }, 90, [30, 24, 36]],
    ['ffdhe2048 for clients that ask', { exchanges: [{ name: 'ffdhe2048', kind: 'dh', bits: 2_048 }] }, 96, [30, 30, 36]],
    ['post-quantum', { exchanges: [{ name: 'MLKEM768', kind: 'kem', bits: 768 }] }, 96, [30, 30, 36]],
    ['P-192 among the groups', { exchanges: [{ name: 'P-192', kind: 'ec', bits: 192 }] }, 93, [30, 27, 36]],
  ])('%s', (_name, changes, score, weighted) => {
    const { parts, ...rating } = rated(changes);
    expect([parts.protocol.weighted, parts.keyExchange.weighted, parts.cipher.weighted]).toEqual(weighted);
    expect(rating.score).toBe(score);
  });

  it('has none for a server of which nothing is known', () => {
    expect(rateServer(serverFacts({ protocols: [], suites: [] }), now)).toBeNull();
    expect(rateServer(serverFacts({ suites: tls12('unknown') }), now)).toBeNull();
    expect(rateServer(serverFacts({ exchanges: [], ...holding({ keyType: 'GOST', keyBits: null }) }), now)).toBeNull();
  });

  it('has the evidence of every part', () => {
    const { parts } = rated(rsa(2_048));
    expect(parts.protocol.evidence).toBe('TLS 1.2, TLS 1.3.');
    expect(parts.keyExchange.evidence).toBe("The certificate's key: RSA 2048.");
    expect(parts.cipher.evidence).toBe(
      '256 bits: TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384; 128 bits: TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256.',
    );
  });
});

const longAgo = new Date('2026-11-19T00:00:00Z');
const soon = new Date('2026-11-21T00:00:00Z');

describe('caps', () => {
  it.each<[id: string, Partial<ServerFacts>, Grade, score: number]>([
    ['expired', holding({ notAfter: longAgo }), 'T', 0],
    ['not_yet_valid', holding({ notBefore: soon }), 'T', 0],
    ['self_signed', holding({ reasons: ['self_signed'] }), 'T', 0],
    ['untrusted_root', holding({ reasons: ['untrusted_root'] }), 'T', 0],
    ['revoked', holding({ reasons: ['revoked'] }), 'T', 0],
    ['wrong_purpose', holding({ reasons: ['wrong_purpose'] }), 'T', 0],
    ['constraint_violation', holding({ reasons: ['constraint_violation'] }), 'T', 0],
    ['malformed', holding({ reasons: ['malformed'] }), 'T', 0],
    ['weak_signature', holding({ reasons: ['weak_signature'], signatureAlgorithm: 'sha1WithRSAEncryption' }), 'T', 0],
    ['hostname_mismatch', holding({ reasons: ['hostname_mismatch'] }), 'M', 0],
    ['ssl_2', { protocols: ['SSLv2', 'TLSv1.2', 'TLSv1.3'] }, 'F', 0],
    ['ssl_3_best', { protocols: ['SSLv3'] }, 'F', 0],
    ['export_suites', and({ protocol: 'TLSv1', name: 'TLS_RSA_EXPORT_WITH_RC4_40_MD5' }), 'F', 0],
    ['below_112_bits', and({ protocol: 'TLSv1', name: 'TLS_RSA_WITH_DES_CBC_SHA' }), 'F', 0],
    ['anonymous_suites', and(...tls12('TLS_ECDH_anon_WITH_AES_128_CBC_SHA')), 'F', 0],
    ['md5_signature', holding({ reasons: ['weak_signature'], signatureAlgorithm: 'md5WithRSAEncryption' }), 'F', 0],
    ['weak_key', holding({ reasons: ['weak_key'] }), 'F', 0],
    ['key_40', { exchanges: [{ name: 'DH', kind: 'dh', bits: 768 }] }, 'F', 0],
    ['no_tls_12', { protocols: ['TLSv1', 'TLSv1.1'] }, 'C', 93],
    ['compression', { hasCompression: true }, 'C', 96],
    ['poodle', { protocols: ['SSLv3', 'TLSv1.2', 'TLSv1.3'] }, 'C', 93],
    ['rc4_modern', and(...tls12('TLS_RSA_WITH_RC4_128_SHA')), 'C', 96],
    ['block_64_modern', and(...tls12('TLS_RSA_WITH_3DES_EDE_CBC_SHA')), 'C', 84],
    ['ssl_3', { ...and({ protocol: 'SSLv3', name: 'TLS_RSA_WITH_RC4_128_SHA' }), protocols: ['SSLv3', 'TLSv1.2', 'TLSv1.3'] }, 'B', 93],
    ['tls_1_0', { protocols: ['TLSv1', 'TLSv1.2', 'TLSv1.3'] }, 'B', 94],
    ['tls_1_1', { protocols: ['TLSv1.1', 'TLSv1.2', 'TLSv1.3'] }, 'B', 95],
    ['rc4', and({ protocol: 'TLSv1', name: 'TLS_RSA_WITH_RC4_128_SHA' }), 'B', 96],
    ['no_aead', { protocols: ['TLSv1.2'], suites: tls12('TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA') }, 'B', 92],
    ['no_forward_secrecy', { protocols: ['TLSv1.2'], suites: tls12('TLS_RSA_WITH_AES_128_GCM_SHA256') }, 'B', 92],
    ['key_80', { exchanges: [{ name: 'DH', kind: 'dh', bits: 1_024 }] }, 'B', 90],
    ['incomplete_chain', holding({ reasons: ['incomplete_chain'] }), 'B', 96],
  ])('%s', (id, changes, grade, score) => {
    const rating = rated(changes);
    expect({ grade: rating.grade, score: rating.score }).toEqual({ grade, score });
    expect(rating.caps).toContainEqual({ id, grade, text: expect.any(String), evidence: expect.stringMatching(/\.$/) });
  });

  it('are all listed, the lowest first, and the lowest decides', () => {
    const rating = rated({ protocols: ['TLSv1', 'TLSv1.2'], ...holding({ notAfter: longAgo, reasons: ['hostname_mismatch'] }) });
    expect(rating.caps.map(({ id }) => id)).toEqual(['expired', 'hostname_mismatch', 'tls_1_0']);
    expect(rating).toMatchObject({ grade: 'T', score: 0 });
  });

  it('let expiry begin right after notAfter', () => {
    expect(rated(holding({ notAfter: now })).caps).toEqual([]);
    expect(rated(holding({ notAfter: new Date(now.getTime() - 1) })).grade).toBe('T');
  });

  it('keep the points that show why, when the score is 0', () => {
    expect(rated(holding({ notAfter: longAgo })).parts.cipher.weighted).toBe(36);
  });
});

describe('grade', () => {
  it.each<[string, Partial<ServerFacts>, Grade, string[]]>([
    ['nothing to find fault with', {}, 'A+', []],
    ['a server that speaks no HTTP', { hsts: { kind: 'not_http' } }, 'A+', []],
    ['something untested', { untested: ['suites of TLS 1.2'] }, 'A', []],
    ['HSTS untested', { hsts: { kind: 'not_tested' } }, 'A', []],
    ['no HSTS', { hsts: { kind: 'absent' } }, 'A-', ['no_hsts']],
    ['HSTS of 180 days', hsts(15_552_000), 'A+', []],
    ['HSTS of a second less', hsts(15_551_999), 'A-', ['short_hsts']],
    ['no TLS 1.3', { protocols: ['TLSv1.2'] }, 'A-', ['no_tls_13']],
    ['no secure renegotiation', { hasSecureRenegotiation: false }, 'A-', ['no_secure_renegotiation']],
    ['renegotiation unknown, TLS 1.3 alone', { protocols: ['TLSv1.3'], hasSecureRenegotiation: null, hasCompression: null }, 'A+', []],
  ])('%s', (_name, changes, grade, warnings) => {
    const rating = rated(changes);
    expect(rating.grade).toBe(grade);
    expect(rating.warnings.map(({ id }) => id)).toEqual(warnings);
  });
});
