import { type TimelineWindow, timelineWindows } from '@notafter/domain';

const DEFAULT: TimelineWindow = 90;

/** The window of the address; 90 days unless it names another. */
export const windowOf = (search: URLSearchParams): TimelineWindow =>
  timelineWindows.find((days) => String(days) === search.get('days')) ?? DEFAULT;

export const windowHref = (days: TimelineWindow): string => (days === DEFAULT ? '/analytics' : `/analytics?days=${days}`);
