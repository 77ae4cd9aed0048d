import { DerReader, tags } from '../../x509/der.ts';
import { readMustStaple } from '../../x509/extensions.ts';
import { accessesOf, OCSP } from '../access-lists.ts';
import type { LintRow } from '../rule.ts';
import type { LintSubject } from '../subject.ts';

const TIMESTAMPS = '1.3.6.1.4.1.11129.2.4.2';
const TLS_FEATURE = '1.3.6.1.5.5.7.1.24';
const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';

/** A version 1 timestamp without extensions and signature: version, log, time, length (RFC 6962 section 3.2). */
const MIN_TIMESTAMP = 1 + 32 + 8 + 2;

/** Whether the list of timestamps has the shape of RFC 6962 section 3.3: lengths that add up, at least one entry. */
const isTimestampList = (value: Buffer): boolean => {
  const reader = new DerReader(value);
  reader.expect(tags.octetString);
  if (reader.more) return false;
  const list = reader.contents();
  if (list.length < 2 || list.readUInt16BE(0) !== list.length - 2) return false;
  let at = 2;
  while (at + 2 <= list.length) {
    const size = list.readUInt16BE(at);
    const version = list[at + 2];
    if (size < MIN_TIMESTAMP || version !== 0) return false;
    at += 2 + size;
  }
  return at === list.length && at > 2;
};

/** QCStatements: a SEQUENCE of statements, each with an identifier and at most one value (RFC 3739 section 3.2.6). */
const isStatementList = (value: Buffer): boolean => {
  const reader = new DerReader(value);
  if (reader.next() !== tags.sequence || reader.more || reader.start === reader.stop) return false;
  const statements = reader.inside();
  while (statements.more) {
    if (statements.next() !== tags.sequence) return false;
    const statement = statements.inside();
    if (statement.next() !== tags.objectIdentifier) return false;
    if (statement.more) statement.next();
    if (statement.more) return false;
  }
  return true;
};

const hasShape =
  (id: string, isSound: (value: Buffer) => boolean) =>
  (subject: LintSubject): boolean => {
    const extension = subject.extension(id);
    return extension !== undefined && !isSound(extension.value);
  };

const mustStaple = (subject: LintSubject): boolean => {
  const reader = subject.reader(TLS_FEATURE);
  return reader !== undefined && readMustStaple(reader);
};

/** Certificate Transparency, must-staple, qualified certificates and other extensions. */
export const otherExtensionRows = {
  sct_list_shape: [
    'error',
    'RFC 6962 3.3',
    'leaf',
    'The list of Certificate Transparency timestamps is malformed.',
    hasShape(TIMESTAMPS, isTimestampList),
  ],
  sct_list_critical: [
    'error',
    'RFC 6962 3.3',
    'leaf',
    'The list of Certificate Transparency timestamps is critical.',
    (subject) => subject.isCritical(TIMESTAMPS),
    { refusal: 'constraint_violation' },
  ],
  tls_feature_critical: [
    'error',
    'RFC 7633 4',
    'leaf',
    'The TLS feature (must-staple) is critical.',
    (subject) => subject.isCritical(TLS_FEATURE),
    { refusal: 'constraint_violation' },
  ],
  must_staple_without_ocsp: [
    'warning',
    'RFC 7633 4.3.2',
    'leaf',
    'The certificate requires a stapled OCSP response, but names no OCSP responder.',
    (subject) => mustStaple(subject) && accessesOf(subject).every(({ method }) => method !== OCSP),
  ],
  qc_statements_shape: [
    'error',
    'RFC 3739 3.2.6',
    'leaf',
    'The qualified certificate statements are malformed.',
    hasShape(QC_STATEMENTS, isStatementList),
  ],
  qc_statements_critical: [
    'warning',
    'ETSI EN 319 412-5 4.1',
    'leaf',
    'The qualified certificate statements are critical.',
    (subject) => subject.isCritical(QC_STATEMENTS),
  ],
  freshest_crl_critical: [
    'error',
    'RFC 5280 4.2.1.15',
    'all',
    'The location of delta CRLs is critical.',
    (subject) => subject.isCritical('2.5.29.46'),
  ],
  directory_attributes_critical: [
    'error',
    'RFC 5280 4.2.1.8',
    'all',
    'The subject directory attributes are critical.',
    (subject) => subject.isCritical('2.5.29.9'),
  ],
} satisfies Record<string, LintRow>;
