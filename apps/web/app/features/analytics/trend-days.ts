import { addMs, DAY_MS, dateText, lastDays, type TrendDays } from '@notafter/domain';
import { analyticsHref } from './timeline-window.ts';
import type { DayOfTrends } from './types.ts';

/** The window of the address; 30 days unless it names another. */
export const trendOf = (search: URLSearchParams): TrendDays => (search.get('trend') === '365' ? 365 : 30);

export const trendHref = (search: URLSearchParams, days: TrendDays): string =>
  analyticsHref(search, { trend: days === 30 ? null : String(days) });

/** The days before the present one, the earliest first; null for a day that was not recorded. */
export const daysUntil = (now: Date, count: TrendDays, trends: readonly DayOfTrends[]) => {
  const byDay = new Map(trends.map((row) => [row.day, row]));
  return lastDays(addMs(now, -DAY_MS), count)
    .map(dateText)
    .map((day) => ({ day, row: byDay.get(day) ?? null }));
};

/** `26 Nov`, in UTC. */
export const shortDay = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
