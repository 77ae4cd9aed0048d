import { addMs, DAY_MS } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { horizonShape, horizonX, lifelineShape } from './scale.ts';

const now = new Date('2026-11-20T00:00:00Z');
const life = (ageDays: number, daysLeft: number) => ({
  notBefore: addMs(now, -ageDays * DAY_MS),
  notAfter: addMs(now, daysLeft * DAY_MS),
  now,
});

describe('horizonX', () => {
  it.each([
    [0, 21],
    [7, 34.14],
    [30, 52.56],
    [90, 70.82],
    [365, 96.3],
    [400, 98],
    [5000, 98],
    [-3, 16.87],
    [-400, 0],
    [-5000, 0],
  ])('puts %d days at %d percent', (days, percent) => {
    expect(horizonX(days)).toBeCloseTo(percent, 2);
  });

  it('never moves a later moment to the left', () => {
    const places = Array.from({ length: 900 }, (_, index) => horizonX(index - 450));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});

describe('horizonShape', () => {
  it('draws life spent up to now and life left from now', () => {
    expect(horizonShape(life(60, 30))).toMatchObject({ spent: { to: 21 }, left: { from: 21, to: 52.56 }, beyond: false, overrun: null });
  });

  it('draws an overrun back from now and no life left once expired', () => {
    expect(horizonShape(life(90, -3))).toMatchObject({ spent: { to: 16.87 }, left: null, overrun: 4.13 });
  });

  it('shows an arrowhead only beyond 400 days', () => {
    expect(horizonShape(life(1, 400)).beyond).toBe(false);
    expect(horizonShape(life(1, 401)).beyond).toBe(true);
  });

  it('leaves the past empty before a life has begun', () => {
    const shape = horizonShape(life(-7, 90));
    expect(shape.spent).toEqual({ from: 21, to: 21 });
    expect(shape.left?.from).toBeCloseTo(34.14, 2);
  });
});

describe('lifelineShape', () => {
  it('places hand and thresholds linearly between issue and end', () => {
    expect(lifelineShape(life(9, 81))).toEqual({
      hand: 10,
      overrun: 0,
      ticks: [
        { days: 30, at: 66.67 },
        { days: 7, at: 92.22 },
      ],
    });
  });

  it('has no tick that the whole life does not exceed', () => {
    expect(lifelineShape(life(1, 5)).ticks).toEqual([]);
    expect(lifelineShape(life(5, 25)).ticks.map(({ days }) => days)).toEqual([7]);
  });

  it('extends the axis to now once over', () => {
    expect(lifelineShape(life(103, -3))).toMatchObject({ hand: 100, overrun: 2.91 });
  });

  it('keeps the hand at the start before a life has begun', () => {
    expect(lifelineShape(life(-10, 80)).hand).toBe(0);
  });

  it('survives an end before its own beginning', () => {
    expect(lifelineShape({ notBefore: now, notAfter: now, now })).toEqual({ hand: 100, overrun: 0, ticks: [] });
  });
});
