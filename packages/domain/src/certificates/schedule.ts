import { addMs, HOUR_MS, MINUTE_MS } from '../time.ts';

/** Failing endpoints are retried sooner than the interval at first, then back off to it, and are never dropped. */
const FIRST_RETRY_MS = 5 * MINUTE_MS;

export interface ScheduleRule {
  readonly checkIntervalHours: number;
}

/**
 * When an endpoint is due again. `fails` counts failures in a row including this check. A healthy endpoint keeps its
 * own phase: the next due time is a whole number of intervals after `dueAt`, so a population once spread stays spread.
 */
export const nextCheckAt = (dueAt: Date, now: Date, fails: number, rule: ScheduleRule): Date => {
  const intervalMs = rule.checkIntervalHours * HOUR_MS;
  if (fails > 0) {
    const backOffMs = FIRST_RETRY_MS * 2 ** Math.min(fails - 1, 20);
    if (backOffMs < intervalMs) return addMs(now, backOffMs);
  }
  const late = Math.max(0, now.getTime() - dueAt.getTime());
  const missed = Math.floor(late / intervalMs);
  return addMs(dueAt, (missed + 1) * intervalMs);
};
