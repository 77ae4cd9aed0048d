import type { SignedHead } from './transparency-log.ts';

/**
 * Position of a follower in a log. Plain JSON: it is stored in the transaction that stores the entries before it, so that no
 * entry is missed or read twice.
 */
export interface LogCursor {
  /** The entries before this index are processed. */
  readonly size: number;
  /** Hashes of the complete subtrees before `size`, largest first, hex. Empty for a static log, whose tiles hold them. */
  readonly frontier: readonly string[];
  /** The last head that was verified to continue its predecessor; null before the first. */
  readonly head: SignedHead | null;
  /** Signing time of the head that first had unread entries in an incomplete tile; null if there are none. */
  readonly partialSince: number | null;
}

/** The cursor that reads a log from its first entry. A follower without a cursor starts at the log's current head. */
export const startOfLog: LogCursor = { size: 0, frontier: [], head: null, partialSince: null };

/** Two signed heads of one log that contradict each other. */
interface Contradiction {
  readonly reason: string;
  readonly known: SignedHead;
  readonly found: SignedHead;
}

/**
 * How a call to follow a log ended. Everything before the cursor was verified, whatever the outcome.
 *
 * - `up_to_date`: every entry of the current head is read, except those that may wait in an incomplete tile.
 * - `behind`: the budget is used up with this many entries unread.
 * - `frozen`: a read-only log is read to its final head; there is nothing left to follow.
 * - `throttled`: the log limits the rate (429); ask again after `retryAfterMs`, if it said so.
 * - `unavailable`: no answer, or a server error. Can be retried.
 * - `invalid`: an answer that is not what the head commits to: malformed, of the wrong size, or changed on the way.
 * - `oversized`: an answer above the size limit, after decompression.
 * - `bad_signature`: the head is not signed by the log.
 * - `stale_head`: the log signed no new head within its maximum merge delay.
 * - `forked`: the head does not contain the entries of an earlier one. `shrunk`: a later head has fewer entries.
 * - `omitted`: a names tile lacks a name of its data tile. The entries of this tile were read from the data tile.
 * - `aborted`: the caller ended it.
 * - `not_stored`: what the log sent could not be stored. A log is not at fault: `tailLog` never returns it.
 */
export type TailOutcome =
  | { readonly kind: 'up_to_date' | 'frozen' | 'aborted' }
  | { readonly kind: 'behind'; readonly entries: number }
  | { readonly kind: 'throttled'; readonly reason: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'unavailable' | 'invalid' | 'oversized' | 'bad_signature' | 'not_stored'; readonly reason: string }
  | { readonly kind: 'stale_head'; readonly reason: string; readonly head: SignedHead }
  | ({ readonly kind: 'forked' | 'shrunk' } & Contradiction)
  | { readonly kind: 'omitted'; readonly reason: string; readonly tile: number; readonly names: readonly string[] };

/** An outcome that says that a log broke a promise, with the evidence. */
export type BrokenPromise = Extract<TailOutcome, { readonly kind: 'forked' | 'shrunk' | 'omitted' }>;

export const isBrokenPromise = (outcome: TailOutcome): outcome is BrokenPromise =>
  outcome.kind === 'forked' || outcome.kind === 'shrunk' || outcome.kind === 'omitted';

export type TailOutcomeKind = TailOutcome['kind'];
