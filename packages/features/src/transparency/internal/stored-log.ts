import type { StoredLog } from '@notafter/db';
import type { TransparencyLog } from '@notafter/domain';

export const storedLogOf = ({ interval, ...log }: TransparencyLog): StoredLog => ({
  ...log,
  interval: interval === null ? null : { start: interval.start.toISOString(), end: interval.end.toISOString() },
});

export const logOf = ({ interval, ...log }: StoredLog): TransparencyLog => ({
  ...log,
  interval: interval === null ? null : { start: new Date(interval.start), end: new Date(interval.end) },
});

/** A log for people. */
export const logName = ({ description, operator }: Pick<TransparencyLog, 'description' | 'operator'>): string =>
  `${description} by ${operator}`;

/** Entries of a log whose certificates have all expired, or that never was one, are of no use. */
export const isFollowed = ({ state, interval }: TransparencyLog, now: Date): boolean =>
  ['qualified', 'usable', 'readonly'].includes(state) && (interval === null || interval.end > now);
