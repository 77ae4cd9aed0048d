import { DAY_MS, HOUR_MS } from '../../time.ts';

export const backupSchedules = ['off', 'daily', 'weekly'] as const;
/** How often a service is backed up by itself. */
export type BackupSchedule = (typeof backupSchedules)[number];

export const backupStates = ['running', 'ok', 'failed'] as const;
/** `running` until the store has all of it: then `ok`. `failed` has a reason, and nothing in the store. */
export type BackupState = (typeof backupStates)[number];

export const backupCauses = ['schedule', 'person', 'deletion', 'restore'] as const;
/** Why a backup was taken; `deletion` and `restore` come before data goes away. */
export type BackupCause = (typeof backupCauses)[number];

const PERIOD_MS: Readonly<Record<Exclude<BackupSchedule, 'off'>, number>> = { daily: DAY_MS, weekly: 7 * DAY_MS };
/** A new service is left alone for so long: people resize it, or load data. */
const FIRST_MS = HOUR_MS;
/** A schedule that failed is tried again this much later, while its period lasts. */
const RETRY_MS = HOUR_MS;
/** A backup may start late and take a while: this much after its period, it did not run. */
const LATE_MS = 2 * HOUR_MS;
const DRILL_MS = 7 * DAY_MS;
/** A drill that failed is tried again a day later. */
const DRILL_RETRY_MS = DAY_MS;

/** Where in a period a service has its turn, so that services are spread evenly: the random end of its ID says so. */
const phaseOf = (serviceId: string, periodMs: number): number =>
  Math.floor((Number.parseInt(serviceId.replaceAll('-', '').slice(-8), 16) / 0x1_0000_0000) * periodMs);

/** When the present period of a service began. */
export const periodStart = (serviceId: string, periodMs: number, now: Date): Date => {
  const phase = phaseOf(serviceId, periodMs);
  return new Date(Math.floor((now.getTime() - phase) / periodMs) * periodMs + phase);
};

interface Backups {
  readonly serviceId: string;
  readonly schedule: BackupSchedule;
  /** When its engine first answered; null before. */
  readonly runningSince: Date | null;
  /** When the last good backup began; null without one. */
  readonly lastOkAt: Date | null;
  /** When the last one began, however it ended. */
  readonly lastTriedAt: Date | null;
}

/** Whether a service is due for a backup by its schedule. The first one is due an hour after it first ran. */
export const isBackupDue = ({ serviceId, schedule, runningSince, lastOkAt, lastTriedAt }: Backups, now: Date): boolean => {
  if (schedule === 'off' || runningSince === null || now.getTime() - runningSince.getTime() < FIRST_MS) return false;
  if (lastOkAt !== null && lastOkAt >= periodStart(serviceId, PERIOD_MS[schedule], now)) return false;
  return lastTriedAt === null || now.getTime() - lastTriedAt.getTime() >= RETRY_MS;
};

/** Whether a drill is due: each week, on the newest good backup. */
export const isDrillDue = (
  { newestOkAt, lastPassedAt, lastTriedAt }: Readonly<Record<'newestOkAt' | 'lastPassedAt' | 'lastTriedAt', Date | null>>,
  now: Date,
): boolean => {
  if (newestOkAt === null) return false;
  if (lastPassedAt !== null && now.getTime() - lastPassedAt.getTime() < DRILL_MS) return false;
  return lastTriedAt === null || now.getTime() - lastTriedAt.getTime() >= DRILL_RETRY_MS;
};

interface BackupFacts extends Backups {
  /** Why the last backup failed, if it did. */
  readonly lastFailure: string | null;
  /** Why the last drill failed, if it did. */
  readonly drillFailure: string | null;
  /** Why the solution has no backups, or null. */
  readonly reasonAgainst: string | null;
}

const hours = (ms: number): number => Math.floor(ms / HOUR_MS);

/**
 * Returns what is wrong with the backups of a service, as a sentence; null if nothing is. It is decided from what is stored, so
 * that it also comes up when no backup was ever started.
 */
export const backupProblem = (facts: BackupFacts, now: Date): string | null => {
  const { schedule, runningSince, lastOkAt, lastFailure, drillFailure, reasonAgainst } = facts;
  if (schedule === 'off' || runningSince === null || reasonAgainst !== null) return null;
  const since = lastOkAt ?? runningSince;
  const age = now.getTime() - since.getTime();
  if (age > PERIOD_MS[schedule] + LATE_MS) {
    const what = lastOkAt === null ? 'No backup was taken' : 'The last good backup began';
    const when = lastOkAt === null ? `in ${hours(age)} hours` : `${hours(age)} hours ago`;
    return `${what} ${when}, but the schedule is ${schedule}.${lastFailure === null ? '' : ` The last try failed: ${lastFailure}`}`;
  }
  return drillFailure === null ? null : `The newest backup could not be restored in a drill: ${drillFailure}`;
};
