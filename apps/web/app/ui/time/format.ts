import { DAY_MS, HOUR_MS, MINUTE_MS } from '@notafter/domain';

/** `2026-12-04`, UTC like every date of a certificate. */
export const dateText = (instant: Date): string => instant.toISOString().slice(0, 10);

/** `2026-12-04 08:12 UTC` */
export const dateTimeText = (instant: Date): string => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const count = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`;

/** `in 14 days`, `3 hours ago`, `just now`: whole units rounded down, so that no day is claimed that is not over. */
export function relativeText(instant: Date, now: Date): string {
  const distance = instant.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size < MINUTE_MS) return 'just now';
  const [unitMs, unit] = size < HOUR_MS ? [MINUTE_MS, 'minute'] : size < DAY_MS ? [HOUR_MS, 'hour'] : [DAY_MS, 'day'];
  const amount = count(Math.floor(size / unitMs), unit);
  return distance < 0 ? `${amount} ago` : `in ${amount}`;
}

/** `14 days`, `1 day`, with a true minus sign. */
export const daysText = (days: number): string => `${signed(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;

/** Whole number with U+2212 for minus, as figures align with it. */
export const signed = (value: number): string => (value < 0 ? `\u2212${Math.abs(value)}` : String(value));
