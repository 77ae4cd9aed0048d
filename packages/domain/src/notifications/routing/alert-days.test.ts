import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daysLeft } from '../../certificates/status.ts';
import { plans } from '../../plans/plans.ts';
import { addMs, DAY_MS } from '../../time.ts';
import { ALERT_DAY_OPTIONS, ALERT_THRESHOLDS, clipAlertDays, daysInForce, endsCrossing, thresholdToAlert } from './alert-days.ts';

const someDays = fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 });
const planDays = fc.constantFrom(...Object.values(plans).map(({ alertDays }): readonly number[] => alertDays));

describe('clipAlertDays', () => {
  it.each([
    [[30, 14, 7, 1], [1], [1]],
    [[30], [14, 7, 1], [14]],
    [[30, 14], [14, 7, 1], [14]],
    [
      [14, 1],
      [30, 14, 7, 1],
      [14, 1],
    ],
    // Equally near: the earlier warning.
    [[4], [7, 1], [7]],
    [[60], [30, 14, 7, 1], [30]],
  ])('clips %j on a plan with %j to %j', (saved, plan, clipped) => {
    expect(clipAlertDays(saved, plan)).toEqual(clipped);
  });

  it('never ends up with none, and with none that the plan lacks', () => {
    fc.assert(
      fc.property(someDays, planDays, (saved, plan) => {
        const clipped = clipAlertDays(saved, plan);
        expect(clipped.length).toBeGreaterThan(0);
        for (const day of clipped) expect(plan).toContain(day);
        for (const day of saved.filter((each) => plan.includes(each))) expect(clipped).toContain(day);
      }),
    );
  });
});

describe('daysInForce', () => {
  it.each([
    ["the certificate's own", { own: [14], tags: [7], organization: [1] }, [14]],
    ['all of its tags', { own: null, tags: [7, 30], organization: [1] }, [30, 7]],
    ["the organization's", { own: null, tags: [], organization: [14, 1] }, [14, 1]],
    ['one day where nothing was saved', { own: null, tags: [], organization: null }, [1]],
  ])('are %s', (_name, saved, days) => {
    expect(daysInForce(saved, ALERT_DAY_OPTIONS)).toEqual(days);
  });
});

describe('thresholdToAlert', () => {
  it.each([
    // days, days left, alerted, threshold
    [[30, 14, 7, 1], 31, null, null],
    [[30, 14, 7, 1], 30, null, 30],
    [[30, 14, 7, 1], 5, null, 7],
    [[30, 14, 7, 1], 5, 7, null],
    [[30, 14, 7, 1], 5, 14, 7],
    [[30, 14, 7, 1], 0, 1, 0],
    [[1], 7, null, null],
    [[1], 0, 0, null],
    [[1], -1, 0, -1],
    [[1], -400, -1, null],
    [[30], 20, 7, null],
  ])('with days %j, %i days left and %s alerted it is %s', (days, left, alerted, threshold) => {
    expect(thresholdToAlert({ days, daysLeft: left, alerted })).toBe(threshold);
  });

  it('never alerts twice or for a looser threshold, and finally always that it expired, however time and settings change', () => {
    const settings = fc.record({ saved: someDays, plan: planDays, forwardDays: fc.integer({ min: 0, max: 40 }) });
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 100 }), fc.array(settings, { maxLength: 12 }), (start, steps) => {
        let left = start;
        let alerted: number | null = null;
        const look = (days: readonly number[]): void => {
          const threshold = thresholdToAlert({ days, daysLeft: left, alerted });
          if (threshold === null) return;
          expect(threshold).toBeGreaterThanOrEqual(left < 0 ? -1 : left);
          expect(threshold).toBeLessThan(alerted ?? Number.POSITIVE_INFINITY);
          alerted = threshold;
        };
        for (const { saved, plan, forwardDays } of steps) {
          left -= forwardDays;
          look(clipAlertDays(saved, plan));
        }
        left = -1;
        look([1]);
        expect(alerted).toBe(-1);
      }),
    );
  });

  it('looks at least at every certificate that crosses a threshold: the ranges of ends miss none and hold no other', () => {
    const now = new Date('2026-11-10T12:00:00Z');
    const ms = fc.integer({ min: 0, max: 100 * DAY_MS });
    fc.assert(
      fc.property(
        ms,
        ms,
        fc.integer({ min: -DAY_MS, max: 140 * DAY_MS }),
        fc.constantFrom(...ALERT_THRESHOLDS),
        (start, length, end, day) => {
          const [from, until, notAfter] = [addMs(now, start), addMs(now, start + length), addMs(now, end)];
          const crosses = daysLeft(notAfter, from) > day && daysLeft(notAfter, until) <= day;
          const range = endsCrossing(day, from, until);
          expect(notAfter >= range.from && notAfter < range.until).toBe(crosses);
        },
      ),
    );
  });
});
