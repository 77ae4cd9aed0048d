import type { LoggedIssuance } from './issuance.ts';
import type { LogCursor, TailOutcome } from './tail-outcome.ts';
import type { SignedHead, TransparencyLog } from './transparency-log.ts';

/** Finds the watched domains that a name of a certificate concerns. Immutable; safe to share between logs. */
export interface DomainMatcher {
  readonly size: number;
  /** Whether `domainsOf` has any. Takes a comparable name. */
  matches(name: string): boolean;
  /** Returns the watched domains that the comparable name is at or below, the shortest first, and those it covers as a wildcard. */
  domainsOf(name: string): readonly string[];
}

/** Verified entries of a log, and the cursor after them. */
export interface TailBatch {
  readonly cursor: LogCursor;
  readonly head: SignedHead;
  /** Entries that concern a watched domain, in order. */
  readonly entries: readonly LoggedIssuance[];
  /** Number of all entries in the batch. */
  readonly scanned: number;
  /** Certificates that are malformed. Their names were searched in their bytes. */
  readonly malformed: number;
  /** Entries of types that this program does not know, by what is unknown. Their hashes were verified. */
  readonly unknownTypes: ReadonlyMap<string, number>;
  /** Entries of a tile that could not be read behind one of an unknown type. Their hashes were verified. */
  readonly unread: number;
  /** Names tiles that were compared with their data tiles without a match. */
  readonly auditedTiles: number;
  /** Bytes received for this batch and since the one before, as sent. */
  readonly bytes: number;
}

/** The part of a call that a use case decides; the composition root adds how logs are asked. */
export interface TailTask {
  readonly log: TransparencyLog;
  /** Null starts at the current head, without the entries before it. */
  readonly cursor: LogCursor | null;
  readonly matcher: DomainMatcher;
  /** Goes on at the current head, which has to continue the one of the cursor, without the entries between. */
  readonly skipsBacklog?: boolean;
  /** `names` reads the names tiles of a static log that has them, and data tiles only for matches and audits. */
  readonly mode: 'data' | 'names';
  /** The call ends once it has received this much; downloads under way may exceed it. */
  readonly budgetBytes: number;
  readonly signal: AbortSignal;
  /**
   * Stores the entries and the cursor in one transaction. Awaited; what it throws ends the call and is thrown by it. The next call
   * gets the stored cursor, so each entry is stored exactly once.
   */
  onBatch(batch: TailBatch): Promise<void>;
}

/** How reading a log ended. */
export interface TailResult {
  readonly outcome: TailOutcome;
  /** As passed to the last `onBatch`, or as given. */
  readonly cursor: LogCursor | null;
  /** Received in this call, as sent. */
  readonly bytes: number;
  readonly scanned: number;
}
