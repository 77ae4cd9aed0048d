import type { ProtocolVersion } from '../protocol-versions.ts';
import type { ScoredCertificate, SeenSuite, ServerFacts } from '../server-facts.ts';

export const now = new Date('2026-11-20T12:00:00Z');

export const certificate: ScoredCertificate = {
  keyType: 'EC',
  keyBits: 256,
  curve: 'P-256',
  signatureAlgorithm: 'ecdsa-with-SHA256',
  notBefore: new Date('2026-11-01T00:00:00Z'),
  notAfter: new Date('2027-01-30T00:00:00Z'),
  reasons: [],
};

const suitesOf = (protocol: ProtocolVersion): SeenSuite[] => {
  if (protocol === 'SSLv2') return [];
  if (protocol === 'TLSv1.3') return ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384'].map((name) => ({ protocol, name }));
  const mode = protocol === 'TLSv1.2' ? 'GCM_SHA256' : 'CBC_SHA';
  return [128, 256].map((bits) => ({
    protocol,
    name: `TLS_ECDHE_ECDSA_WITH_AES_${bits}_${bits === 256 && mode !== 'CBC_SHA' ? 'GCM_SHA384' : mode}`,
  }));
};

/** A server without a fault, with suites to fit its versions; by default TLS 1.2 and 1.3 and a P-256 certificate. */
export const serverFacts = (changes: Partial<ServerFacts> = {}): ServerFacts => {
  const { protocols = ['TLSv1.2', 'TLSv1.3'] } = changes;
  return {
    protocols,
    suites: protocols.flatMap(suitesOf),
    exchanges: [{ name: 'X25519', kind: 'ec', bits: 253 }],
    certificate,
    hsts: { kind: 'present', maxAgeSeconds: 63_072_000, includesSubdomains: true, isPreload: false },
    hasSecureRenegotiation: true,
    hasCompression: false,
    untested: [],
    ...changes,
  };
};
