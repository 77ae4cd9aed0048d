import { expect, it } from 'vitest';
import { checkoutUrl } from './checkout.ts';
import { downgradeTo, usagePercent } from './downgrade.ts';

it.each([
  ['Essentials', 48, null, { certificatesToRemove: 28, currentCount: 48, newPlanLimit: 20 }],
  ['Forever Free', 6, null, { certificatesToRemove: 1, currentCount: 6, newPlanLimit: 5 }],
  ['Essentials', 20, null, null],
  ['Enterprise', 1_000_000, null, null],
  ['Essentials', 48, 100, null],
  ['Enterprise', 48, 10, { certificatesToRemove: 38, currentCount: 48, newPlanLimit: 10 }],
])('%s with %i certificates, own limit %s', (plan, count, ownLimit, downgrade) => {
  expect(downgradeTo(plan, count, ownLimit)).toEqual(downgrade);
});

it.each([
  [48, 150, 32],
  [0, 5, 0],
  [7, 5, 100],
  [0, 0, 100],
  [900, null, 50],
])('draws %i of %s as %i percent', (count, limit, percent) => {
  expect(usagePercent(count, limit)).toBe(percent);
});

it('fills in whom the checkout is for, and keeps what the address carries', () => {
  const url = new URL(checkoutUrl('https://buy.example/team?locale=de', { email: 'ada+x@example.com', reference: 'abc-_1' }));
  expect(Object.fromEntries(url.searchParams)).toEqual({
    locale: 'de',
    prefilled_email: 'ada+x@example.com',
    client_reference_id: 'abc-_1',
  });
});
