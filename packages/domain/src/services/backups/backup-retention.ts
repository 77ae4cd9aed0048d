import { DAY_MS } from '../../time.ts';
import type { BackupCause } from './backup-schedule.ts';

const DAYS_KEPT = 7;
const WEEKS_KEPT = 4;
/** Backups that a person asked for, and those before data went away. */
const ASKED_FOR_DAYS = 30;

/** The rule, for people. */
export const retentionRule = `The newest of each of the last ${DAYS_KEPT} days and ${WEEKS_KEPT} weeks. Those you ask for, ${ASKED_FOR_DAYS} days. The newest always stays.`;

export interface KeptBackup<Id> {
  readonly id: Id;
  readonly cause: BackupCause;
  readonly takenAt: Date;
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);
/** Weeks begin on Monday; day 0 was a Thursday. */
const weekOf = (at: Date): number => Math.floor((dayOf(at) + 3) / 7);

const newestOfEach = <Id>(newestFirst: readonly KeptBackup<Id>[], groupOf: (at: Date) => number, groups: number): Set<Id> => {
  const newest = new Map<number, Id>();
  for (const { id, takenAt } of newestFirst) if (!newest.has(groupOf(takenAt))) newest.set(groupOf(takenAt), id);
  return new Set([...newest.values()].slice(0, groups));
};

/**
 * Returns which of the good backups of a service the rule no longer keeps. Days and weeks without a backup don't count, so a
 * service whose backups stopped loses none of those it has; the newest is never among them.
 */
export const backupsToRemove = <Id>(backups: readonly KeptBackup<Id>[], now: Date): Id[] => {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  const daily = newestOfEach(newestFirst, dayOf, DAYS_KEPT);
  const weekly = newestOfEach(newestFirst, weekOf, WEEKS_KEPT);
  const isKept = ({ id, cause, takenAt }: KeptBackup<Id>, index: number): boolean =>
    index === 0 || daily.has(id) || weekly.has(id) || (cause !== 'schedule' && now.getTime() - takenAt.getTime() < ASKED_FOR_DAYS * DAY_MS);
  return newestFirst.filter((one, index) => !isKept(one, index)).map(({ id }) => id);
};
