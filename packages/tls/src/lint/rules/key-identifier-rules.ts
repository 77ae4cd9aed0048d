import { explicitTag, implicitTag, tags } from '../../x509/der.ts';
import type { LintRow } from '../rule.ts';
import type { LintSubject } from '../subject.ts';

const AKI = '2.5.29.35';
const SKI = '2.5.29.14';

interface AuthorityKeyIdentifier {
  readonly keyIdentifier: Buffer | null;
  readonly hasIssuerAndSerial: boolean;
}

const readAki = (subject: LintSubject): AuthorityKeyIdentifier | null => {
  const reader = subject.reader(AKI);
  if (reader === undefined) return null;
  reader.enter(tags.sequence);
  const keyIdentifier = reader.skipIf(implicitTag(0)) ? reader.contents() : null;
  const hasIssuer = reader.skipIf(explicitTag(1));
  const hasSerial = reader.skipIf(implicitTag(2));
  return { keyIdentifier, hasIssuerAndSerial: hasIssuer || hasSerial };
};

/** Whether the key identifier names another key than that of the issuer, or for a self-signed certificate, than its own. */
const isMismatch = (subject: LintSubject): boolean => {
  const wanted = readAki(subject)?.keyIdentifier?.toString('latin1');
  const issuer = subject.issuer ?? (subject.isSelfSigned ? subject.certificate : null);
  const own = issuer?.extensions.subjectKeyIdentifier ?? null;
  return wanted !== undefined && own !== null && wanted !== own;
};

/** RFC 5280 sections 4.2.1.1 and 4.2.1.2. */
export const keyIdentifierRows = {
  aki_missing: [
    'error',
    'RFC 5280 4.2.1.1',
    'issued',
    'The authority key identifier is missing.',
    (subject) => subject.extension(AKI) === undefined && !subject.isSelfSigned,
    { refusal: 'malformed' },
  ],
  root_aki_missing: [
    'notice',
    'BR 7.1.2.1.2',
    'root',
    'The root has no authority key identifier.',
    (subject) => subject.extension(AKI) === undefined,
    { from: '2023-09-15' },
  ],
  aki_critical: [
    'error',
    'RFC 5280 4.2.1.1',
    'all',
    'The authority key identifier is critical.',
    (subject) => subject.isCritical(AKI),
    { refusal: 'constraint_violation' },
  ],
  aki_without_key: [
    'error',
    'RFC 5280 4.2.1.1',
    'all',
    'The authority key identifier names no key.',
    (subject) => readAki(subject)?.keyIdentifier === null,
    { refusal: 'malformed' },
  ],
  aki_with_issuer: [
    'error',
    'BR 7.1.2.11.1',
    'all',
    "The authority key identifier has the issuer's name or serial number.",
    (subject) => readAki(subject)?.hasIssuerAndSerial === true,
    { refusal: 'malformed' },
  ],
  aki_mismatch: [
    'error',
    'RFC 5280 4.2.1.1',
    'all',
    "The authority key identifier is not the issuer's subject key identifier.",
    isMismatch,
    { refusal: 'constraint_violation' },
  ],
  ski_missing: [
    'error',
    'RFC 5280 4.2.1.2',
    'authority',
    'The subject key identifier of the CA is missing.',
    (subject) => subject.extension(SKI) === undefined,
    { refusal: 'malformed' },
  ],
  ski_critical: [
    'error',
    'RFC 5280 4.2.1.2',
    'all',
    'The subject key identifier is critical.',
    (subject) => subject.isCritical(SKI),
    { refusal: 'constraint_violation' },
  ],
  leaf_ski: [
    'notice',
    'BR 7.1.2.7.6',
    'leaf',
    'The certificate has a subject key identifier, which is not recommended.',
    (subject) => subject.extension(SKI) !== undefined,
    { from: '2023-09-15' },
  ],
} satisfies Record<string, LintRow>;
