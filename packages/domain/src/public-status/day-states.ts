import { addMs, DAY_MS, lastDays } from '../time.ts';

/** As many days as a public status page shows, today included. */
export const STATUS_DAYS = 90;

/** `unknown`: before the endpoint was monitored. Days are those of UTC. */
export type DayState = 'ok' | 'problem' | 'unknown';

export interface ProblemPeriod {
  readonly from: Date;
  /** Null: it lasts. */
  readonly until: Date | null;
}

/** The state of each of the last days, the oldest first: a day on which a problem began, lasted or ended is one with a problem. */
export const dayStates = (monitoredSince: Date, problems: readonly ProblemPeriod[], now: Date): DayState[] =>
  lastDays(now, STATUS_DAYS).map((start) => {
    const end = addMs(start, DAY_MS);
    if (end <= monitoredSince) return 'unknown';
    return problems.some(({ from, until }) => from < end && (until === null || until > start)) ? 'problem' : 'ok';
  });

/** The share of monitored days without a problem, in percent, rounded down to hundredths; null without any. */
export const goodDaysPercent = (days: readonly DayState[]): number | null => {
  const known = days.filter((day) => day !== 'unknown');
  return known.length === 0 ? null : Math.floor((10_000 * known.filter((day) => day === 'ok').length) / known.length) / 100;
};
