import type { Receipt } from '@notafter/bundles';

/** The chain that a receipt is compared with. */
export interface KnownChain {
  readonly lastSequence: number;
  readonly lastHash: string | null;
  readonly acknowledged: number;
  readonly acknowledgedHash: string | null;
  readonly receiptAt: Date | null;
  /** The hash of a queued bundle. */
  readonly hashOf: (sequence: number) => string | null;
}

/**
 * `older`: a later receipt was applied before. `lost`: the server misses bundles that are gone here, as after it was restored from a
 * backup. `fork`: another collector with the same key wrote bundles, or this data directory is a copy or an old one.
 */
export type ReceiptVerdict = 'applies' | 'older' | 'lost' | 'fork';

const knownHash = (known: KnownChain, sequence: number): string | null => {
  if (sequence === known.lastSequence) return known.lastHash;
  return sequence === known.acknowledged ? known.acknowledgedHash : known.hashOf(sequence);
};

/** Compares a receipt of the server with the bundles that this collector wrote. */
export const judgeReceipt = ({ through, hash, issuedAt }: Receipt, known: KnownChain): ReceiptVerdict => {
  if (known.receiptAt !== null && issuedAt.getTime() < known.receiptAt.getTime()) return 'older';
  if (through > known.lastSequence) return 'fork';
  if (through > 0) {
    const own = knownHash(known, through);
    if (own !== null && own !== hash) return 'fork';
  }
  return through < known.acknowledged ? 'lost' : 'applies';
};
