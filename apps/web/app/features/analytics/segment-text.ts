import { DAY_MS } from '@notafter/domain';
import type { TimelineSegment } from './types.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `22 Jan – 30 Jan`, by its first and last day. */
export const segmentText = ({ from, until }: Pick<TimelineSegment, 'from' | 'until'>): string => {
  const [first, last] = [day.format(from), day.format(new Date(until.getTime() - DAY_MS / 2))];
  return first === last ? first : `${first} \u2013 ${last}`;
};

/** Its first day, below a bar. */
export const startText = ({ from }: Pick<TimelineSegment, 'from'>): string => day.format(from);
