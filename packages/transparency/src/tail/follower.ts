import type { SignedHead, TailBatch, TailOutcome, TailTask } from '@notafter/domain';
import type { LogClient } from '../client/log-client.ts';
import { LogFault } from '../client/log-fault.ts';
import type { LogKey } from '../log-signature.ts';

/** The counts of scanned entries, and those that match. */
export type ScannedEntries = Omit<TailBatch, 'cursor' | 'head' | 'bytes'>;

/** One run over a log. */
export interface Run extends Omit<TailTask, 'onBatch'> {
  readonly key: LogKey;
  readonly client: LogClient;
  readonly downloadsAtOnce: number;
  /** Largest answer. */
  readonly maxBytes: number;
  readonly partialAfterMs: number;
  readonly now: () => Date;
  /** Read instead of the log's current head; it was verified before. */
  readonly knownHead?: SignedHead | undefined;
  /** Whether a names tile is compared with its data tile. */
  readonly isAudited: (tile: number) => boolean;
  commit(batch: Omit<TailBatch, 'bytes'>): Promise<void>;
}

/** Follows a log of one kind until its head, the budget or a fault. Throws LogFault, and what `commit` throws. */
export type Follow = (run: Run) => Promise<TailOutcome>;

/** A head that was signed for a time further ahead would hide that the log stopped. */
const CLOCK_SKEW_MS = 60 * 60_000;

/** Throws LogFault if the head cannot follow the known one. Returns whether it is older: an outdated answer of a cache. */
export const isOlderHead = (known: SignedHead | null, found: SignedHead, now: Date): boolean => {
  if (found.signedAt > now.getTime() + CLOCK_SKEW_MS)
    throw new LogFault({ kind: 'invalid', reason: 'The head is signed for a time in the future.' });
  if (known === null) return false;
  if (found.size === known.size && found.root !== known.root)
    throw new LogFault({ kind: 'forked', reason: 'Two signed heads of the same size have different roots.', known, found });
  if (found.size >= known.size) return false;
  if (found.signedAt <= known.signedAt) return true;
  const reason = `The head has ${found.size} entries; one that was signed before it had ${known.size}.`;
  throw new LogFault({ kind: 'shrunk', reason, known, found });
};

/** Logs sign a new head within the maximum merge delay; this is for clocks and caches. */
const STALE_AFTER_MS = 10 * 60_000;

/** Returns the outcome for a log whose head is read: up to date, frozen, or stale. */
export const endOf = ({ log, now }: Run, head: SignedHead): TailOutcome => {
  const { finalHead, state, mmdSeconds } = log;
  if (finalHead !== null && head.size >= finalHead.size) return { kind: 'frozen' };
  const ageMs = now().getTime() - head.signedAt;
  // A log that no longer takes certificates need not sign, either.
  if (state === 'readonly' || ageMs <= mmdSeconds * 1000 + STALE_AFTER_MS) return { kind: 'up_to_date' };
  const reason = `The log has signed no head for ${Math.floor(ageMs / 60_000)} minutes; its maximum merge delay is ${mmdSeconds / 60} minutes.`;
  return { kind: 'stale_head', reason, head };
};

/** Throws LogFault if the head contradicts the final one of the log list. */
export const checkFinalHead = ({ log }: Run, head: SignedHead): void => {
  const { finalHead } = log;
  if (finalHead === null || head.size < finalHead.size) return;
  if (head.size === finalHead.size && head.root === finalHead.root) return;
  const known = { ...finalHead, signedAt: 0, text: JSON.stringify(finalHead) };
  throw new LogFault({ kind: 'forked', reason: 'The head is not the final one that the log list has.', known, found: head });
};
