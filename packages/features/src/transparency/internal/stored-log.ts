import { type StoredLog, transparencyLogs } from '@notafter/db';
import type { TransparencyLog } from '@notafter/domain';
import { sql } from 'drizzle-orm';

export const storedLogOf = ({ interval, ...log }: TransparencyLog): StoredLog => ({
  ...log,
  interval: interval === null ? null : { start: interval.start.toISOString(), end: interval.end.toISOString() },
});

export const logOf = ({ interval, ...log }: StoredLog): TransparencyLog => ({
  ...log,
  interval: interval === null ? null : { start: new Date(interval.start), end: new Date(interval.end) },
});

/** Columns to set when so many bytes were received on a day. */
export const plusBytes = (day: string, bytes: number) => ({
  day,
  dayBytes: sql`case when ${transparencyLogs.day} = ${day} then ${transparencyLogs.dayBytes} else 0 end + ${bytes}`,
});

/** Entries of a log whose certificates have all expired, or that never was one, are of no use. */
export const isFollowed = ({ state, interval }: TransparencyLog, now: Date): boolean =>
  ['qualified', 'usable', 'readonly'].includes(state) && (interval === null || interval.end > now);
