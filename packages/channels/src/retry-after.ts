import { retryAfterMs } from '@notafter/net';

const DAY_SECONDS = 86_400;

const bounded = (seconds: number): number => Math.min(Math.max(Math.ceil(seconds), 0), DAY_SECONDS);

/** Returns the seconds that `Retry-After` asks to wait, at most a day; null if unreadable. */
export const readRetryAfter = (header: string | undefined, now: Date): number | null => {
  const pauseMs = retryAfterMs(header, now);
  return pauseMs === null ? null : bounded(pauseMs / 1000);
};

export const boundedSeconds = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? bounded(value) : null;
