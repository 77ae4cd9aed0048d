/** `2026-11-20 06:14 UTC`. */
export const formatInstant = (instant: Date): string => `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const formatDay = (instant: Date): string => instant.toISOString().slice(0, 10);

/** `1 day`, `83 days`, `-3 days`. */
export const formatDays = (days: number): string => `${days} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
