import { expect, it } from 'vitest';
import { riskScore, startOfMonth } from './analytics.ts';

it.each([
  [{ expired: 0, critical: 0, warning: 0 }, 0],
  [{ expired: 1, critical: 1, warning: 1 }, 75],
  [{ expired: 0, critical: 0, warning: 9 }, 90],
  [{ expired: 3, critical: 0, warning: 0 }, 100],
])('%o is a risk of %i', (counts, score) => {
  expect(riskScore(counts)).toBe(score);
});

it('begins a month at midnight in UTC', () => {
  expect(startOfMonth(new Date('2026-12-31T23:59:59.999Z'))).toEqual(new Date('2026-12-01T00:00:00Z'));
  expect(startOfMonth(new Date('2027-01-01T00:00:00Z'))).toEqual(new Date('2027-01-01T00:00:00Z'));
});
