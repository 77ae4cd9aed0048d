import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts';
import { compareContents, mergeContents } from './backup-contents.ts';
import { backupHoldText, defaultBackupSchedule } from './backup-hold.ts';
import { backupsToRemove, type KeptBackup } from './backup-retention.ts';
import { backupProblem, isBackupDue, isDrillDue, periodStart } from './backup-schedule.ts';
import { formatBytes } from './byte-text.ts';

const NOW = new Date('2026-12-04T12:00:00Z');
const ago = (ms: number): Date => addMs(NOW, -ms);

describe('a backup that interrupts clients', () => {
  it.each([
    ['postgres', '18.1', null, 'daily'],
    ['mysql', 'MariaDB 10.11.18', /^MariaDB is paused while its files are copied\. Connections stay open/, 'off'],
    ['grafana', '13.2.3', /^Grafana is paused/, 'off'],
    ['rabbitmq', '4.3.0', /^RabbitMQ is stopped while its files are copied\. Connections end/, 'off'],
  ] as const)('says so, and is not taken unasked: %s', (solution, version, text, schedule) => {
    const said = backupHoldText(solution, version);
    if (text === null) expect(said).toBeNull();
    else expect(said).toMatch(text);
    expect(defaultBackupSchedule(solution)).toBe(schedule);
  });
});

describe('the schedule', () => {
  const FIRST = '0198b5a0-0000-7000-8000-000000000000';
  const LATE = '0198b5a0-0000-7000-8000-0000c0000000';
  const base = { serviceId: FIRST, schedule: 'daily', runningSince: ago(9 * DAY_MS), lastOkAt: null, lastTriedAt: null } as const;

  it('gives each service its time of the day by the random end of its ID', () => {
    expect(periodStart(FIRST, DAY_MS, NOW)).toEqual(new Date('2026-12-04T00:00:00Z'));
    expect(periodStart(LATE, DAY_MS, NOW)).toEqual(new Date('2026-12-03T18:00:00Z'));
  });

  it.each([
    ['never backed up', base, true],
    ['off', { ...base, schedule: 'off' }, false],
    ['running for less than an hour', { ...base, runningSince: ago(59 * MINUTE_MS) }, false],
    ['not running yet', { ...base, runningSince: null }, false],
    ['good in this period', { ...base, lastOkAt: ago(HOUR_MS), lastTriedAt: ago(HOUR_MS) }, false],
    ['good in the period before', { ...base, lastOkAt: ago(13 * HOUR_MS), lastTriedAt: ago(13 * HOUR_MS) }, true],
    ['failed a moment ago', { ...base, lastTriedAt: ago(59 * MINUTE_MS) }, false],
    ['failed an hour ago', { ...base, lastTriedAt: ago(HOUR_MS) }, true],
    ['weekly, good three days ago', { ...base, schedule: 'weekly', lastOkAt: ago(10 * HOUR_MS), lastTriedAt: ago(10 * HOUR_MS) }, false],
    ['weekly, good two weeks ago', { ...base, schedule: 'weekly', lastOkAt: ago(14 * DAY_MS), lastTriedAt: ago(14 * DAY_MS) }, true],
  ] as const)('is due or not: %s', (_name, facts, due) => {
    expect(isBackupDue(facts, NOW)).toBe(due);
  });

  it('drills each week, and a day after one that failed', () => {
    const drill = { newestOkAt: ago(HOUR_MS), lastPassedAt: null, lastTriedAt: null };
    expect(isDrillDue(drill, NOW)).toBe(true);
    expect(isDrillDue({ ...drill, newestOkAt: null }, NOW)).toBe(false);
    expect(isDrillDue({ ...drill, lastPassedAt: ago(6 * DAY_MS), lastTriedAt: ago(6 * DAY_MS) }, NOW)).toBe(false);
    expect(isDrillDue({ ...drill, lastPassedAt: ago(7 * DAY_MS), lastTriedAt: ago(7 * DAY_MS) }, NOW)).toBe(true);
    expect(isDrillDue({ ...drill, lastTriedAt: ago(23 * HOUR_MS) }, NOW)).toBe(false);
  });
});

