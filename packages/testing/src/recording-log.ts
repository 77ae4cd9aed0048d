import type { Log } from '@notafter/domain';

export interface LogEntry {
  readonly level: keyof Log;
  readonly fields: object;
  readonly message: string;
}

export interface RecordingLog extends Log {
  readonly entries: readonly LogEntry[];
}

export const createRecordingLog = (): RecordingLog => {
  const entries: LogEntry[] = [];
  const record =
    (level: keyof Log) =>
    (fields: object, message: string): void => {
      entries.push({ level, fields, message });
    };
  return { entries, debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') };
};
