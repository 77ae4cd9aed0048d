import { hash } from 'node:crypto';
import type { LogEntry } from './log-entry.ts';
import { decodeTimestampedEntry, vectorEnd } from './timestamped-entry.ts';

export type DecodedLeaf =
  | { readonly kind: 'entry'; readonly entry: LogEntry }
  /** A version, a type or a form that this program does not know. */
  | { readonly kind: 'unknown'; readonly what: string };

const unknown = (what: string): DecodedLeaf => ({ kind: 'unknown', what });

/** Returns the certificates of a chain with 24-bit lengths as their SHA-256, hex. */
const chainOf = (bytes: Buffer, at: number): string[] => {
  const found: string[] = [];
  const end = vectorEnd(bytes, at, 3, bytes.length);
  for (let next = at + 3; end !== -1 && next < end; ) {
    const stop = vectorEnd(bytes, next, 3, end);
    if (stop === -1) break;
    found.push(hash('sha256', bytes.subarray(next + 3, stop), 'hex'));
    next = stop;
  }
  return found;
};

/** Decodes extra_data (RFC 6962 section 4.6). */
const readExtra = (extraData: string, isPrecertificate: boolean): ReturnType<LogEntry['extra']> => {
  const bytes = Buffer.from(extraData, 'base64');
  if (!isPrecertificate) return { precertificate: null, chain: chainOf(bytes, 0) };
  const end = vectorEnd(bytes, 0, 3, bytes.length);
  return end === -1 ? { precertificate: null, chain: [] } : { precertificate: bytes.subarray(3, end), chain: chainOf(bytes, end) };
};

/** Decodes a MerkleTreeLeaf (RFC 6962 section 3.4). `extraData` is Base64. Never throws. */
export const decodeMerkleLeaf = (leaf: Buffer, extraData: string, index: number): DecodedLeaf => {
  if (leaf[0] !== 0) return unknown(`version ${leaf[0] ?? 'missing'}`);
  if (leaf[1] !== 0) return unknown(`leaf type ${leaf[1] ?? 'missing'}`);
  const decoded = decodeTimestampedEntry(leaf, 2, leaf.length);
  if (decoded.kind === 'unknown') return unknown(`entry type ${decoded.type}`);
  if (decoded.kind === 'truncated' || decoded.entry.extensionsEnd !== leaf.length) return unknown('malformed leaf');
  const { entry } = decoded;
  return { kind: 'entry', entry: { index, entry, extra: () => readExtra(extraData, entry.isPrecertificate) } };
};
