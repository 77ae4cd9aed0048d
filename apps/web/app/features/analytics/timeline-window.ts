import { type TimelineWindow, timelineWindows } from '@notafter/domain';

const DEFAULT: TimelineWindow = 90;

/** The window of the address; 90 days unless it names another. */
export const windowOf = (search: URLSearchParams): TimelineWindow =>
  timelineWindows.find((days) => String(days) === search.get('days')) ?? DEFAULT;

/** The address with other values; null leaves one out. The rest of the screen stays as it is. */
export const analyticsHref = (search: URLSearchParams, values: Readonly<Record<string, string | null>>): string => {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(values)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next.size === 0 ? '/analytics' : `/analytics?${next}`;
};

export const windowHref = (search: URLSearchParams, days: TimelineWindow): string =>
  analyticsHref(search, { days: days === DEFAULT ? null : String(days) });
