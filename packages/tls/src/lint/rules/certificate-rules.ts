import { DerReader, tags } from '../../x509/der.ts';
import { readAttributes } from '../attributes.ts';
import { firstRepeated, type LintRow } from '../rule.ts';
import type { LintSubject } from '../subject.ts';

/** RFC 5280 section 4.1.2.2. */
const MAX_SERIAL_BYTES = 20;
/** 64 bits from a random source fit in fewer only by chance, one time in 256. */
const MIN_SERIAL_BYTES = 8;
const YEAR_2050 = Date.UTC(2050, 0, 1);

const isNotPositive = ({ certificate: { serial } }: LintSubject): boolean =>
  (serial[0] ?? 0x80) > 0x7f || serial.every((byte) => byte === 0);

/** Whether an INTEGER has a first byte that says nothing (X.690 section 8.3.2). */
const isPadded = (bytes: Buffer): boolean =>
  bytes.length > 1 && ((bytes[0] === 0 && (bytes[1] ?? 0) < 0x80) || (bytes[0] === 0xff && (bytes[1] ?? 0) > 0x7f));

/** Visits all elements and those within them, at any depth, until `see` returns true. */
const someElement = (bytes: Buffer, see: (tag: number, contents: Buffer, reader: DerReader) => boolean): boolean => {
  const inner: DerReader[] = [new DerReader(bytes)];
  for (let reader = inner.pop(); reader !== undefined; reader = inner.pop()) {
    while (reader.more) {
      const tag = reader.next();
      if (see(tag, reader.contents(), reader)) return true;
      if ((tag & 0x20) !== 0) inner.push(reader.inside());
    }
  }
  return false;
};

const datesWritten = ({ certificate, body }: LintSubject): readonly (readonly [tag: number, time: number])[] => {
  const [before, after] = body().dateTags;
  return [
    [before, certificate.notBefore],
    [after, certificate.notAfter],
  ];
};

