import type { TransparencyLog } from './transparency-log.ts';

/** A signed list of logs, such as Chrome's. */
export interface LogList {
  readonly version: string;
  readonly publishedAt: Date;
  readonly logs: readonly TransparencyLog[];
  /** Logs of the list that could not be read. */
  readonly skipped: number;
}

/**
 * The result of reading a log list.
 *
 * - `current`: signed, and at most 70 days old.
 * - `outdated`: signed, but older. Its keys and addresses still serve to follow logs; it must not decide whether a certificate's
 *   timestamps suffice.
 * - `unsigned`, `wrongly_signed`: not to be used at all. The list that was read before stays in use until it is outdated.
 * - `invalid`: not a log list. `unavailable`: no answer; can be retried.
 */
export type LogListOutcome =
  | { readonly kind: 'current' | 'outdated'; readonly list: LogList; readonly ageDays: number }
  | { readonly kind: 'unsigned' | 'wrongly_signed' | 'invalid' | 'unavailable'; readonly reason: string };
