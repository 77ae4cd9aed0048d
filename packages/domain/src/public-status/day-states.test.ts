import { expect, it } from 'vitest';
import { addMs, DAY_MS, HOUR_MS } from '../time.ts';
import { dayStates, goodDaysPercent, STATUS_DAYS } from './day-states.ts';

const NOW = new Date('2026-11-26T15:00:00Z');
const MIDNIGHT = new Date('2026-11-26T00:00:00Z');
const always = addMs(NOW, -400 * DAY_MS);
const last = (count: number, ...args: Parameters<typeof dayStates>) => dayStates(...args).slice(-count);

it('marks each day that a problem touches, in UTC', () => {
  const over = { from: addMs(MIDNIGHT, -30 * HOUR_MS), until: addMs(MIDNIGHT, -20 * HOUR_MS) };
  expect(last(4, always, [over], NOW)).toEqual(['ok', 'problem', 'problem', 'ok']);
  expect(last(2, always, [{ from: addMs(NOW, -HOUR_MS), until: null }], NOW)).toEqual(['ok', 'problem']);
});

it('ends a problem with the last instant before its end', () => {
  expect(last(2, always, [{ from: addMs(MIDNIGHT, -HOUR_MS), until: MIDNIGHT }], NOW)).toEqual(['problem', 'ok']);
  expect(last(2, always, [{ from: addMs(MIDNIGHT, -HOUR_MS), until: addMs(MIDNIGHT, 1) }], NOW)).toEqual(['problem', 'problem']);
});

it('knows nothing of days before the endpoint was monitored, and forgets what is older than its days', () => {
  const days = dayStates(addMs(MIDNIGHT, -HOUR_MS), [], NOW);
  expect(days).toHaveLength(STATUS_DAYS);
  expect(days.filter((day) => day !== 'unknown')).toEqual(['ok', 'ok']);
  const old = { from: addMs(NOW, -200 * DAY_MS), until: addMs(NOW, -100 * DAY_MS) };
  expect(new Set(dayStates(always, [old], NOW))).toEqual(new Set(['ok']));
});

it('counts the days that are known, rounded down', () => {
  expect(goodDaysPercent(dayStates(always, [{ from: NOW, until: null }], NOW))).toBe(98.88);
  expect(goodDaysPercent(dayStates(addMs(NOW, DAY_MS), [], NOW))).toBeNull();
  expect(goodDaysPercent(dayStates(NOW, [], NOW))).toBe(100);
});
