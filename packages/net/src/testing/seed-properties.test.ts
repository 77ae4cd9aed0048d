import fc from 'fast-check';
import { expect, it } from 'vitest';

const inputsOf = (): number[] => {
  const seen: number[] = [];
  fc.assert(fc.property(fc.nat(), (value) => seen.push(value) > 0));
  return seen;
};

it.skipIf(process.env.PROPERTY_SEED === 'random')('gives properties the same inputs each time, unless configured otherwise', () => {
  expect(inputsOf()).toEqual(inputsOf());
});