describe('the problem', () => {
  type Facts = Parameters<typeof backupProblem>[0];
  const facts: Facts = {
    ...{ serviceId: '0198b5a0-0000-7000-8000-000000000000', schedule: 'daily', runningSince: ago(9 * DAY_MS) },
    ...{ lastOkAt: ago(HOUR_MS), lastTriedAt: ago(HOUR_MS), lastFailure: null, drillFailure: null, reasonAgainst: null },
  };

  it.each<readonly [Facts, string | null]>([
    [facts, null],
    [{ ...facts, lastOkAt: ago(26 * HOUR_MS) }, null],
    [{ ...facts, lastOkAt: ago(26 * HOUR_MS + 1) }, 'The last good backup began 26 hours ago, but the schedule is daily.'],
    [
      { ...facts, lastOkAt: ago(27 * HOUR_MS), lastFailure: 'The store is full.' },
      'The last good backup began 27 hours ago, but the schedule is daily. The last try failed: The store is full.',
    ],
    [{ ...facts, lastOkAt: null, runningSince: ago(27 * HOUR_MS) }, 'No backup was taken in 27 hours, but the schedule is daily.'],
    [{ ...facts, lastOkAt: ago(27 * HOUR_MS), schedule: 'weekly' }, null],
    [
      { ...facts, lastOkAt: ago(7 * DAY_MS + 3 * HOUR_MS), schedule: 'weekly' },
      'The last good backup began 171 hours ago, but the schedule is weekly.',
    ],
    [{ ...facts, lastOkAt: null, schedule: 'off' }, null],
    [{ ...facts, lastOkAt: null, reasonAgainst: 'No backups yet.' }, null],
    [{ ...facts, drillFailure: 'A row is missing.' }, 'The newest backup could not be restored in a drill: A row is missing.'],
  ])('%#: comes from what is stored', (given, problem) => {
    expect(backupProblem(given, NOW)).toBe(problem);
  });
});

describe('the rule of what is kept', () => {
  const daily = (days: number, first = 0): KeptBackup<number>[] =>
    Array.from({ length: days }, (_, day) => ({ id: first + day, cause: 'schedule', takenAt: ago((first + day) * DAY_MS) }));
  const keptOf = (backups: readonly KeptBackup<number>[]): number[] => {
    const removed = new Set(backupsToRemove(backups, NOW));
    return backups.map(({ id }) => id).filter((id) => !removed.has(id));
  };

  it('has the last seven days, and the newest of each of four weeks', () => {
    // NOW is a Friday: weeks end with the Sundays 5, 12 and 19 days before.
    expect(keptOf(daily(40))).toEqual([0, 1, 2, 3, 4, 5, 6, 12, 19]);
  });

  it('removes none of a service whose backups stopped, and never the last one', () => {
    expect(keptOf(daily(5, 300))).toEqual([300, 301, 302, 303, 304]);
    expect(keptOf([{ id: 1, cause: 'schedule', takenAt: ago(900 * DAY_MS) }])).toEqual([1]);
  });

  it('has one of a day with several, and those that somebody asked for, for 30 days', () => {
    const sameDay: KeptBackup<number>[] = [0, 1, 2].map((id) => ({ id, cause: 'schedule', takenAt: ago(id * HOUR_MS) }));
    expect(keptOf(sameDay)).toEqual([0]);
    const asked = [29, 31].map((id): KeptBackup<number> => ({ id, cause: 'person', takenAt: ago(id * DAY_MS) }));
    expect(keptOf([...daily(40).filter(({ id }) => id < 29), ...asked])).toContain(29);
    expect(keptOf([...daily(40).filter(({ id }) => id < 29), ...asked])).not.toContain(31);
  });
});

describe('the rows', () => {
  const table = (name: string, rows: number | null, hash: string | null) => ({ database: 'db', table: name, rows, hash });

  it('are certain for tables that are the same before and after', () => {
    const before = [table('a', 1, 'x'), table('b', 1, 'x'), table('dropped', 1, 'x')];
    const after = [table('a', 1, 'x'), table('b', 1, 'y'), table('new', 1, 'x')];
    expect(mergeContents(before, after)).toEqual([table('a', 1, 'x'), table('b', null, null)]);
  });

  it('are compared by number and hash', () => {
    const expected = [table('a', 5, 'x'), table('b', 1, 'x'), table('c', 1, 'x'), table('d', null, null), table('e', 1, 'x')];
    const found = [table('a', 5, 'x'), table('b', 2, 'x'), table('c', 1, 'y'), table('d', 9, 'z')];
    expect(compareContents(expected, found)).toEqual({
      ...{ matching: 1, unknown: 1, rows: 5 },
      differences: ['b in db has 2 rows instead of 1', 'c in db has other rows than the backup', 'e in db is missing'],
    });
  });
});

it.each([
  [0, '0.0 KB'],
  [4096, '4.1 KB'],
  [24_100_000, '24 MB'],
  [5_000_000_000, '5.0 GB'],
])('writes %i bytes as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
