import { expect, it } from 'vitest';
import { addMs, DAY_MS } from '../../time.ts';
import { renewalOpensAt } from './renewal.ts';
import { isRenewalNear } from './renewal-window.ts';

const notBefore = new Date('2026-01-01T00:00:00Z');
const validity = (days: number) => ({ notBefore, notAfter: addMs(notBefore, days * DAY_MS) });

it.each([
  [398, 398 * (2 / 3), 14],
  [90, 60, 14],
  [45, 30, 7.5],
  [6, 3, 1],
])('a certificate of %i days is due after %f days, and near %f days before', (days, due, lead) => {
  expect(renewalOpensAt(validity(days)).getTime()).toBeCloseTo(addMs(notBefore, due * DAY_MS).getTime(), -1);
  const nearAt = addMs(notBefore, (due - lead) * DAY_MS);
  expect(isRenewalNear(validity(days), addMs(nearAt, -1_000))).toBe(false);
  expect(isRenewalNear(validity(days), addMs(nearAt, 1_000))).toBe(true);
});
