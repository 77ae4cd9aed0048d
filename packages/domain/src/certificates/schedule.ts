import { addMs, HOUR_MS, MINUTE_MS } from '../time.ts';

/** Failing endpoints are retried sooner than the interval at first, back off to it, and are never dropped. */
const FIRST_RETRY_MS = 5 * MINUTE_MS;
const PHASE_STEPS = 2 ** 32;

export interface ScheduleRule {
  readonly checkIntervalHours: number;
}

/**
 * Where in the interval a certificate is due, 0 to below 1, from the random end of its UUIDv7: any population is
 * spread evenly without a stored phase, however it was added.
 */
export const phaseOf = (certificateId: string): number => Number.parseInt(certificateId.slice(-8), 16) / PHASE_STEPS;

/**
 * The next due instant after `now`. `fails` counts failed checks in a row, this one included: a failing endpoint is
 * retried after 5, 10, 20... minutes, never later than its regular turn.
 */
export const nextCheckAt = (certificateId: string, now: Date, fails: number, rule: ScheduleRule): Date => {
  const intervalMs = rule.checkIntervalHours * HOUR_MS;
  const phaseMs = phaseOf(certificateId) * intervalMs;
  const turns = Math.floor((now.getTime() - phaseMs) / intervalMs) + 1;
  const regular = Math.ceil(turns * intervalMs + phaseMs);
  if (fails === 0) return new Date(regular);
  const retry = addMs(now, FIRST_RETRY_MS * 2 ** Math.min(fails - 1, 20)).getTime();
  return new Date(Math.min(regular, retry));
};
