/** Returns the pause that a `Retry-After` asks for in milliseconds, unbounded; null if there is none or it is unreadable (RFC 9110 section 10.2.3). */
export const retryAfterMs = (header: string | undefined, now: Date): number | null => {
  const text = (header ?? '').trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  // `Date.parse` also takes bare numbers.
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
};
