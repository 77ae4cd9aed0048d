import { describe, expect, it } from 'vitest';
import { estimateCost } from './cost-estimate.ts';
import { healthBand, riskBand } from './score-bands.ts';
import { timelineBoundaries } from './timeline.ts';

it.each([
  [0, 'valid', 'Excellent'],
  [39, 'valid', 'Excellent'],
  [40, 'valid', 'Good'],
  [59, 'valid', 'Good'],
  [60, 'warning', 'Good'],
  [69, 'warning', 'Good'],
  [70, 'warning', 'Immediate attention'],
  [79, 'warning', 'Immediate attention'],
  [80, 'expired', 'Immediate attention'],
  [100, 'expired', 'Immediate attention'],
])('a risk of %i is %s: %s', (score, tone, text) => {
  expect(riskBand(score)).toEqual({ tone, text });
});

it.each([
  [100, 'Excellent'],
  [90, 'Excellent'],
  [89, 'Good'],
  [80, 'Good'],
  [79, 'Fair'],
  [70, 'Fair'],
  [69, 'Poor'],
  [50, 'Poor'],
  [49, 'Very Poor'],
  [0, 'Very Poor'],
])('a health of %i is %s', (score, text) => {
  expect(healthBand(score).text).toBe(text);
});

describe('the cost', () => {
  it('is 300 a wildcard group and 50 a further domain, beside 150 a name', () => {
    const names = { names: 31, wildcardGroups: 7, extraDomains: 20 };
    expect(estimateCost(names)).toEqual({ annual: 3100, individual: 4650, savings: 1550, savingsPercent: 33 });
    expect(estimateCost(names, { wildcardGroup: 1000, extraDomain: 0, individual: 100 })).toMatchObject({ annual: 7000, savings: -3900 });
  });

  it('of nothing is nothing', () => {
    expect(estimateCost({ names: 0, wildcardGroups: 0, extraDomains: 0 })).toEqual({
      annual: 0,
      individual: 0,
      savings: 0,
      savingsPercent: 0,
    });
  });
});

it.each([
  [30, ['2026-11-24', '2026-11-27', '2026-12-21']],
  [90, ['2026-11-24', '2026-12-03', '2027-02-13']],
  [365, ['2026-11-24', '2026-12-31', '2027-10-19']],
] as const)('the timeline of %i days has ten segments of whole days, and begins now', (days, [first, second, last]) => {
  const now = new Date('2026-11-24T09:41:30.500Z');
  const boundaries = timelineBoundaries(now, days);
  expect(boundaries).toHaveLength(11);
  expect(boundaries[0]).toEqual(new Date('2026-11-24T09:41:30Z'));
  const dayOf = (at: number) => boundaries.at(at)?.toISOString();
  expect([dayOf(0)?.slice(0, 10), dayOf(1), dayOf(-2)]).toEqual([first, `${second}T00:00:00.000Z`, `${last}T00:00:00.000Z`]);
  expect((Number(boundaries.at(-1)) - Date.parse('2026-11-24T00:00:00Z')) / 86_400_000).toBe(days);
});
