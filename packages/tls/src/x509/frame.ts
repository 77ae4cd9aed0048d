import { DerError, DerReader, explicitTag, implicitTag, tags } from './der.ts';
import { isShortestInteger, readTime, smallInteger } from './der-values.ts';

/** Longer certificates are rejected unread; the largest in the wild are below 100 KB. */
const MAX_CERTIFICATE_BYTES = 2_000_000;

/** Offsets of the parts of a certificate, and its dates. `Start` and `End` bound contents, `At` and `End` whole elements. */
export class Frame {
  version = 1;
  /** Milliseconds since 1970; NaN if unreadable. */
  notBefore = Number.NaN;
  notAfter = Number.NaN;
  tbsAt = 0;
  tbsEnd = 0;
  algorithmStart = 0;
  algorithmEnd = 0;
  innerAlgorithmStart = 0;
  innerAlgorithmEnd = 0;
  signatureStart = 0;
  signatureEnd = 0;
  serialStart = 0;
  serialEnd = 0;
  issuerAt = 0;
  issuerStart = 0;
  issuerEnd = 0;
  subjectStart = 0;
  subjectEnd = 0;
  spkiAt = 0;
  spkiStart = 0;
  spkiEnd = 0;
  /** 0 to 0 without extensions. */
  extensionsAt = 0;
  extensionsEnd = 0;
  /** Why the dates are unreadable; null if they are readable. */
  dateFault: string | null = null;
  /** Other faults, although all parts were found. */
  readonly faults: string[] = [];
}

const readValidity = (reader: DerReader, frame: Frame): void => {
  try {
    frame.notBefore = readTime(reader);
    frame.notAfter = readTime(reader);
    reader.finish();
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    frame.dateFault = error.message;
  }
};

const readVersion = (reader: DerReader): number => {
  if (!reader.skipIf(explicitTag(0))) return 1;
  const version = reader.inside();
  version.expect(tags.integer);
  version.finish();
  return smallInteger(version) + 1;
};

/** TBSCertificate, within the reader's window. */
const readBody = (reader: DerReader, frame: Frame): void => {
  frame.version = readVersion(reader);
  reader.expect(tags.integer);
  frame.serialStart = reader.start;
  frame.serialEnd = reader.stop;
  if (!isShortestInteger(reader)) frame.faults.push('The serial number is not in its shortest form.');
  reader.expect(tags.sequence);
  frame.innerAlgorithmStart = reader.start;
  frame.innerAlgorithmEnd = reader.stop;
  frame.issuerAt = reader.at;
  reader.expect(tags.sequence);
  frame.issuerStart = reader.start;
  frame.issuerEnd = reader.stop;
  reader.expect(tags.sequence);
  const { at, end } = reader;
  reader.window(reader.start, reader.stop);
  readValidity(reader, frame);
  reader.window(at, end);
  reader.expect(tags.sequence);
  frame.subjectStart = reader.start;
  frame.subjectEnd = reader.stop;
  frame.spkiAt = reader.at;
  reader.expect(tags.sequence);
  frame.spkiStart = reader.start;
  frame.spkiEnd = reader.stop;
  const hasIssuerId = reader.skipIf(implicitTag(1));
  const hasSubjectId = reader.skipIf(implicitTag(2));
  const hasExtensions = reader.skipIf(explicitTag(3));
  if (hasExtensions) {
    frame.extensionsAt = reader.start;
    frame.extensionsEnd = reader.stop;
    if (reader.start === reader.stop) frame.faults.push('The list of extensions is missing.');
  }
  reader.finish();
  if (frame.version > 3) frame.faults.push('The version is not 1, 2 or 3.');
  if (hasExtensions && frame.version !== 3) frame.faults.push('Extensions need version 3.');
  if ((hasIssuerId || hasSubjectId) && frame.version === 1) frame.faults.push('Unique identifiers need version 2.');
};

/** Finds the parts of a TBSCertificate with these bounds, as logs have it of a precertificate. Throws DerError. */
export const readTbsFrame = (raw: Buffer, at: number, end: number): Frame => {
  const frame = new Frame();
  const reader = new DerReader(raw, at, end);
  frame.tbsAt = at;
  frame.tbsEnd = end;
  reader.enter(tags.sequence);
  readBody(reader, frame);
  return frame;
};

/** Finds the parts of a certificate (RFC 5280 section 4.1) in one pass. Throws DerError for a broken frame. */
export const readFrame = (raw: Buffer): Frame => {
  if (raw.length > MAX_CERTIFICATE_BYTES) throw new DerError('The certificate is too large.');
  const frame = new Frame();
  const reader = new DerReader(raw);
  reader.expect(tags.sequence);
  if (reader.more) throw new DerError('The certificate has trailing bytes.');
  reader.window(reader.start, reader.stop);
  frame.tbsAt = reader.at;
  reader.expect(tags.sequence);
  const bodyStart = reader.start;
  frame.tbsEnd = reader.stop;
  reader.expect(tags.sequence);
  frame.algorithmStart = reader.start;
  frame.algorithmEnd = reader.stop;
  reader.expectWholeBytes();
  frame.signatureStart = reader.start;
  frame.signatureEnd = reader.stop;
  reader.finish();
  reader.window(bodyStart, frame.tbsEnd);
  readBody(reader, frame);
  if (reader.longLengths) frame.faults.push('A length is not in its shortest form.');
  return frame;
};
