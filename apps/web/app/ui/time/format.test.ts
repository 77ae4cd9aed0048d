import { expect, it } from 'vitest';
import { daysText } from './format.ts';

it('writes days with a true minus and one day in the singular', () => {
  expect([daysText(-3), daysText(1), daysText(-1), daysText(14)]).toEqual(['\u22123 days', '1 day', '\u22121 day', '14 days']);
});
