import { addMs, DAY_MS, startOfDay, startOfSecond } from '../time.ts';

/** Days that the timeline may show. */
export const timelineWindows = [30, 90, 365] as const;
export type TimelineWindow = (typeof timelineWindows)[number];

export const TIMELINE_SEGMENTS = 10;
/** Certificates listed for each segment. */
export const TIMELINE_LISTED = 3;

/**
 * The eleven instants between which the segments lie: this second, then midnights of UTC, so that each segment is a number of whole days
 * that a filter of the list can name. The last one ends the window.
 */
export const timelineBoundaries = (now: Date, days: TimelineWindow): Date[] =>
  Array.from({ length: TIMELINE_SEGMENTS + 1 }, (_, index) =>
    index === 0 ? startOfSecond(now) : addMs(startOfDay(now), Math.round((index * days) / TIMELINE_SEGMENTS) * DAY_MS),
  );

/** Lifetimes that the lifecycle card tells apart, in days of notBefore to notAfter; the last band has no end. */
export const lifecycleBands = [
  { upToDays: 90, text: 'Up to 90 days' },
  { upToDays: 200, text: '91 to 200 days' },
  { upToDays: null, text: 'Over 200 days' },
] as const;
