import { DAY_MS, MINUTE_MS, SECOND_MS } from '../time.ts';
import type { CollectorAbout } from './bundle.ts';

export const COLLECTOR_NAME_MAX_LENGTH = 100;
export const COLLECTORS_MAX = 500;
/** How long a token may wait for its collector. */
export const ENROLLMENT_MS = 7 * DAY_MS;
/** How often bundles are carried, if nobody said so. */
export const CARRIED_EVERY_SECONDS = (7 * DAY_MS) / SECOND_MS;
/** Above this, a clock is off. */
const CLOCK_OFF_MS = 5 * MINUTE_MS;
const OVERDUE_AFTER_INTERVALS = 3;
/** A file that can't be read in so many reports in a row is an alert: one that is being written is not. */
export const UNREADABLE_REPORTS = 3;
/** A collector that looks every minute may restart without an alert. */
const OVERDUE_AFTER_MIN_MS = 5 * MINUTE_MS;

/**
 * `waiting`: its token was not used yet. `active`: it reports. `silent`: no report for three intervals. `forked`: two programs have its
 * key, so that none of its reports can be trusted: nothing is taken from then on. `revoked`: an admin ended it, until it is enrolled again.
 */
export const collectorStates = ['waiting', 'active', 'silent', 'forked', 'revoked'] as const;
export type CollectorState = (typeof collectorStates)[number];

export interface CollectorFacts {
  readonly enrolledAt: Date | null;
  readonly revokedAt: Date | null;
  readonly forkedAt: Date | null;
  readonly about: Pick<CollectorAbout, 'mode' | 'intervalSeconds'> | null;
  /** When its last bundle came; if people carried it, when it was written. */
  readonly lastReportAt: Date | null;
  readonly carriedEverySeconds: number | null;
}

/** How long something may be missing that comes at this interval. */
export const overdueAfterMs = (everySeconds: number): number =>
  Math.max(OVERDUE_AFTER_MIN_MS, OVERDUE_AFTER_INTERVALS * everySeconds * SECOND_MS);

/** How long a collector may be silent before that is a problem. */
export const silentAfterMs = ({ about, carriedEverySeconds }: Pick<CollectorFacts, 'about' | 'carriedEverySeconds'>): number =>
  overdueAfterMs(about === null || about.mode === 'offline' ? (carriedEverySeconds ?? CARRIED_EVERY_SECONDS) : about.intervalSeconds);

/** Whether a clock that is this far from the server's makes the age of findings wrong. */
export const isClockOff = (offsetMs: number): boolean => Math.abs(offsetMs) > CLOCK_OFF_MS;

interface BundleTimes {
  /** By the collector's clock. */
  readonly createdAt: Date;
  readonly receivedAt: Date;
  /** When the collector was added: no bundle is older. */
  readonly addedAt: Date;
}

/**
 * Returns how far a bundle shows the collector's clock to be ahead of ours; below 0: behind. Null: the bundle may have waited, and shows
 * nothing. A clock that is behind shows only in bundles from before the collector was added, and is at least that far behind.
 */
export const shownClockOffsetMs = ({ createdAt, receivedAt, addedAt }: BundleTimes): number | null => {
  const aheadMs = createdAt.getTime() - receivedAt.getTime();
  if (aheadMs >= -CLOCK_OFF_MS) return aheadMs;
  const behindMs = createdAt.getTime() - addedAt.getTime();
  return behindMs < -CLOCK_OFF_MS ? behindMs : null;
};

/**
 * Returns when a bundle was written, by our clock: its own time, corrected if the clock is known to be off, and the time when it came if
 * that can't be true.
 */
export const bundleWrittenAt = ({ createdAt, receivedAt, addedAt }: BundleTimes, clockOffsetMs: number | null): Date => {
  const correctedMs = createdAt.getTime() - (clockOffsetMs !== null && isClockOff(clockOffsetMs) ? clockOffsetMs : 0);
  const isPossible = correctedMs >= addedAt.getTime() - CLOCK_OFF_MS && correctedMs <= receivedAt.getTime();
  return isPossible ? new Date(correctedMs) : receivedAt;
};

export const collectorState = (collector: CollectorFacts, now: Date): CollectorState => {
  if (collector.revokedAt !== null) return 'revoked';
  if (collector.enrolledAt === null || collector.lastReportAt === null) return 'waiting';
  if (collector.forkedAt !== null) return 'forked';
  return now.getTime() - collector.lastReportAt.getTime() > silentAfterMs(collector) ? 'silent' : 'active';
};

/**
 * Returns the state of a row that a collector reports: that of the collector, and `silent` too if it left out the row for three intervals,
 * as after an endpoint was taken off its file. Null `seenAt`: it has not reported the row yet.
 */
export const reportedRowState = (collector: CollectorFacts, seenAt: Date | null, now: Date): CollectorState => {
  const state = collectorState(collector, now);
  return state === 'active' && seenAt !== null ? collectorState({ ...collector, lastReportAt: seenAt }, now) : state;
};
