import type { LoggedIssuance } from './issuance.ts';
import type { IssuanceSource } from './issuance-source.ts';
import type { LogCursor, TailOutcome } from './tail-outcome.ts';
import type { TransparencyLog } from './transparency-log.ts';

/** Verified entries of a log, to be stored in one transaction with the cursor after them. */
export interface LogBatch {
  readonly cursor: LogCursor;
  readonly entries: readonly LoggedIssuance[];
  /** Entries read, and bytes received for them. */
  readonly scanned: number;
  readonly bytes: number;
}

export interface FollowRequest {
  readonly log: TransparencyLog;
  readonly cursor: LogCursor | null;
  /** The domains to look for, each with the names below it. */
  readonly domains: readonly string[];
  readonly budgetBytes: number;
  readonly signal: AbortSignal;
  onBatch(batch: LogBatch): Promise<void>;
}

/** Follows one kind of source for all organizations. Never rejects for what the source does, only with what a callback throws. */
export interface LogFollower {
  follow(request: FollowRequest): Promise<TailOutcome>;
}

/** A log list, or why it can't be used. */
export type LogListReading =
  | { readonly logs: readonly TransparencyLog[]; readonly listedAt: Date; readonly problem: null }
  | { readonly logs: null; readonly listedAt: Date | null; readonly problem: string };

/** Certificate transparency as features see it. */
export interface TransparencyGateway {
  /** Null: the operator has not switched the follower on. */
  readonly follower: LogFollower | null;
  /** Bytes a day that the follower may receive over all logs. */
  readonly bytesPerDay: number;
  readonly searches: readonly IssuanceSource[];
  readLogList(signal: AbortSignal): Promise<LogListReading>;
  /** Texts of TXT records; empty without one. Rejects if nobody could be asked. */
  lookUpTxt(name: string): Promise<readonly string[]>;
  /** Issuer domain names that the CAA records at or above a domain allow (RFC 8659); null without records. Rejects like `lookUpTxt`. */
  lookUpCaa(domain: string): Promise<readonly string[] | null>;
}
