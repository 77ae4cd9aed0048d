import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addMs, DAY_MS, HOUR_MS } from '../../time.ts';
import {
  checkIntervalHoursFor,
  isBeforeRenewal,
  lateSentence,
  planRenewal,
  renewalRhythm,
  renewalStateAt,
  type ServedPeriod,
} from './renewal.ts';

const start = new Date('2027-01-01T00:00:00Z');
const lifeOf = (days: number) => ({ notBefore: start, notAfter: addMs(start, days * DAY_MS) });
const shareOf = (instant: Date, days: number): number => (instant.getTime() - start.getTime()) / (days * DAY_MS);
const plain = { window: null, periods: [] };

/** Certificates of these lives in days, oldest first, each replaced at its share of the life; the last is the present one. */
const periodsOf = (past: readonly (readonly [days: number, share: number])[], presentDays: number): ServedPeriod[] => {
  let from = start;
  const periods = past.map(([days, share], index): ServedPeriod => {
    const [servedFrom, servedUntil] = [from, addMs(from, days * share * DAY_MS)];
    from = servedUntil;
    return { fingerprint256: `past-${index}`, notBefore: servedFrom, notAfter: addMs(servedFrom, days * DAY_MS), servedFrom, servedUntil };
  });
  const present = {
    fingerprint256: 'present',
    notBefore: from,
    notAfter: addMs(from, presentDays * DAY_MS),
    servedFrom: from,
    servedUntil: null,
  };
  return [...periods, present].reverse();
};

describe('by the lifetime', () => {
  test.each([
    [160 / 24, 0.5, 0.735],
    [9.99, 0.5, 0.735],
    [10, 2 / 3, 0.745],
    [45, 2 / 3, 0.745],
    [90, 2 / 3, 0.745],
    [398, 2 / 3, 0.745],
  ])('a certificate of %f days is due at %f of its life and late at %f', (days, due, late) => {
    const plan = planRenewal({ ...lifeOf(days), ...plain });
    expect(shareOf(plan.dueAt, days)).toBeCloseTo(due, 6);
    expect(shareOf(plan.lateAt, days)).toBeCloseTo(late, 3);
    expect(plan.basis).toBe('lifetime');
    expect(renewalStateAt(plan, addMs(plan.dueAt, -1))).toBe('on_schedule');
    expect(renewalStateAt(plan, plan.dueAt)).toBe('due');
    expect(renewalStateAt(plan, addMs(plan.lateAt, -1))).toBe('due');
    expect(renewalStateAt(plan, plan.lateAt)).toBe('late');
  });

  it('is late before less than a quarter of the life is left', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1000, noNaN: true }), (days) => {
        expect(shareOf(planRenewal({ ...lifeOf(days), ...plain }).lateAt, days)).toBeLessThan(0.75);
      }),
    );
  });
});

describe('by the window of the CA', () => {
  it('is due when the window begins, and late some time after it ends', () => {
    const window = { start: addMs(start, 60 * DAY_MS), end: addMs(start, 62 * DAY_MS), asksNow: false };
    const plan = planRenewal({
      ...lifeOf(90),
      window,
      periods: periodsOf(
        [
          [90, 0.9],
          [90, 0.9],
        ],
        90,
      ),
    });
    expect(plan).toEqual({ dueAt: window.start, lateAt: addMs(window.end, 28 * 0.225 * DAY_MS), basis: 'ari' });
  });

  it('is late before the end even if the window is not', () => {
    const window = { start: addMs(start, 95 * DAY_MS), end: addMs(start, 99 * DAY_MS), asksNow: false };
    const { dueAt, lateAt } = planRenewal({ ...lifeOf(90), window, periods: [] });
    expect(shareOf(lateAt, 90)).toBeCloseTo(0.95, 6);
    expect(dueAt).toEqual(lateAt);
  });
});

