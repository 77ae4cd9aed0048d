import { expect, it } from 'vitest';
import { backOffMs } from './back-off.ts';

it('waits twice as long after each failure, up to a quarter of an hour', () => {
  const waits = [1, 2, 3, 4, 20].map((failures) => backOffMs(failures, null, () => 1));
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 900_000]);
});

it('spreads the waits of many collectors', () => {
  expect([0, 0.5, 1].map((random) => backOffMs(2, null, () => random))).toEqual([2_000, 3_000, 4_000]);
});

it('waits as long as the server asks for, at most an hour', () => {
  expect([10_000, 1_000, 86_400_000].map((asked) => backOffMs(1, asked, () => 1))).toEqual([10_000, 2_000, 3_600_000]);
});
