import { addMs, DAY_MS } from '../time.ts';

export const ADMIN_CHART_DAYS = 7;
export const ADMIN_DISCOVERED_DAYS = 30;

/** The last days in UTC, this one included, each as its first instant. A card's sum is the sum of its chart. */
export const lastDays = (now: Date, count: number = ADMIN_CHART_DAYS): Date[] => {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return Array.from({ length: count }, (_, index) => addMs(new Date(today), (index - count + 1) * DAY_MS));
};
