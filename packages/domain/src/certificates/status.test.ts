import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMs, DAY_MS } from '../time.ts';
import {
  attentionCount,
  type CertificateStatus,
  certificateStatuses,
  daysLeft,
  expiryRange,
  hasExpired,
  healthScore,
  statusOf,
} from './status.ts';

const now = new Date('2026-11-10T12:00:00.000Z');
const expected = (days: number): CertificateStatus => (days < 0 ? 'expired' : days <= 7 ? 'critical' : days <= 30 ? 'warning' : 'valid');

describe('status by whole days left', () => {
  const days = Array.from({ length: 34 }, (_, index) => index - 2);

  test.each(days)('%i days left, at the very instant, half a day on and a millisecond before the next', (left) => {
    for (const offset of [0, DAY_MS / 2, DAY_MS - 1]) {
      const expiration = addMs(now, left * DAY_MS + offset);
      expect(daysLeft(expiration, now)).toBe(left);
      expect(statusOf(expiration, now)).toBe(expected(left));
    }
  });

  test.each([
    ['a millisecond past notAfter', -1, -1, 'expired'],
    ['at notAfter itself', 0, 0, 'critical'],
    ['a millisecond before notAfter', 1, 0, 'critical'],
    ['a millisecond before 8 days', 8 * DAY_MS - 1, 7, 'critical'],
    ['at 8 days', 8 * DAY_MS, 8, 'warning'],
    ['a millisecond past 8 days', 8 * DAY_MS + 1, 8, 'warning'],
    ['a millisecond before 31 days', 31 * DAY_MS - 1, 30, 'warning'],
    ['at 31 days', 31 * DAY_MS, 31, 'valid'],
    ['a millisecond past 31 days', 31 * DAY_MS + 1, 31, 'valid'],
  ] as const)('%s', (_name, offset, days, status) => {
    expect(daysLeft(addMs(now, offset), now)).toBe(days);
    expect(statusOf(addMs(now, offset), now)).toBe(status);
  });
});

test('the second of notAfter belongs to the validity as a whole', () => {
  const notAfter = new Date('2026-11-10T12:00:00Z');
  const at = (ms: number) => [statusOf(notAfter, addMs(notAfter, ms)), hasExpired(notAfter, addMs(notAfter, ms))];
  expect([at(0), at(1), at(999), at(1_000)]).toEqual([
    ['critical', false],
    ['critical', false],
    ['critical', false],
    ['expired', true],
  ]);
});

describe('properties', () => {
  const instant = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true });
  const nearBoundary = fc.tuple(fc.constantFrom(0, 8, 31), fc.integer({ min: -5, max: 5 })).map(([days, offset]) => days * DAY_MS + offset);
  const distance = fc.oneof(nearBoundary, fc.integer({ min: -400 * DAY_MS, max: 400 * DAY_MS }));

  test('a certificate has a status exactly when its expiry lies in the range of that status', () => {
    fc.assert(
      fc.property(instant, distance, (at, ms) => {
        const expiration = addMs(at, ms);
        for (const status of certificateStatuses) {
          const { from, until } = expiryRange(status, at);
          const inside = (from === null || expiration >= from) && (until === null || expiration < until);
          expect(inside).toBe(statusOf(expiration, at) === status);
        }
      }),
    );
  });

  test('a status never gets better as time goes by', () => {
    fc.assert(
      fc.property(instant, distance, fc.nat(400 * DAY_MS), (at, ms, later) => {
        const rank = (instantOfLooking: Date) => certificateStatuses.indexOf(statusOf(addMs(at, ms), instantOfLooking));
        expect(rank(addMs(at, later))).toBeLessThanOrEqual(rank(at));
      }),
    );
  });
});

test.each([
  [{ expired: 0, critical: 0, warning: 0 }, 100, 0],
  [{ expired: 1, critical: 1, warning: 1 }, 50, 3],
  [{ expired: 3, critical: 0, warning: 2 }, 0, 5],
  [{ expired: 4, critical: 0, warning: 0 }, 0, 4],
  [{ expired: 0, critical: 0, warning: 19 }, 5, 19],
] as const)('score and bell of %o', (counts, score, attention) => {
  expect(healthScore(counts)).toBe(score);
  expect(attentionCount(counts)).toBe(attention);
});
