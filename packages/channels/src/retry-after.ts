const DAY_SECONDS = 86_400;

const bounded = (seconds: number): number => Math.min(Math.max(Math.ceil(seconds), 0), DAY_SECONDS);

/** RFC 9110 section 10.2.3: seconds or a date. Returns seconds from now, at most a day; null if unreadable. */
export const readRetryAfter = (header: string | undefined, now: Date): number | null => {
  const text = (header ?? '').trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return bounded(Number(text));
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : bounded((at - now.getTime()) / 1000);
};

export const boundedSeconds = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? bounded(value) : null;
