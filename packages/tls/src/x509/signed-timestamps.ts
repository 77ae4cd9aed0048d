import type { SctDelivery, SctFact } from '@notafter/domain';
import { DerError, DerReader, tags } from './der.ts';

/** A timestamp of a list, with its bytes, which hold the signature of its log. */
export interface ReadTimestamp {
  readonly fact: SctFact;
  /** A SignedCertificateTimestamp (RFC 6962 section 3.2). */
  readonly bytes: Buffer;
}

/** Real lists have two to five. */
const MAX_TIMESTAMPS = 20;
/** Version, log ID, timestamp, and the lengths of extensions and signature (RFC 6962 section 3.2). */
const MIN_SCT_BYTES = 1 + 32 + 8 + 2 + 2 + 2;
/** The last millisecond of the year 9999. */
const MAX_INSTANT = 253_402_300_799_999n;

/** Returns the timestamps of a SignedCertificateTimestampList (RFC 6962 section 3.3), without those that are unreadable. */
export const readTimestampList = (list: Buffer, by: SctDelivery): readonly ReadTimestamp[] => {
  const found: ReadTimestamp[] = [];
  if (list.length < 2) return found;
  const end = Math.min(list.length, 2 + list.readUInt16BE(0));
  for (let at = 2; at + 2 <= end && found.length < MAX_TIMESTAMPS; ) {
    const size = list.readUInt16BE(at);
    const start = at + 2;
    at = start + size;
    if (at > end) break;
    if (size < MIN_SCT_BYTES || list[start] !== 0) continue;
    const instant = list.readBigUInt64BE(start + 33);
    if (instant > MAX_INSTANT) continue;
    const fact = { log: list.toString('base64', start + 1, start + 33), at: new Date(Number(instant)).toISOString(), by };
    found.push({ fact, bytes: list.subarray(start, at) });
  }
  return found;
};

/** Returns the list in a reader's next OCTET STRING; empty if it is unreadable. */
const readWrapped = (reader: DerReader, by: SctDelivery): readonly ReadTimestamp[] => {
  try {
    reader.expect(tags.octetString);
    return readTimestampList(reader.bytes.subarray(reader.start, reader.stop), by);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return [];
  }
};

/** Returns the timestamps in the certificate's extension. */
export const readEmbeddedTimestamps = (extension: DerReader | undefined): readonly ReadTimestamp[] =>
  extension === undefined ? [] : readWrapped(extension, 'embedded');

/** OID 1.3.6.1.4.1.11129.2.4.5 as DER: the timestamps in an OCSP response (RFC 6962 section 3.3). */
const stapledTimestamps = Buffer.from('060a2b06010401d679020405', 'hex');

/** Returns the timestamps of a stapled OCSP response, null if it has none. The response itself is not judged. */
export const readStapledTimestamps = (staple: Buffer): readonly ReadTimestamp[] | null => {
  const found = staple.indexOf(stapledTimestamps);
  if (found === -1) return null;
  const reader = new DerReader(staple, found + stapledTimestamps.length);
  try {
    reader.skipIf(tags.boolean);
    reader.expect(tags.octetString);
  } catch (error) {
    if (!(error instanceof DerError)) throw error;
    return [];
  }
  return readWrapped(new DerReader(staple, reader.start, reader.stop), 'ocsp');
};
