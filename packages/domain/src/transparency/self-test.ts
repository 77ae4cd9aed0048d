import type { BrokenPromise } from './tail-outcome.ts';

/** Whether a host name of a log's new entries was found when it was watched. */
export interface SelfTest {
  readonly name: string;
  /** Of its entry. */
  readonly index: number;
  readonly isFound: boolean;
}

export interface SelfTestResult {
  /** Null if no entry could be read. */
  readonly test: SelfTest | null;
  /** The promise that the log broke, if only its names tile lacks the name. */
  readonly omitted: BrokenPromise | null;
  /** Received, as sent. */
  readonly bytes: number;
}
