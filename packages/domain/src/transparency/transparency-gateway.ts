import type { IssuanceSource } from './issuance-source.ts';
import type { SelfTestResult } from './self-test.ts';
import type { TailBatch, TailTask } from './tail.ts';
import type { TailOutcome } from './tail-outcome.ts';
import type { TransparencyLog } from './transparency-log.ts';

export interface FollowRequest extends Omit<TailTask, 'matcher' | 'onBatch'> {
  /** The domains to look for, each with the names below it. */
  readonly domains: readonly string[];
  onBatch(batch: Pick<TailBatch, 'cursor' | 'entries' | 'bytes'>): Promise<void>;
}

/** Follows logs for all organizations. Never rejects for what a log does, only with what `onBatch` throws. */
export interface LogFollower {
  follow(request: FollowRequest): Promise<TailOutcome>;
  /** Watches a host name of new entries, and says whether its entry is found. Stores nothing. */
  test(request: Pick<FollowRequest, 'log' | 'cursor' | 'mode' | 'signal'>): Promise<SelfTestResult>;
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
