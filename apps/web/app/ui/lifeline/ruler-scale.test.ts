import { addMs, DAY_MS } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { RULER_MAX_TICKS, rulerShape, rulerStep } from './ruler-scale.ts';

const now = new Date('2026-11-20T00:00:00Z');
const life = (ageDays: number, daysLeft: number) => ({
  notBefore: addMs(now, -ageDays * DAY_MS),
  notAfter: addMs(now, daysLeft * DAY_MS),
  now,
});

describe('rulerStep', () => {
  it.each([
    [6, 1],
    [90, 1],
    [200, 2],
    [398, 5],
    [825, 10],
    [3000, 30],
    [3650, 60],
    [36_500, 330],
  ])('takes for %d days a tick every %d', (days, step) => {
    expect(rulerStep(days)).toBe(step);
  });
});

describe('rulerShape', () => {
  it.each([1, 6, 45, 47, 90, 117, 118, 199, 200, 398, 825, 3650, 9000])('never needs more than 120 ticks, as for %d days', (days) => {
    const { ticks } = rulerShape(life(days / 2, days / 2));
    expect(ticks.length).toBeLessThanOrEqual(RULER_MAX_TICKS);
    expect(ticks.every(({ at }) => at >= 0 && at <= 100)).toBe(true);
  });

  it('counts the days back from the end, so that each remaining tick is a day left', () => {
    const { ticks } = rulerShape(life(76, 14));
    expect(ticks.filter(({ left }) => left)).toHaveLength(15);
    expect(ticks.at(-1)).toEqual({ at: 100, kind: 'end', left: true });
  });

  it('marks 30 and 7 days before the end exactly, even between two steps', () => {
    const { ticks, stepDays } = rulerShape(life(100, 100));
    expect(stepDays).toBe(2);
    expect(ticks.filter(({ kind }) => kind === 'threshold').map(({ at }) => at)).toEqual([85, 96.5]);
  });

  it('colors no tick once over and measures the overrun', () => {
    const shape = rulerShape(life(212, -12));
    expect(shape.ticks.some(({ left }) => left)).toBe(false);
    expect(shape.overrun).toBeCloseTo(5.66, 2);
    expect(shape.hand).toBe(100);
  });

  it('drops the label that would run into its neighbor', () => {
    expect(rulerShape(life(60, 30)).labels.map(({ days }) => days)).toEqual([30, 7]);
    expect(rulerShape(life(1800, 1800)).labels.map(({ days }) => days)).toEqual([7]);
  });

  it('draws a life without length', () => {
    expect(rulerShape({ notBefore: now, notAfter: now, now }).ticks.length).toBeGreaterThan(0);
  });
});
