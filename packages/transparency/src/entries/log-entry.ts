import type { TimestampedEntry } from './timestamped-entry.ts';

/** Parts that a log sends beside a leaf. The tree does not cover them. */
interface EntryExtra {
  /** The precertificate as submitted; null for a certificate. */
  readonly precertificate: Buffer | null;
  /** SHA-256 of each issuer's certificate, hex. */
  readonly chain: readonly string[];
}

/** An entry of a log of either kind. */
export interface LogEntry {
  readonly index: number;
  readonly entry: TimestampedEntry;
  /** Decodes the rest, which only entries that match need. Never throws. */
  extra(): EntryExtra;
}
