import { readSignatureAlgorithm, type SignatureAlgorithm } from '../x509/algorithms.ts';
import type { Certificate } from '../x509/certificate.ts';
import { DerError, DerReader, explicitTag, tags } from '../x509/der.ts';
import { identifierText, readBoolean, readTime, smallInteger, timeValue } from '../x509/der-values.ts';
import { keyUsages } from '../x509/extensions.ts';
import { nameKey } from '../x509/names.ts';
import { isSignedWith } from '../x509/signature.ts';
import { type IssuingPoint, readIssuingPoint, wholeScope } from './issuing-point.ts';
import { createSerialIndex } from './serial-index.ts';

export interface RevokedEntry {
  /** Milliseconds since 1970; NaN where unreadable. */
  readonly revokedAt: number;
  readonly reasonCode: number | null;
}

/** A certificate revocation list (RFC 5280 section 5) over its DER bytes, of which it copies nothing. */
export interface Crl {
  readonly raw: Buffer;
  /** See `nameKey`. */
  readonly issuerKey: string;
  readonly thisUpdate: number;
  /** Null if the CRL does not say, which violates RFC 5280. */
  readonly nextUpdate: number | null;
  /** The certificates that the CRL covers. */
  readonly scope: IssuingPoint;
  /** Whether the CRL has its number (RFC 5280 section 5.2.3), which clients do without. */
  readonly hasNumber: boolean;
  /** Why the CRL is unusable for a plain check; null if it is usable. */
  readonly unusable: string | null;
  /** Returns whether the issuer may sign CRLs and signed this one. Cached per issuer. */
  isSignedBy(issuer: Certificate): boolean;
  /** Returns the entry for the INTEGER contents of a serial number. Throws DerError if the entries are truncated. */
  find(serial: Buffer): RevokedEntry | undefined;
}

const ISSUING_POINT = '2.5.29.28';
const CRL_NUMBER = '2.5.29.20';
const DELTA = '2.5.29.27';
const REASON = '2.5.29.21';
const CERTIFICATE_ISSUER = '2.5.29.29';

interface Extensions {
  scope: IssuingPoint;
  unusable: string | null;
  hasNumber: boolean;
}

const readExtensions = (reader: DerReader): Extensions => {
  const found: Extensions = { scope: wholeScope, unusable: null, hasNumber: false };
  reader.enter(explicitTag(0));
  reader.enter(tags.sequence);
  while (reader.more) {
    reader.expect(tags.sequence);
    const extension = reader.inside();
    extension.expect(tags.objectIdentifier);
    const name = identifierText(extension);
    const critical = extension.peek === tags.boolean && readBoolean(extension);
    extension.expect(tags.octetString);
    if (name === CRL_NUMBER) found.hasNumber = true;
    if (name === ISSUING_POINT) found.scope = readIssuingPoint(extension.inside());
    else if (name === DELTA) found.unusable = 'The CRL contains only changes (delta CRL).';
    else if (critical) found.unusable = `The CRL has an unknown critical extension (${name}).`;
  }
  return found;
};

const readEntry = (entry: DerReader): RevokedEntry => {
  const revokedAt = timeValue(entry, entry.next());
  let reasonCode: number | null = null;
  if (entry.more) {
    entry.enter(tags.sequence);
    while (entry.more) {
      entry.expect(tags.sequence);
      const extension = entry.inside();
      extension.expect(tags.objectIdentifier);
      const name = identifierText(extension);
      if (extension.peek === tags.boolean) readBoolean(extension);
      extension.expect(tags.octetString);
      if (name === CERTIFICATE_ISSUER) throw new DerError('An entry belongs to another issuer.');
      if (name !== REASON) continue;
      const value = extension.inside();
      value.expect(tags.enumerated);
      reasonCode = smallInteger(value);
    }
  }
  return { revokedAt, reasonCode };
};

/** Skips entries by their headers; decodes only the one requested. */
const findEntry = (raw: Buffer, start: number, stop: number, serial: Buffer): RevokedEntry | undefined => {
  // A serial number that is not in the bytes needs no search: all but a few of millions of lookups.
  const at = raw.indexOf(serial, start);
  if (at === -1 || at >= stop) return undefined;
  const reader = new DerReader(raw, start, stop);
  while (reader.more) {
    reader.expect(tags.sequence);
    const { at: next, end } = reader;
    reader.window(reader.start, reader.stop);
    reader.expect(tags.integer);
    const size = reader.stop - reader.start;
    if (size === serial.length && raw.compare(serial, 0, size, reader.start, reader.stop) === 0) return readEntry(reader);
    reader.window(next, end);
  }
  return undefined;
};

/** Reads a CRL. Throws DerError if it is unreadable. */
export const readCrl = (raw: Buffer): Crl => {
  const reader = new DerReader(raw);
  reader.expect(tags.sequence);
  if (reader.more) throw new DerError('The CRL has trailing bytes.');
  reader.window(reader.start, reader.stop);
  const tbsAt = reader.at;
  reader.expect(tags.sequence);
  const tbsStart = reader.start;
  const tbsEnd = reader.stop;
  reader.expect(tags.sequence);
  const algorithm: SignatureAlgorithm = readSignatureAlgorithm(raw, reader.start, reader.stop);
  reader.expectWholeBytes();
  const signature = reader.contents();
  reader.finish();
  reader.window(tbsStart, tbsEnd);
  if (reader.skipIf(tags.integer) && smallInteger(reader) !== 1) throw new DerError('The CRL has an unknown version.');
  reader.expect(tags.sequence);
  reader.expect(tags.sequence);
  const issuerKey = nameKey(raw, reader.start, reader.stop);
  const thisUpdate = readTime(reader);
  const nextUpdate = reader.peek === tags.utcTime || reader.peek === tags.generalizedTime ? readTime(reader) : null;
  const hasEntries = reader.skipIf(tags.sequence);
  const start = hasEntries ? reader.start : 0;
  const stop = hasEntries ? reader.stop : 0;
  const { scope, unusable, hasNumber } = reader.more ? readExtensions(reader) : { scope: wholeScope, unusable: null, hasNumber: false };
  const mayHave = createSerialIndex(raw, start, stop);
  const signers = new WeakMap<Certificate, boolean>();
  return {
    raw,
    issuerKey,
    thisUpdate,
    nextUpdate,
    scope,
    unusable,
    hasNumber,
    isSignedBy(issuer) {
      const known = signers.get(issuer);
      if (known !== undefined) return known;
      const { publicKey, extensions } = issuer;
      const may = extensions.keyUsage === null || (extensions.keyUsage & keyUsages.crlSign) !== 0;
      const isSigned = may && publicKey !== null && isSignedWith(algorithm, raw.subarray(tbsAt, tbsEnd), signature, publicKey);
      signers.set(issuer, isSigned);
      return isSigned;
    },
    find: (serial) => (mayHave(serial) ? findEntry(raw, start, stop, serial) : undefined),
  };
};
