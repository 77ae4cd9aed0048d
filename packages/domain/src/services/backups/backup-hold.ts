import { type SolutionSlug, solutionName } from '../solutions.ts';
import type { BackupSchedule } from './backup-schedule.ts';

/** The effect of a backup on clients: none, their requests wait, or their connections end. Only solutions that have backups. */
export const backupHolds = {
  postgres: 'none',
  timescaledb: 'none',
  mysql: 'pause',
  influxdbv1: 'pause',
  influxdbv2: 'pause',
  grafana: 'pause',
  rabbitmq: 'restart',
} as const satisfies Partial<Record<SolutionSlug, 'none' | 'pause' | 'restart'>>;

export type BackedUpSolution = keyof typeof backupHolds;

export const hasBackups = (solution: SolutionSlug): solution is BackedUpSolution => Object.hasOwn(backupHolds, solution);

/** The effect of a backup on the clients of a service, in sentences; null without one. `version` is the engine's. */
export const backupHoldText = (solution: SolutionSlug, version: string | null): string | null => {
  const name = solutionName(solution, version);
  switch (hasBackups(solution) ? backupHolds[solution] : 'none') {
    case 'none':
      return null;
    case 'pause':
      return `${name} is paused while its files are copied. Connections stay open, and requests wait.`;
    case 'restart':
      return `${name} is stopped while its files are copied. Connections end, and clients have to connect again.`;
  }
};

/** How an engine is kept from writing while its data is copied. */
export interface CopyTerms {
  /** `pause` leaves connections open, `restart` ends them. */
  readonly hold: 'pause' | 'restart';
  /** Called while the service can't be changed otherwise: prepares the engine, which answers, and then has it held and copied. */
  readonly around: (copy: () => Promise<void>) => Promise<void>;
}

/** The schedule of a new service: off if a backup would interrupt its clients. */
export const defaultBackupSchedule = (solution: SolutionSlug): BackupSchedule =>
  backupHoldText(solution, null) === null ? 'daily' : 'off';
