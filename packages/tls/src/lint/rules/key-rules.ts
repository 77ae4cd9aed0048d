import { DerReader, tags } from '../../x509/der.ts';
import { identifierText } from '../../x509/der-values.ts';
import type { LintRow } from '../rule.ts';
import type { LintSubject } from '../subject.ts';
import { hasClosePrimes, hasRocaFingerprint, smallFactor } from '../weak-rsa.ts';

const RSA = '1.2.840.113549.1.1.1';
const RSA_PSS = '1.2.840.113549.1.1.10';
const EC = '1.2.840.10045.2.1';
/** BR 6.1.6. */
const RECOMMENDED_EXPONENTS = [65_537n, 2n ** 256n - 1n] as const;

const algorithmOf = ({ certificate }: LintSubject): { readonly id: string; readonly parameters: Buffer } => {
  const reader = new DerReader(certificate.spki);
  reader.enter(tags.sequence);
  reader.expect(tags.sequence);
  const algorithm = reader.inside();
  algorithm.expect(tags.objectIdentifier);
  return { id: identifierText(algorithm), parameters: algorithm.bytes.subarray(algorithm.at, algorithm.end) };
};

const bigInteger = (bytes: Buffer): bigint => (bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`));

interface RsaNumbers {
  readonly modulus: bigint;
  readonly exponent: bigint;
  readonly bits: number;
}

/** Longer moduli exist only to cost a verifier time. */
const MAX_MODULUS_BYTES = 2_049;

const rsaNumbers = (subject: LintSubject): RsaNumbers | null => {
  const { id } = algorithmOf(subject);
  if (id !== RSA && id !== RSA_PSS) return null;
  const reader = new DerReader(subject.certificate.spki);
  reader.enter(tags.sequence);
  reader.expect(tags.sequence);
  reader.expectWholeBytes();
  const key = reader.inside();
  key.enter(tags.sequence);
  key.expect(tags.integer);
  if (key.stop - key.start > MAX_MODULUS_BYTES) return null;
  const modulus = bigInteger(key.contents());
  key.expect(tags.integer);
  return { modulus, exponent: bigInteger(key.contents()), bits: modulus === 0n ? 0 : modulus.toString(2).length };
};

const rsa =
  (finds: (key: RsaNumbers) => boolean | string) =>
  (subject: LintSubject): boolean | string => {
    const key = rsaNumbers(subject);
    return key !== null && finds(key);
  };

const allowedCurves: ReadonlySet<string | null> = new Set(['P-256', 'P-384', 'P-521']);

/** RFC 4055 section 1.2, RFC 5758 section 3.2 and RFC 8410 section 3; BR 7.1.3.2 repeats them as bytes. */
const isNullRequired = (id: string): boolean => id.startsWith('1.2.840.113549.1.1.') && id !== RSA_PSS;

const signatureParametersFault = ({ certificate }: LintSubject): boolean => {
  const reader = new DerReader(certificate.tbs);
  reader.enter(tags.sequence);
  reader.skipIf(0xa0);
  reader.expect(tags.integer);
  reader.expect(tags.sequence);
  const algorithm = reader.inside();
  algorithm.expect(tags.objectIdentifier);
  const id = identifierText(algorithm);
  if (id === RSA_PSS) return false;
  const parameters = algorithm.bytes.subarray(algorithm.at, algorithm.end);
  return isNullRequired(id) ? !parameters.equals(Buffer.from([tags.nothing, 0])) : parameters.length > 0;
};

const allowedSignatures: ReadonlySet<string> = new Set([
  'sha256WithRSAEncryption',
  'sha384WithRSAEncryption',
  'sha512WithRSAEncryption',
  'rsassaPss',
  'ecdsa-with-SHA256',
  'ecdsa-with-SHA384',
  'ecdsa-with-SHA512',
]);

/** BR 6.1.5, 6.1.6, 6.1.1.3 and 7.1.3: keys and signature algorithms. */
export const keyRows = {
  rsa_too_small: [
    'error',
    'BR 6.1.5',
    'all',
    'The RSA key has fewer than 2,048 bits',
    rsa(({ bits }) => bits < 2_048 && `${bits}`),
    { refusal: 'weak_key' },
  ],
  rsa_size_not_multiple_of_8: [
    'error',
    'BR 6.1.5',
    'all',
    'The size of the RSA key is not divisible by 8',
    rsa(({ bits }) => bits % 8 !== 0 && `${bits}`),
    { refusal: 'weak_key' },
  ],
  rsa_modulus_even: [
    'error',
    'BR 6.1.6',
    'all',
    'The RSA modulus is even.',
    rsa(({ modulus }) => modulus % 2n === 0n),
    { refusal: 'weak_key' },
  ],
  rsa_exponent_invalid: [
    'error',
    'BR 6.1.6',
    'all',
    'The RSA exponent is even or below 3.',
    rsa(({ exponent }) => exponent < 3n || exponent % 2n === 0n),
    { refusal: 'weak_key' },
  ],
  rsa_exponent_unusual: [
    'warning',
    'BR 6.1.6',
    'all',
    'The RSA exponent is below 65537 or above 2^256.',
    rsa(({ exponent }) => exponent < RECOMMENDED_EXPONENTS[0] || exponent > RECOMMENDED_EXPONENTS[1]),
  ],
  rsa_small_factor: [
    'error',
    'BR 6.1.6',
    'all',
    'The RSA modulus has a factor below 752',
    rsa(({ modulus }) => smallFactor(modulus)?.toString() ?? false),
    { refusal: 'weak_key' },
  ],
  rsa_roca: [
    'error',
    'BR 6.1.1.3',
    'all',
    'The RSA key has the fingerprint of ROCA (CVE-2017-15361) and can be factored.',
    rsa(({ modulus }) => hasRocaFingerprint(modulus)),
    { refusal: 'weak_key' },
  ],
  rsa_close_primes: [
    'error',
    'BR 6.1.1.3',
    'all',
    "The primes of the RSA key are so close that Fermat's method finds them.",
    rsa(({ modulus }) => hasClosePrimes(modulus)),
    { refusal: 'weak_key' },
  ],
  rsa_parameters: [
    'error',
    'RFC 3279 2.3.1',
    'all',
    'The algorithm identifier of the RSA key lacks its NULL parameters.',
    (subject) => {
      const { id, parameters } = algorithmOf(subject);
      return id === RSA && !parameters.equals(Buffer.from([tags.nothing, 0]));
    },
    { refusal: 'malformed' },
  ],
  rsa_pss_key: [
    'error',
    'BR 7.1.3.1.1',
    'all',
    'The RSA key is limited to RSASSA-PSS by its algorithm identifier.',
    (subject) => algorithmOf(subject).id === RSA_PSS,
  ],
  curve_not_allowed: [
    'error',
    'BR 6.1.5',
    'all',
    'The curve of the key is not P-256, P-384 or P-521',
    (subject) => {
      const { type, curve } = subject.certificate.keyFacts;
      return type === 'EC' && !allowedCurves.has(curve) && (curve ?? 'given by its parameters');
    },
    { refusal: 'weak_key' },
  ],
  key_type_not_allowed: [
    'error',
    'BR 6.1.5',
    'all',
    'The key is neither RSA nor ECDSA',
    (subject) => ![RSA, RSA_PSS, EC].includes(algorithmOf(subject).id) && subject.certificate.keyFacts.type,
  ],
  signature_weak: [
    'error',
    'BR 7.1.3.2.1',
    'issued',
    'The certificate is signed with a broken hash',
    ({ certificate }) => certificate.signatureAlgorithm.weak && certificate.signatureAlgorithm.name,
    { refusal: 'weak_signature' },
  ],
  signature_not_allowed: [
    'error',
    'BR 7.1.3.2',
    'issued',
    'The signature algorithm is not one of those allowed',
    ({ certificate: { signatureAlgorithm: algorithm } }) => !algorithm.weak && !allowedSignatures.has(algorithm.name) && algorithm.name,
  ],
  signature_parameters: [
    'error',
    'RFC 5758 3.2',
    'all',
    'The parameters of the signature algorithm are wrong: RSA has NULL, ECDSA none.',
    signatureParametersFault,
  ],
} satisfies Record<string, LintRow>;
