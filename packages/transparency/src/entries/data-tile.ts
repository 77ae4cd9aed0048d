import { HASH_BYTES, leafHash } from '../merkle/hashes.ts';
import type { LogEntry } from './log-entry.ts';
import { decodeTimestampedEntry, leafIndexOf, vectorEnd } from './timestamped-entry.ts';

/** Version v1 and MerkleLeafType timestamped_entry, which precede a TimestampedEntry in its leaf (RFC 6962 section 3.4). */
const leafHead = Buffer.alloc(2);

interface DataTile {
  readonly entries: readonly LogEntry[];
  /** The leaf hashes of all entries, adjacent; shorter if the tile could not be read to its end. */
  readonly hashes: Buffer;
  /** Where the tile stopped making sense; null if it was read to its end. */
  readonly fault: { readonly index: number; readonly unknownType: number | null; readonly at: number } | null;
}

const fingerprintsOf = (bytes: Buffer, start: number, end: number): string[] => {
  const found: string[] = [];
  for (let at = start; at + HASH_BYTES <= end; at += HASH_BYTES) found.push(bytes.toString('hex', at, at + HASH_BYTES));
  return found;
};

interface Leaf extends LogEntry {
  readonly hash: Buffer;
  readonly end: number;
}

/** Reads the TileLeaf at `at` (C2SP static-ct-api). Returns the unknown type's number, or null if it is cut off. */
const readLeaf = (bytes: Buffer, at: number, index: number): Leaf | number | null => {
  const decoded = decodeTimestampedEntry(bytes, at, bytes.length);
  if (decoded.kind !== 'entry') return decoded.kind === 'unknown' ? decoded.type : null;
  const { entry } = decoded;
  let next = entry.extensionsEnd;
  if (entry.isPrecertificate) {
    next = vectorEnd(bytes, next, 3, bytes.length);
    if (next === -1) return null;
  }
  const chainAt = next + 2;
  const end = vectorEnd(bytes, next, 2, bytes.length);
  if (end === -1) return null;
  const extra = () => ({
    precertificate: entry.isPrecertificate ? bytes.subarray(entry.extensionsEnd + 3, chainAt - 2) : null,
    chain: fingerprintsOf(bytes, chainAt, end),
  });
  return { index, entry, extra, hash: leafHash(leafHead, bytes, at, entry.extensionsEnd), end };
};

/** Decodes `count` entries of a data tile from `at` on, which must be all that is left unless `more` is set. Never throws. */
export const readDataTile = (bytes: Buffer, first: number, count: number, { at = 0, more = false } = {}): DataTile => {
  const entries: LogEntry[] = [];
  const hashes = Buffer.alloc(count * HASH_BYTES);
  let next = at;
  for (let offset = 0; offset < count; offset += 1) {
    const leaf = readLeaf(bytes, next, first + offset);
    if (leaf === null || typeof leaf === 'number') {
      const fault = { index: first + offset, unknownType: leaf, at: next };
      return { entries, hashes: hashes.subarray(0, offset * HASH_BYTES), fault };
    }
    hashes.set(leaf.hash, offset * HASH_BYTES);
    entries.push(leaf);
    next = leaf.end;
  }
  const fault = more || next === bytes.length ? null : { index: first + count, unknownType: null, at: next };
  return { entries, hashes, fault };
};

/** Bound the work of a tile that was made to be searched at length. */
const TRIES_MAX = 64;
const SEARCH_MAX_BYTES = 256 * 1024;

const leafIndexBytes = (index: number): Buffer => {
  const bytes = Buffer.from([0, 0, 5, 0, 0, 0, 0, 0]);
  bytes.writeUIntBE(index, 3, 5);
  return bytes;
};

/**
 * Returns where the entry `index` of an unknown type ends that starts at `at`: behind its leaf_index, the last part of every entry of
 * a static log, where it has the hash that the tree has. -1 if no place fits.
 */
export const endOfUnknown = (bytes: Buffer, at: number, index: number, hash: Buffer): number => {
  const wanted = leafIndexBytes(index);
  const searched = bytes.subarray(0, at + SEARCH_MAX_BYTES);
  let found = searched.indexOf(wanted, at);
  for (let tries = 0; found !== -1 && tries < TRIES_MAX; tries += 1) {
    const end = found + wanted.length;
    if (leafHash(leafHead, bytes, at, end).equals(hash)) return end;
    found = searched.indexOf(wanted, found + 1);
  }
  return -1;
};

/**
 * Returns where the entry `index` starts, behind an entry of an unknown type that ends at `from`. Tries what would follow the
 * known types, then each place at which an entry says that it has this index. -1 if there is none with the hash that the tree has.
 */
export const findEntry = (bytes: Buffer, from: number, index: number, hash: Buffer): number => {
  const afterChain = (start: number): number => (start === -1 ? -1 : vectorEnd(bytes, start, 2, bytes.length));
  const likely = [afterChain(from), afterChain(vectorEnd(bytes, from, 3, bytes.length))];
  for (const at of likely) if (at !== -1 && isLeafAt(bytes, at, index, hash)) return at;
  let tries = 0;
  const end = Math.min(bytes.length, from + SEARCH_MAX_BYTES);
  for (let at = from; at < end && tries < TRIES_MAX; at += 1) {
    const decoded = decodeTimestampedEntry(bytes, at, bytes.length);
    if (decoded.kind !== 'entry') continue;
    const { entry } = decoded;
    if (leafIndexOf(bytes, entry.extensionsStart, entry.extensionsEnd) !== index) continue;
    tries += 1;
    if (isLeafAt(bytes, at, index, hash)) return at;
  }
  return -1;
};

const isLeafAt = (bytes: Buffer, at: number, index: number, hash: Buffer): boolean => {
  const decoded = decodeTimestampedEntry(bytes, at, bytes.length);
  if (decoded.kind === 'entry') return leafHash(leafHead, bytes, at, decoded.entry.extensionsEnd).equals(hash);
  return decoded.kind === 'unknown' && endOfUnknown(bytes, at, index, hash) !== -1;
};
