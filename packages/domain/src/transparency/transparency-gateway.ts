import type { SctFact } from '../certificates/clients/client-facts.ts';
import type { IssuanceSource } from './issuance-source.ts';
import type { SctInclusion } from './sct-inclusion.ts';
import type { SelfTestResult } from './self-test.ts';
import type { TailBatch, TailResult, TailTask } from './tail.ts';
import type { TransparencyLog } from './transparency-log.ts';

export interface FollowRequest extends Omit<TailTask, 'matcher' | 'onBatch'> {
  /** The domains to look for, each with the names below it. */
  readonly domains: readonly string[];
  onBatch(batch: Pick<TailBatch, 'cursor' | 'entries' | 'bytes'>): Promise<void>;
}

/** A timestamp in a served certificate, and the log that signed it. */
export interface SctQuestion {
  readonly log: TransparencyLog;
  readonly sct: Pick<SctFact, 'log' | 'at'>;
  /** DER. */
  readonly certificate: Uint8Array;
  /** DER of the certificates that may have issued it. */
  readonly issuers: readonly Uint8Array[];
  readonly signal: AbortSignal;
}

export interface SctAnswer {
  readonly inclusion: SctInclusion;
  /** Received from the log. */
  readonly bytes: number;
  /** Whether the log was asked: an `unknown` then says that it did not answer. */
  readonly isAsked: boolean;
}

/** Follows logs for all organizations. Never rejects for what a log does, only with what `onBatch` throws. */
export interface LogFollower {
  /** `bytes`: received in all, those of batches included. */
  follow(request: FollowRequest): Promise<Pick<TailResult, 'outcome' | 'bytes'>>;
  /** Watches a host name of new entries, and says whether its entry is found. Stores nothing. */
  test(request: Pick<FollowRequest, 'log' | 'cursor' | 'mode' | 'signal'>): Promise<SelfTestResult>;
  /** Asks a log whether it has the entry that it promised. Never rejects for what a log or a certificate does. */
  checkSct(question: SctQuestion): Promise<SctAnswer>;
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
