/** LogEntryType (RFC 6962 section 3.1). */
const CERTIFICATE = 0;
const PRECERTIFICATE = 1;
const KEY_HASH_BYTES = 32;

/** A TimestampedEntry (RFC 6962 section 3.4) of a known type, as bounds in the bytes that hold it. */
export interface TimestampedEntry {
  readonly bytes: Buffer;
  readonly isPrecertificate: boolean;
  /** Milliseconds since 1970; null if it is after the year 9999: logs sign what they like. */
  readonly loggedAt: number | null;
  /** The certificate, or the precertificate's TBSCertificate without its poison. */
  readonly bodyStart: number;
  readonly bodyEnd: number;
  readonly extensionsStart: number;
  readonly extensionsEnd: number;
}

export type DecodedEntry =
  | { readonly kind: 'entry'; readonly entry: TimestampedEntry }
  /** An entry type that this program does not know; its length is unknown, too. */
  | { readonly kind: 'unknown'; readonly type: number }
  | { readonly kind: 'truncated' };

/** In milliseconds since 1970; dates after it have no usual form. */
const LAST_TIME = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const timeAt = (bytes: Buffer, at: number): number | null => {
  const time = bytes.readUInt32BE(at) * 2 ** 32 + bytes.readUInt32BE(at + 4);
  return time <= LAST_TIME ? time : null;
};

const truncated: DecodedEntry = { kind: 'truncated' };

/** Returns the end of a vector at `at` whose length takes `lengthBytes`; -1 if it ends outside. */
export const vectorEnd = (bytes: Buffer, at: number, lengthBytes: 2 | 3, end: number): number => {
  if (at + lengthBytes > end) return -1;
  const stop = at + lengthBytes + bytes.readUIntBE(at, lengthBytes);
  return stop > end ? -1 : stop;
};

/** Decodes the TimestampedEntry that starts at `at`. */
export const decodeTimestampedEntry = (bytes: Buffer, at: number, end: number): DecodedEntry => {
  if (at + 10 > end) return truncated;
  const type = bytes.readUInt16BE(at + 8);
  if (type !== CERTIFICATE && type !== PRECERTIFICATE) return { kind: 'unknown', type };
  const bodyAt = at + 10 + (type === PRECERTIFICATE ? KEY_HASH_BYTES : 0);
  const bodyEnd = vectorEnd(bytes, bodyAt, 3, end);
  const extensionsEnd = bodyEnd === -1 ? -1 : vectorEnd(bytes, bodyEnd, 2, end);
  if (extensionsEnd === -1) return truncated;
  return {
    kind: 'entry',
    entry: {
      bytes,
      isPrecertificate: type === PRECERTIFICATE,
      loggedAt: timeAt(bytes, at),
      bodyStart: bodyAt + 3,
      bodyEnd,
      extensionsStart: bodyEnd + 2,
      extensionsEnd,
    },
  };
};

/** ExtensionType leaf_index (C2SP static-ct-api). */
const LEAF_INDEX = 0;
const LEAF_INDEX_BYTES = 5;

/** Returns the index among the extensions of an entry or timestamp with these bounds; null if it has none. */
export const leafIndexOf = (bytes: Buffer, start: number, end: number): number | null => {
  for (let at = start; at + 3 <= end; ) {
    const stop = vectorEnd(bytes, at + 1, 2, end);
    if (stop === -1) return null;
    if (bytes[at] === LEAF_INDEX) return stop - at - 3 === LEAF_INDEX_BYTES ? bytes.readUIntBE(at + 3, LEAF_INDEX_BYTES) : null;
    at = stop;
  }
  return null;
};