describe('by the rhythm of the endpoint', () => {
  it('is late after the latest of the last three renewals, with time to spare', () => {
    const periods = periodsOf(
      [
        [398, 0.5],
        [398, 0.9],
        [398, 0.92],
        [398, 0.91],
      ],
      398,
    );
    const present = periods[0];
    if (present?.notBefore == null) throw new Error('There is a present one.');
    const plan = planRenewal({ notBefore: present.notBefore, notAfter: present.notAfter, window: null, periods });
    const share = (instant: Date): number => (instant.getTime() - present.servedFrom.getTime()) / (398 * DAY_MS);
    expect(plan.basis).toBe('rhythm');
    expect(share(plan.dueAt)).toBeCloseTo(0.9, 6);
    expect(share(plan.lateAt)).toBeCloseTo(0.92 + 0.08 * 0.225, 6);
  });

  it('never makes a renewal late earlier than the lifetime does: few early renewals promise nothing', () => {
    const periods = periodsOf(
      [
        [90, 0.3],
        [90, 0.35],
      ],
      90,
    );
    const present = periods[0];
    if (present?.notBefore == null) throw new Error('There is a present one.');
    const facts = { notBefore: present.notBefore, notAfter: present.notAfter, window: null };
    expect(planRenewal({ ...facts, periods }).lateAt).toEqual(planRenewal({ ...facts, periods: [] }).lateAt);
  });

  it.each<[string, ServedPeriod[], number[]]>([
    ['one renewal', periodsOf([[90, 0.7]], 90), []],
    [
      'lifetimes that differ more than twofold',
      periodsOf(
        [
          [398, 0.9],
          [398, 0.9],
        ],
        90,
      ),
      [],
    ],
    [
      'lifetimes that shrink',
      periodsOf(
        [
          [90, 0.7],
          [64, 0.68],
        ],
        45,
      ),
      [0.68, 0.7],
    ],
    [
      'certificates that take turns',
      periodsOf(
        [
          [90, 0.1],
          [90, 0.2],
          [90, 0.1],
        ],
        90,
      ).map((period, index) => ({ ...period, fingerprint256: `turn-${index % 2}` })),
      [],
    ],
    ['an endpoint never seen', [], []],
  ])('%s', (_, periods, shares) => {
    const rhythm = renewalRhythm(periods);
    expect(rhythm).toHaveLength(shares.length);
    for (const [index, share] of rhythm.entries()) expect(share).toBeCloseTo(shares[index] ?? 0, 6);
  });
});

test.each([
  [160 / 24, [30, 14, 7, 1]],
  [45, [30, 14]],
  [64, [30]],
  [90, [30]],
  [100, [30]],
  [200, []],
  [398, []],
])('in a life of %f days, alerts on %j days come before a healthy renewal', (days, early) => {
  expect([30, 14, 7, 1].filter((day) => isBeforeRenewal(lifeOf(days), day))).toEqual(early);
});

test('short lives are checked twenty times, long ones as configured', () => {
  expect(checkIntervalHoursFor(lifeOf(160 / 24), 24)).toBeCloseTo(8, 6);
  expect(checkIntervalHoursFor(lifeOf(90), 6)).toBe(6);
  expect(checkIntervalHoursFor({ notBefore: start, notAfter: addMs(start, HOUR_MS / 10) }, 6)).toBeCloseTo(1 / 60, 6);
  expect(checkIntervalHoursFor({ notBefore: start, notAfter: addMs(start, -DAY_MS) }, 6)).toBeCloseTo(1 / 60, 6);
});

test('says since when, and by what', () => {
  expect(lateSentence({ dueAt: start, basis: 'lifetime' })).toBe('Was not renewed on schedule: due since 2027-01-01 00:00 UTC.');
  expect(lateSentence({ dueAt: start, basis: 'ari' })).toBe(
    'Was not renewed on schedule: due since 2027-01-01 00:00 UTC, by the window of its CA.',
  );
  expect(lateSentence({ dueAt: start, basis: 'rhythm' })).toContain('by the earlier renewals of this endpoint');
});
