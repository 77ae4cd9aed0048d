import type { VerdictReason } from '../certificates/checks/observation.ts';
import { hasExpired } from '../certificates/status.ts';
import { certificateKeyPoints, exchangePoints } from './key-strength.ts';
import { type ProtocolVersion, protocolLabels } from './protocol-versions.ts';
import type { ServerFacts } from './server-facts.ts';
import { isWeakSuite } from './suite-traits.ts';

/** A change somebody can make. */
export interface Remedy {
  readonly id: string;
  /** The instruction; null if nothing needs to change. */
  text(facts: ServerFacts): string | null;
  apply(facts: ServerFacts): ServerFacts;
}

const DAY_MS = 86_400_000;
const retired: ReadonlySet<ProtocolVersion> = new Set<ProtocolVersion>(['SSLv2', 'SSLv3', 'TLSv1', 'TLSv1.1']);
const HSTS_SECONDS = 63_072_000;

const without = (facts: ServerFacts, ...reasons: readonly VerdictReason[]): ServerFacts => ({
  ...facts,
  certificate: { ...facts.certificate, reasons: facts.certificate.reasons.filter((reason) => !reasons.includes(reason)) },
});

const reasonRemedy = (id: string, text: string, ...reasons: readonly VerdictReason[]): Remedy => ({
  id,
  text: ({ certificate }) => (certificate.reasons.some((reason) => reasons.includes(reason)) ? text : null),
  apply: (facts) => without(facts, ...reasons),
});

/** Possible changes, with the facts after them; `now` for a new certificate's dates. */
export const remediesAt = (now: Date): readonly Remedy[] => [
  {
    id: 'renew',
    text: ({ certificate: { notBefore, notAfter } }) =>
      (notAfter !== null && hasExpired(notAfter, now)) || (notBefore !== null && now < notBefore)
        ? 'Serve a certificate that is valid now.'
        : null,
    apply: (facts) => ({
      ...facts,
      certificate: { ...facts.certificate, notBefore: now, notAfter: new Date(now.getTime() + 90 * DAY_MS) },
    }),
  },
  reasonRemedy('trust', 'Serve a certificate from an authority that clients trust.', 'self_signed', 'untrusted_root'),
  reasonRemedy(
    'replace',
    'Replace the certificate by one without these faults.',
    'revoked',
    'wrong_purpose',
    'constraint_violation',
    'malformed',
  ),
  reasonRemedy('name', 'Serve a certificate that names this host.', 'hostname_mismatch'),
  reasonRemedy('whole_chain', 'Send the intermediate certificates along with the certificate.', 'incomplete_chain'),
  {
    id: 'signature',
    text: ({ certificate: { reasons, signatureAlgorithm } }) =>
      reasons.includes('weak_signature') || /md[245]/i.test(signatureAlgorithm ?? '') ? 'Serve a certificate signed with SHA-256.' : null,
    apply: (facts) => {
      const { certificate, ...rest } = without(facts, 'weak_signature');
      return { ...rest, certificate: { ...certificate, signatureAlgorithm: 'SHA-256' } };
    },
  },
  {
    id: 'offer_tls_13',
    text: ({ protocols }) => (protocols.includes('TLSv1.3') ? null : 'Offer TLS 1.3.'),
    apply: (facts) => ({
      ...facts,
      protocols: [...facts.protocols, 'TLSv1.3'],
      suites: [
        ...facts.suites,
        { protocol: 'TLSv1.3', name: 'TLS_AES_128_GCM_SHA256' },
        { protocol: 'TLSv1.3', name: 'TLS_AES_256_GCM_SHA384' },
      ],
      exchanges: [...facts.exchanges, { name: 'X25519', kind: 'ec', bits: 253 }],
    }),
  },
  {
    id: 'retire_protocols',
    text: ({ protocols }) => {
      const old = protocols.filter((version) => retired.has(version));
      // A server without newer versions would be switched off altogether.
      if (old.length === 0 || old.length === protocols.length) return null;
      return `Switch off ${old.map((version) => protocolLabels[version]).join(', ')}.`;
    },
    apply: (facts) => ({
      ...facts,
      protocols: facts.protocols.filter((version) => !retired.has(version)),
      suites: facts.suites.filter(({ protocol }) => !retired.has(protocol)),
    }),
  },
  {
    id: 'drop_weak_suites',
    text: ({ suites }) => {
      const weak = new Set(suites.filter(({ name }) => isWeakSuite(name)).map(({ name }) => name));
      if (weak.size === 0 || suites.every(({ name }) => isWeakSuite(name))) return null;
      return weak.size === 1 ? `Switch off ${[...weak].join('')}.` : `Switch off ${weak.size} weak cipher suites.`;
    },
    apply: (facts) => ({ ...facts, suites: facts.suites.filter(({ name }) => !isWeakSuite(name)) }),
  },
  {
    id: 'stronger_exchange',
    text: ({ exchanges }) => {
      const weak = exchanges.filter((exchange) => exchangePoints(exchange) < 90);
      if (weak.length === 0) return null;
      return weak.some(({ kind }) => kind === 'dh')
        ? 'Use ECDHE, or Diffie-Hellman parameters of 2,048 bits or more.'
        : `Switch off ${weak.map(({ name }) => name).join(', ')}.`;
    },
    apply: (facts) => ({ ...facts, exchanges: facts.exchanges.filter((exchange) => exchangePoints(exchange) >= 90) }),
  },
  {
    id: 'stronger_key',
    text: ({ certificate: { keyType, keyBits, reasons } }) =>
      reasons.includes('weak_key') || (certificateKeyPoints(keyType, keyBits) ?? 100) < 100
        ? 'Serve a certificate with an ECDSA key (P-256), which is also faster than RSA.'
        : null,
    apply: (facts) => {
      const { certificate, ...rest } = without(facts, 'weak_key');
      return {
        ...rest,
        certificate: { ...certificate, keyType: 'EC', keyBits: 256, curve: 'P-256' },
        exchanges: facts.exchanges.map((exchange) => (exchange.kind === 'dh' ? { name: 'X25519', kind: 'ec', bits: 253 } : exchange)),
      };
    },
  },
  {
    id: 'no_compression',
    text: ({ hasCompression }) => (hasCompression === true ? 'Switch off TLS compression.' : null),
    apply: (facts) => ({ ...facts, hasCompression: false }),
  },
  {
    id: 'secure_renegotiation',
    text: ({ hasSecureRenegotiation }) => (hasSecureRenegotiation === false ? 'Support secure renegotiation (RFC 5746).' : null),
    apply: (facts) => ({ ...facts, hasSecureRenegotiation: true }),
  },
  {
    id: 'hsts',
    text: ({ hsts }) =>
      hsts.kind === 'absent' || (hsts.kind === 'present' && hsts.maxAgeSeconds < HSTS_SECONDS)
        ? `Send Strict-Transport-Security: max-age=${HSTS_SECONDS}.`
        : null,
    apply: (facts) => ({
      ...facts,
      hsts: { kind: 'present', maxAgeSeconds: HSTS_SECONDS, includesSubdomains: false, isPreload: false },
    }),
  },
];
