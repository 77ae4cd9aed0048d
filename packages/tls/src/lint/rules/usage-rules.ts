import { tags } from '../../x509/der.ts';
import { identifierText, namedBits } from '../../x509/der-values.ts';
import type { LintRow } from '../rule.ts';
import type { LintSubject } from '../subject.ts';

const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';

const usages = {
  digitalSignature: 1,
  nonRepudiation: 2,
  keyEncipherment: 4,
  dataEncipherment: 8,
  keyAgreement: 16,
  keyCertSign: 32,
  cRLSign: 64,
  encipherOnly: 128,
  decipherOnly: 256,
} as const;
type Usage = keyof typeof usages;

const usageBits = (subject: LintSubject): number | null => {
  const reader = subject.reader(KEY_USAGE);
  if (reader === undefined) return null;
  reader.expect(tags.bitString);
  return namedBits(reader);
};

const hasUsage = (subject: LintSubject, usage: Usage): boolean => ((usageBits(subject) ?? 0) & usages[usage]) !== 0;
const lacksUsage = (subject: LintSubject, usage: Usage): boolean => usageBits(subject) !== null && !hasUsage(subject, usage);
const firstUsage = (subject: LintSubject, ...forbidden: readonly Usage[]): string | undefined =>
  forbidden.find((usage) => hasUsage(subject, usage));

const isElliptic = ({ certificate }: LintSubject): boolean => certificate.keyFacts.type === 'EC';

/** DER leaves out the zeros at the end of a list of named bits (X.690 section 11.2.2). */
const hasTrailingZeros = (subject: LintSubject): boolean => {
  const reader = subject.reader(KEY_USAGE);
  if (reader === undefined) return false;
  reader.expect(tags.bitString);
  const [unused = 0, ...bytes] = reader.contents();
  const last = bytes.at(-1);
  return last !== undefined && (last & (1 << unused)) === 0;
};

const purposes = {
  server: '1.3.6.1.5.5.7.3.1',
  client: '1.3.6.1.5.5.7.3.2',
  any: '2.5.29.37.0',
} as const;
/** BR 7.1.2.7.10 and 7.1.2.10.6. */
const forbiddenPurposes = new Map([
  ['1.3.6.1.5.5.7.3.3', 'code signing'],
  ['1.3.6.1.5.5.7.3.4', 'email protection'],
  ['1.3.6.1.5.5.7.3.8', 'time stamping'],
  ['1.3.6.1.5.5.7.3.9', 'OCSP signing'],
  ['1.3.6.1.4.1.11129.2.4.4', 'precertificate signing'],
]);

const purposesIn = (subject: LintSubject): string[] => {
  const reader = subject.reader(EXTENDED_KEY_USAGE);
  if (reader === undefined) return [];
  reader.enter(tags.sequence);
  const found: string[] = [];
  while (reader.more) {
    reader.expect(tags.objectIdentifier);
    found.push(identifierText(reader));
  }
  return found;
};
const hasPurpose = (subject: LintSubject, purpose: keyof typeof purposes): boolean => purposesIn(subject).includes(purposes[purpose]);
const hasPurposes = (subject: LintSubject): boolean => subject.extension(EXTENDED_KEY_USAGE) !== undefined;
const forbiddenPurpose = (subject: LintSubject): string | undefined =>
  purposesIn(subject).flatMap((purpose) => forbiddenPurposes.get(purpose) ?? [])[0];

/** BR 2.0.0 (ballot SC-062): the certificate profiles. */
const profiles = { from: '2023-09-15' } as const;

