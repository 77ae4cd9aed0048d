import { DAY_MS, HOUR_MS } from '@notafter/domain';
import { expect, it } from 'vitest';
import { problemsOf } from './show-status.ts';

const now = new Date('2026-11-28T12:00:00Z');
const ago = (ms: number): Date => new Date(now.getTime() - ms);
const problems = (mode: 'online' | 'offline', { scannedMs = 0, waitingMs = 0, clockOffsetMs = 0 }) =>
  problemsOf(
    {
      config: { intervalMs: HOUR_MS },
      mode,
      state: { problem: null, scannedAt: ago(scannedMs), clockOffsetMs },
      queue: { oldestAt: ago(waitingMs) },
    },
    now,
  );

it('finds bundles late that a collector with a connection did not send for three intervals', () => {
  expect(problems('online', { waitingMs: 3 * HOUR_MS })).toEqual([]);
  expect(problems('online', { waitingMs: 3 * HOUR_MS + 1 })).toEqual(['The oldest bundle waits for more than three intervals.']);
});

it('lets bundles wait for the people who carry them each week, as long as the server does', () => {
  expect(problems('offline', { waitingMs: 21 * DAY_MS })).toEqual([]);
  expect(problems('offline', { waitingMs: 21 * DAY_MS + 1 })).toEqual([expect.stringContaining('after 21 days')]);
});

it.each(['online', 'offline'] as const)('says that scans stopped, and that the clock is off: %s', (mode) => {
  expect(problems(mode, { scannedMs: 3 * HOUR_MS, clockOffsetMs: -300_000 })).toEqual([]);
  expect(problems(mode, { scannedMs: 3 * HOUR_MS + 1, clockOffsetMs: -301_000 })).toEqual([
    'The last scan is more than three intervals ago.',
    "The clock of this machine is 301 s behind the server's.",
  ]);
});
