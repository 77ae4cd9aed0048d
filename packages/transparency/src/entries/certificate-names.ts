import { DerError, DerReader, type Frame, implicitTag, readTbsFrame, tags } from '@notafter/tls/x509';
import { comparableName } from '../domain-matcher.ts';
import type { TimestampedEntry } from './timestamped-entry.ts';

/** id-ce-subjectAltName as DER. */
const alternativeNames = Buffer.from('0603551d11', 'hex');
/** id-at-commonName as DER. */
const commonName = Buffer.from('0603550403', 'hex');
const DNS_NAME = implicitTag(2);
const IP_ADDRESS = implicitTag(7);
/** Longer common names are not host names (X.520 allows 64 characters). */
const COMMON_NAME_MAX = 255;

/** Receives the names of a certificate; returns true to stop. */
export interface NameVisitor {
  name(name: string): boolean;
  address?(bytes: Buffer): void;
  /** Receives each common name instead, null for one that is not a host name. */
  commonName?(name: string | null): void;
}

/** Finds the parts of an entry's TBSCertificate. Throws DerError. */
export const frameOf = ({ bytes, bodyStart, bodyEnd, isPrecertificate }: TimestampedEntry): Frame => {
  if (isPrecertificate) return readTbsFrame(bytes, bodyStart, bodyEnd);
  const reader = new DerReader(bytes, bodyStart, bodyEnd);
  reader.enter(tags.sequence);
  const { at } = reader;
  reader.expect(tags.sequence);
  return readTbsFrame(bytes, at, reader.at);
};

const startsWith = (bytes: Buffer, at: number, wanted: Buffer): boolean => {
  for (let index = 0; index < wanted.length; index += 1) if (bytes[at + index] !== wanted[index]) return false;
  return true;
};

const someGeneralName = (reader: DerReader, { name, address }: NameVisitor): boolean => {
  reader.enter(tags.sequence);
  while (reader.more) {
    const tag = reader.next();
    if (tag === DNS_NAME && name(comparableName(reader.bytes.toString('latin1', reader.start, reader.stop)))) return true;
    if (tag === IP_ADDRESS) address?.(reader.contents());
  }
  return false;
};

const someAlternativeName = (bytes: Buffer, { extensionsAt, extensionsEnd }: Frame, visitor: NameVisitor): boolean => {
  if (extensionsAt === extensionsEnd) return false;
  const list = new DerReader(bytes, extensionsAt, extensionsEnd);
  list.enter(tags.sequence);
  while (list.more) {
    list.expect(tags.sequence);
    // A length that is longer than needed could hide the identifier.
    if ((bytes[list.start + 1] ?? 0) > 0x7f) throw new DerError('An identifier has a long length.');
    if (!startsWith(bytes, list.start, alternativeNames)) continue;
    const extension = list.inside();
    extension.next();
    extension.skipIf(tags.boolean);
    extension.expect(tags.octetString);
    if (someGeneralName(extension.inside(), visitor)) return true;
  }
  return false;
};

/** Returns the comparable host name that a common name is; null if it is a name of another kind, such as "Example CA 1". */
const hostNameOf = (bytes: Buffer, { start, stop }: DerReader): string | null => {
  if (stop - start > COMMON_NAME_MAX) return null;
  const text = bytes.toString('latin1', start, stop);
  return text.includes('.') && !text.includes(' ') ? comparableName(text) : null;
};

const someCommonName = (bytes: Buffer, { subjectStart, subjectEnd }: Frame, visitor: NameVisitor): boolean => {
  const reader = new DerReader(bytes, subjectStart, subjectEnd);
  while (reader.more) {
    reader.expect(tags.set);
    const set = reader.inside();
    while (set.more) {
      set.expect(tags.sequence);
      if (!startsWith(bytes, set.start, commonName)) continue;
      const attribute = set.inside();
      attribute.next();
      attribute.next();
      const name = hostNameOf(bytes, attribute);
      if (visitor.commonName !== undefined) visitor.commonName(name);
      else if (name !== null && visitor.name(name)) return true;
    }
  }
  return false;
};

/** Letters, digits, hyphen, underscore, star and dot. */
const nameBytes = Uint8Array.from({ length: 256 }, (_, byte) => (/[A-Za-z0-9_*.-]/.test(String.fromCharCode(byte)) ? 1 : 0));

/** Visits each run of characters that may be a host name: certificates that are malformed must not hide their names. */
const someRun = (bytes: Buffer, start: number, end: number, visitor: NameVisitor): boolean => {
  let from = start;
  let hasDot = false;
  for (let at = start; at <= end; at += 1) {
    const byte = at < end ? (bytes[at] ?? 0) : 0;
    if (nameBytes[byte] === 1) {
      if (byte === 0x2e) hasDot = true;
      continue;
    }
    // Before a name is its length, which may look like a letter.
    if (hasDot && at - from > 3) {
      const run = bytes.toString('latin1', from, at);
      if (visitor.name(comparableName(run)) || visitor.name(comparableName(run.slice(1)))) return true;
    }
    from = at + 1;
    hasDot = false;
  }
  return false;
};

export interface VisitedNames {
  /** Whether the visitor stopped. */
  readonly isStopped: boolean;
  /** Why the certificate is malformed; null if it could be read. */
  readonly unreadable: string | null;
}

/**
 * Visits the comparable host names of an entry: alternative names and a common name that is one. Decodes nothing else. In a
 * malformed certificate, it visits everything that looks like a name. Never throws; takes time linear to the bytes.
 */
export const someName = (entry: TimestampedEntry, visitor: NameVisitor): VisitedNames => {
  const { bytes, bodyStart, bodyEnd } = entry;
  try {
    const frame = frameOf(entry);
    const isStopped = someAlternativeName(bytes, frame, visitor) || someCommonName(bytes, frame, visitor);
    return { isStopped, unreadable: null };
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return { isStopped: someRun(bytes, bodyStart, bodyEnd, visitor), unreadable: error.message };
  }
};
