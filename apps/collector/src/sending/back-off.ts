const FIRST_MS = 2_000;
const LONGEST_MS = 15 * 60_000;
const LONGEST_RETRY_AFTER_MS = 60 * 60_000;

/** Returns how long to wait after a number of failures in a row: doubled each time, with jitter, and not less than the server asks for, at most an hour. */
export const backOffMs = (failures: number, retryAfterMs: number | null, random: () => number = Math.random): number => {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.max(Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS), Math.round(longest / 2 + (random() * longest) / 2));
};