/** RFC 5280 sections 4.2.1.3 and 4.2.1.12, BR 7.1.2.7.10, 7.1.2.7.11, 7.1.2.10.6 and 7.1.2.10.7: what a key may do. */
export const usageRows = {
  ku_not_critical: ['warning', 'RFC 5280 4.2.1.3', 'all', 'The key usage is not critical.', (subject) => subject.isNotCritical(KEY_USAGE)],
  ku_padded: [
    'error',
    'X.690 11.2.2',
    'all',
    'The key usage is written with zeros at its end.',
    hasTrailingZeros,
    { refusal: 'malformed' },
  ],
  ku_missing: ['notice', 'BR 7.1.2.7.6', 'leaf', 'The key usage is missing.', (subject) => subject.extension(KEY_USAGE) === undefined],
  authority_ku_missing: [
    'error',
    'RFC 5280 4.2.1.3',
    'authority',
    'The key usage of the CA is missing.',
    (subject) => subject.extension(KEY_USAGE) === undefined,
  ],
  authority_cert_sign_missing: [
    'error',
    'RFC 5280 4.2.1.3',
    'authority',
    'The key usage of the CA does not allow it to sign certificates.',
    (subject) => lacksUsage(subject, 'keyCertSign'),
    { refusal: 'constraint_violation' },
  ],
  authority_crl_sign_missing: [
    'error',
    'BR 7.1.2.10.7',
    'authority',
    'The key usage of the CA does not allow it to sign CRLs.',
    (subject) => lacksUsage(subject, 'cRLSign'),
  ],
  authority_ku_forbidden: [
    'error',
    'BR 7.1.2.10.7',
    'authority',
    'The key usage of the CA allows what it may not',
    (subject) =>
      firstUsage(subject, 'nonRepudiation', 'keyEncipherment', 'dataEncipherment', 'keyAgreement', 'encipherOnly', 'decipherOnly'),
    profiles,
  ],
  leaf_cert_sign: [
    'error',
    'RFC 5280 4.2.1.9',
    'leaf',
    'The key usage allows signing certificates, but the certificate is not a CA.',
    (subject) => hasUsage(subject, 'keyCertSign') && subject.certificate.extensions.basicConstraints?.isCa !== true,
    { refusal: 'malformed' },
  ],
  leaf_ku_forbidden: [
    'error',
    'BR 7.1.2.7.11',
    'leaf',
    'The key usage allows what the key type may not',
    (subject) =>
      isElliptic(subject)
        ? firstUsage(subject, 'nonRepudiation', 'keyEncipherment', 'dataEncipherment', 'cRLSign', 'encipherOnly', 'decipherOnly')
        : firstUsage(subject, 'nonRepudiation', 'keyAgreement', 'cRLSign', 'encipherOnly', 'decipherOnly'),
    profiles,
  ],
  leaf_signature_missing: [
    'error',
    'BR 7.1.2.7.11',
    'leaf',
    'The key usage of an ECDSA key does not allow signatures.',
    (subject) => isElliptic(subject) && lacksUsage(subject, 'digitalSignature'),
    profiles,
  ],
  leaf_ku_discouraged: [
    'notice',
    'BR 7.1.2.7.11',
    'leaf',
    'The key usage allows what is not recommended',
    (subject) => firstUsage(subject, isElliptic(subject) ? 'keyAgreement' : 'dataEncipherment'),
    profiles,
  ],
  eku_missing: [
    'error',
    'BR 7.1.2.7.6',
    'leaf',
    'The extended key usage is missing.',
    (subject) => !hasPurposes(subject),
    { refusal: 'wrong_purpose' },
  ],
  eku_any: [
    'error',
    'BR 7.1.2.7.10',
    'leaf',
    'The extended key usage allows any purpose.',
    (subject) => hasPurpose(subject, 'any'),
    { refusal: 'wrong_purpose' },
  ],
  eku_critical: [
    'error',
    'BR 7.1.2.7.6',
    'issued',
    'The extended key usage is critical.',
    (subject) => subject.isCritical(EXTENDED_KEY_USAGE),
    { refusal: 'malformed' },
  ],
  eku_without_server: [
    'error',
    'BR 7.1.2.7.10',
    'leaf',
    'The extended key usage does not allow server authentication.',
    (subject) => hasPurposes(subject) && !hasPurpose(subject, 'server'),
  ],
  eku_forbidden: ['error', 'BR 7.1.2.7.10', 'leaf', 'The extended key usage allows what it may not', forbiddenPurpose],
  eku_other: [
    'notice',
    'BR 7.1.2.7.10',
    'leaf',
    'The extended key usage has a purpose that is not recommended',
    (subject) => purposesIn(subject).find((each) => !Object.values<string>(purposes).includes(each) && !forbiddenPurposes.has(each)),
    profiles,
  ],
  root_eku: ['error', 'BR 7.1.2.1.2', 'root', 'The root has an extended key usage.', hasPurposes, { refusal: 'wrong_purpose' }],
  authority_eku_missing: [
    'error',
    'BR 7.1.2.6.1',
    'intermediate',
    'The extended key usage of the intermediate is missing.',
    (subject) => !hasPurposes(subject),
    profiles,
  ],
  authority_eku_any: [
    'error',
    'BR 7.1.2.10.6',
    'intermediate',
    'The extended key usage of the intermediate allows any purpose.',
    (subject) => hasPurpose(subject, 'any'),
    profiles,
  ],
  authority_eku_forbidden: [
    'error',
    'BR 7.1.2.10.6',
    'intermediate',
    'The extended key usage of the intermediate allows what it may not',
    forbiddenPurpose,
    profiles,
  ],
} satisfies Record<string, LintRow>;
