import type { VerdictReason } from '../certificates/checks/observation.ts';
import type { Grade } from './grade.ts';
import { isTls11OrLater, type ProtocolVersion, protocolLabels } from './protocol-versions.ts';
import type { SeenSuite, ServerFacts } from './server-facts.ts';
import { type SuiteTraits, suiteTraits } from './suite-traits.ts';

/** Input of a rule: the facts, the present reasons, and the points of the weakest key. */
export interface CapCircumstances {
  readonly facts: ServerFacts;
  readonly reasons: readonly VerdictReason[];
  readonly keyPoints: number;
}

export interface CapRule {
  readonly id: string;
  readonly grade: Grade;
  /** A sentence for people. */
  readonly text: string;
  /** Evidence that the rule applies; null if it does not. */
  evidence(circumstances: CapCircumstances): string | null;
}

const reasonRule = (id: VerdictReason, grade: Grade, text: string): CapRule => ({
  id,
  grade,
  text,
  evidence: ({ reasons, facts: { certificate } }) => {
    if (!reasons.includes(id)) return null;
    if (id === 'expired' && certificate.notAfter !== null) return `Valid until ${certificate.notAfter.toISOString()}.`;
    if (id === 'not_yet_valid' && certificate.notBefore !== null) return `Valid from ${certificate.notBefore.toISOString()}.`;
    return 'The verdict on the certificate says so.';
  },
});

const protocolRule = (id: string, grade: Grade, version: ProtocolVersion): CapRule => ({
  id,
  grade,
  text: `${protocolLabels[version]} is offered.`,
  evidence: ({ facts: { protocols } }) => (protocols.includes(version) ? `A handshake in ${protocolLabels[version]} was accepted.` : null),
});