/** RFC 5280 section 4 and X.690: the frame of a certificate, its number, dates and encoding. */
export const certificateRows = {
  version_not_3: [
    'error',
    'RFC 5280 4.1.2.1',
    'all',
    'The certificate is not version 3, the only one with extensions.',
    ({ certificate }) => certificate.version !== 3,
    { refusal: 'malformed' },
  ],
  serial_not_positive: [
    'error',
    'RFC 5280 4.1.2.2',
    'issued',
    'The serial number is zero or negative.',
    isNotPositive,
    { refusal: 'malformed' },
  ],
  root_serial_not_positive: ['error', 'RFC 5280 4.1.2.2', 'root', 'The serial number of the root is zero or negative.', isNotPositive],
  serial_too_long: [
    'error',
    'RFC 5280 4.1.2.2',
    'all',
    'The serial number takes more than 20 octets.',
    ({ certificate }) => certificate.serial.length > MAX_SERIAL_BYTES,
    { refusal: 'malformed' },
  ],
  serial_too_short: [
    'warning',
    'BR 7.1.2.7',
    'issued',
    'The serial number is too short for 64 random bits.',
    (subject) => !isNotPositive(subject) && subject.certificate.serial.length < MIN_SERIAL_BYTES,
    { from: '2016-09-30' },
  ],
  integer_not_minimal: [
    'error',
    'X.690 8.3.2',
    'all',
    'An integer is not in its shortest form.',
    ({ certificate }) => someElement(certificate.tbs, (tag, contents) => tag === tags.integer && isPadded(contents)),
    { refusal: 'malformed' },
  ],
  length_not_minimal: [
    'error',
    'X.690 10.1',
    'all',
    'A length takes more bytes than it needs.',
    ({ certificate }) => someElement(certificate.raw, (_tag, _contents, reader) => reader.longLengths),
    { refusal: 'malformed' },
  ],
  boolean_not_der: [
    'error',
    'X.690 11.1',
    'all',
    'A true BOOLEAN is not written as FF.',
    ({ certificate }) => someElement(certificate.tbs, (tag, contents) => tag === tags.boolean && contents[0] !== 0 && contents[0] !== 0xff),
    { refusal: 'malformed' },
  ],
  default_written: [
    'error',
    'X.690 11.5',
    'all',
    'A value is written although it is the default: critical FALSE.',
    (subject) => subject.extensions().some(({ writtenCritical }) => writtenCritical?.[0] === 0),
  ],
  unique_identifier: [
    'error',
    'RFC 5280 4.1.2.8',
    'all',
    'The certificate has an issuer or subject unique identifier.',
    ({ body }) => body().hasUniqueIdentifiers,
  ],
  signature_algorithms_differ: [
    'error',
    'RFC 5280 4.1.1.2',
    'all',
    'The signed signature algorithm differs from the one outside.',
    ({ certificate }) => !certificate.namesOneAlgorithm,
    { refusal: 'malformed' },
  ],
  issuer_empty: [
    'error',
    'RFC 5280 4.1.2.4',
    'all',
    'The issuer is an empty name.',
    ({ certificate }) => certificate.issuer.length === 0,
    { refusal: 'malformed' },
  ],
  authority_subject_empty: [
    'error',
    'RFC 5280 4.1.2.6',
    'authority',
    'The subject of the CA is an empty name.',
    ({ certificate }) => certificate.subject.length === 0,
    { refusal: 'malformed' },
  ],
  issuer_name_differs: [
    'error',
    'BR 7.1.4.1',
    'issued',
    "The issuer is not byte for byte the issuing CA's subject.",
    ({ certificate, issuer }) => issuer !== null && !certificate.issuer.equals(issuer.subject),
  ],
  date_form: [
    'error',
    'RFC 5280 4.1.2.5',
    'all',
    'A date is not in UTC to the second',
    ({ certificate }) => certificate.dateFault ?? false,
    { refusal: 'malformed' },
  ],
  utc_time_expected: [
    'error',
    'RFC 5280 4.1.2.5',
    'all',
    'A date before 2050 is a GeneralizedTime instead of a UTCTime.',
    (subject) => datesWritten(subject).some(([tag, time]) => tag === tags.generalizedTime && time < YEAR_2050),
    { refusal: 'malformed' },
  ],
  validity_reversed: [
    'error',
    'RFC 5280 4.1.2.5',
    'all',
    'The certificate ends before it begins.',
    ({ certificate }) => certificate.notBefore > certificate.notAfter,
  ],
  outlives_issuer: [
    'notice',
    'RFC 5280 6.1.3',
    'issued',
    'The certificate is valid for longer than the one that issued it.',
    ({ certificate, issuer }) => issuer !== null && certificate.notAfter > issuer.notAfter,
  ],
  extensions_unreadable: [
    'error',
    'RFC 5280 4.2',
    'all',
    'An extension cannot be read',
    ({ certificate }) => {
      certificate.extensions.readAll();
      return certificate.extensions.faults[0];
    },
    { refusal: 'malformed' },
  ],
  extension_duplicated: [
    'error',
    'RFC 5280 4.2',
    'all',
    'An extension occurs twice',
    (subject) => firstRepeated(subject.extensions().map(({ id }) => id)),
    { refusal: 'malformed' },
  ],
  critical_unknown: [
    'error',
    'RFC 5280 4.2',
    'all',
    'An unknown extension is critical',
    ({ certificate }) => certificate.extensions.unknownCritical ?? false,
    { refusal: 'constraint_violation' },
  ],
  precertificate: [
    'error',
    'RFC 6962 3.1',
    'leaf',
    'The certificate is a precertificate, which no server may use.',
    (subject) => subject.extension('1.3.6.1.4.1.11129.2.4.3') !== undefined,
  ],
  name_unreadable: [
    'error',
    'RFC 5280 4.1.2.4',
    'all',
    'The subject has a relative name without attributes.',
    ({ certificate }) => readAttributes(certificate.subject).some((attributes) => attributes.length === 0),
    { refusal: 'malformed' },
  ],
} satisfies Record<string, LintRow>;
