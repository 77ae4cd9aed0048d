import { type BackupCause, type BackupSchedule, type BackupState, dateTimeText, formatBytes, plural } from '@notafter/domain';
import type { MarkTone } from '../../../../ui/status/status-mark.tsx';
import type { ServiceDrill } from '../../types.ts';

export const backupWords = {
  running: { word: 'Running', tone: 'info' },
  ok: { word: 'Good', tone: 'valid' },
  failed: { word: 'Failed', tone: 'failed' },
} as const satisfies Record<BackupState, { readonly word: string; readonly tone: MarkTone }>;

export const causeTexts = {
  schedule: 'By schedule',
  person: 'On demand',
  deletion: 'Before the deletion',
  restore: 'Before a restore',
} as const satisfies Record<BackupCause, string>;

export const scheduleTexts = { off: 'Off', daily: 'Daily', weekly: 'Weekly' } as const satisfies Record<BackupSchedule, string>;

/** The last drill in one or two sentences, with its evidence. */
export const drillText = (drill: ServiceDrill | undefined, schedule: BackupSchedule): string => {
  if (drill === undefined) {
    return schedule === 'off'
      ? 'None yet. Try Restore in the menu of a backup runs one.'
      : 'None yet. The newest backup is tried each week.';
  }
  const taken = dateTimeText(drill.backupTakenAt);
  const { evidence } = drill;
  if (drill.state === 'running') return `Restoring the backup of ${taken} for a trial.`;
  if (drill.state === 'failed') return `Failed with the backup of ${taken}. ${drill.failure ?? ''}`.trim();
  if (evidence === null) return `Passed with the backup of ${taken}.`;
  const { files, bytes, matching, rows, unknown } = evidence;
  // Only of some engines the rows are counted.
  const tables = matching + unknown === 0 ? '' : ` and ${plural(matching, 'table')} with ${plural(rows, 'row')}`;
  const found = `${plural(files, 'file')} (${formatBytes(bytes)})${tables} match`;
  const changed = unknown === 0 ? '' : ` ${plural(unknown, 'table')} changed during the backup and can't be compared.`;
  return `Passed: ${found} the backup of ${taken}.${changed}`;
};