const MAX_NAMED = 3;
const named = (suites: readonly SeenSuite[]): string | null => {
  const names = [...new Set(suites.map(({ name }) => name))];
  if (names.length === 0) return null;
  const rest = names.length - MAX_NAMED;
  return `${names.slice(0, MAX_NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
};

const suitesWith = ({ suites }: ServerFacts, fits: (traits: SuiteTraits, protocol: ProtocolVersion) => boolean): SeenSuite[] =>
  suites.filter(({ name, protocol }) => {
    const traits = suiteTraits(name);
    return traits !== null && fits(traits, protocol);
  });

const suiteRule = (id: string, grade: Grade, text: string, fits: (traits: SuiteTraits, protocol: ProtocolVersion) => boolean): CapRule => ({
  id,
  grade,
  text,
  evidence: ({ facts }) => named(suitesWith(facts, fits)),
});

/** A rule that applies where no suite has the trait. */
const withoutRule = (id: string, grade: Grade, text: string, fits: (traits: SuiteTraits) => boolean): CapRule => ({
  id,
  grade,
  text,
  evidence: ({ facts }) => (facts.suites.length === 0 || suitesWith(facts, fits).length > 0 ? null : named(facts.suites)),
});

const isMd = (algorithm: string | null): boolean => /md[245]/i.test(algorithm ?? '');

/**
 * SSL Server Rating Guide 2009r with the additions of testssl.sh's `run_rating`, as far as handshakes prove them. Faults that
 * only an attack would show (Heartbleed, ROBOT, DROWN, Ticketbleed, POODLE against TLS) are not tested for.
 */
export const capRules: readonly CapRule[] = [
  reasonRule('expired', 'T', 'The certificate has expired.'),
  reasonRule('not_yet_valid', 'T', 'The certificate is not valid yet.'),
  reasonRule('self_signed', 'T', 'The certificate is self-signed.'),
  reasonRule('untrusted_root', 'T', 'The chain ends at a root that is not trusted.'),
  reasonRule('revoked', 'T', 'The certificate was revoked.'),
  reasonRule('wrong_purpose', 'T', 'The certificate is not for servers.'),
  reasonRule('constraint_violation', 'T', 'The chain breaks a constraint of its issuers.'),
  reasonRule('malformed', 'T', 'The certificate is malformed.'),
  {
    id: 'weak_signature',
    grade: 'T',
    text: 'The chain has a signature with SHA-1.',
    evidence: ({ reasons, facts: { certificate } }) => {
      if (!reasons.includes('weak_signature') || isMd(certificate.signatureAlgorithm)) return null;
      return `The certificate's signature is ${certificate.signatureAlgorithm ?? 'of an unknown kind'}.`;
    },
  },
  reasonRule('hostname_mismatch', 'M', 'The certificate is for another name.'),
  protocolRule('ssl_2', 'F', 'SSLv2'),
  {
    id: 'ssl_3_best',
    grade: 'F',
    text: 'There is nothing better than SSL 3.',
    evidence: ({ facts: { protocols } }) => (protocols.at(-1) === 'SSLv3' ? 'Every later version was refused.' : null),
  },
  suiteRule('export_suites', 'F', 'Export cipher suites are offered.', ({ isExport }) => isExport),
  suiteRule('below_112_bits', 'F', 'Cipher suites of less than 112 bits are offered.', ({ bits }) => bits < 112),
  suiteRule('anonymous_suites', 'F', 'Cipher suites without authentication are offered.', ({ isAnonymous }) => isAnonymous),
  {
    id: 'md5_signature',
    grade: 'F',
    text: "The certificate's signature uses MD5 or older.",
    evidence: ({ facts: { certificate } }) => (isMd(certificate.signatureAlgorithm) ? `${certificate.signatureAlgorithm}.` : null),
  },
  reasonRule('weak_key', 'F', 'A key of the chain is weak.'),
  {
    id: 'key_40',
    grade: 'F',
    text: 'The key or the key exchange is insecure.',
    evidence: ({ keyPoints }) => (keyPoints <= 40 ? `The weakest has ${keyPoints} points.` : null),
  },
  {
    id: 'no_tls_12',
    grade: 'C',
    text: 'TLS 1.2 is not offered.',
    evidence: ({ facts: { protocols } }) =>
      protocols.includes('TLSv1.2') || protocols.includes('TLSv1.3')
        ? null
        : `Offered: ${protocols.map((version) => protocolLabels[version]).join(', ')}.`,
  },
  {
    id: 'compression',
    grade: 'C',
    text: 'TLS compression is offered (CRIME, CVE-2012-4929).',
    evidence: ({ facts: { hasCompression } }) => (hasCompression === true ? 'The server chose DEFLATE.' : null),
  },
  {
    id: 'poodle',
    grade: 'C',
    text: 'SSL 3 is offered with block ciphers (POODLE, CVE-2014-3566).',
    evidence: ({ facts }) => named(suitesWith(facts, ({ isRc4, bits }, protocol) => protocol === 'SSLv3' && !isRc4 && bits > 0)),
  },
  suiteRule('rc4_modern', 'C', 'RC4 is offered in TLS 1.1 or later.', ({ isRc4 }, protocol) => isRc4 && isTls11OrLater(protocol)),
  suiteRule(
    'block_64_modern',
    'C',
    'Ciphers with blocks of 64 bits are offered in TLS 1.1 or later (SWEET32, CVE-2016-2183).',
    ({ has64BitBlock }, protocol) => has64BitBlock && isTls11OrLater(protocol),
  ),
  protocolRule('ssl_3', 'B', 'SSLv3'),
  protocolRule('tls_1_0', 'B', 'TLSv1'),
  protocolRule('tls_1_1', 'B', 'TLSv1.1'),
  suiteRule('rc4', 'B', 'RC4 is offered.', ({ isRc4 }) => isRc4),
  withoutRule('no_aead', 'B', 'No cipher suite has authenticated encryption.', ({ isAead }) => isAead),
  withoutRule('no_forward_secrecy', 'B', 'No cipher suite has forward secrecy.', ({ isForwardSecret }) => isForwardSecret),
  {
    id: 'key_80',
    grade: 'B',
    text: 'The key or the key exchange is weak.',
    evidence: ({ keyPoints }) => (keyPoints <= 80 && keyPoints > 40 ? `The weakest has ${keyPoints} points.` : null),
  },
  reasonRule('incomplete_chain', 'B', 'The server does not send all of its chain.'),
];
