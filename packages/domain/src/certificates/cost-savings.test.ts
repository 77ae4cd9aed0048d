import fc from 'fast-check';
import { expect, it } from 'vitest';
import { estimateSavings } from './cost-savings.ts';

const estimate = (groups: Record<string, number>, withoutParent = 0) => estimateSavings(new Map(Object.entries(groups)), withoutParent);

it('prices single names at 150 and a group of more than one name at 500', () => {
  expect(estimate({ 'example.com': 6, 'example.co.uk': 2, 'single.example': 1 }, 2)).toEqual({
    names: 11,
    individualCost: 1650,
    wildcardGroups: 2,
    extraDomains: 3,
    groupedCost: 1450,
    savings: 400,
    groups: [
      { parent: 'example.com', names: 6, individualCost: 900, wildcardCost: 500, saving: 400 },
      { parent: 'example.co.uk', names: 2, individualCost: 300, wildcardCost: 500, saving: -200 },
    ],
    assumptions: { individual: 150, wildcard: 500 },
  });
});

it('lists the 20 groups that save most', () => {
  const groups = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`zone-${index}.example`, index + 2]));
  const { groups: listed, wildcardGroups } = estimate(groups);
  expect(wildcardGroups).toBe(30);
  expect(listed.map(({ names }) => names)).toEqual(Array.from({ length: 20 }, (_, index) => 31 - index));
});

it('never promises a loss, and loses no name', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.domain(), fc.integer({ min: 1, max: 50 })), fc.nat(50), (groups, withoutParent) => {
      const { savings, names, individualCost } = estimate(groups, withoutParent);
      expect(savings).toBeGreaterThanOrEqual(0);
      expect(savings).toBeLessThanOrEqual(individualCost);
      expect(names).toBe(Object.values(groups).reduce((sum, count) => sum + count, withoutParent));
    }),
  );
});
