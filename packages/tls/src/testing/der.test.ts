import { expect, it } from 'vitest';
import { integer } from './der.ts';

it.each([
  ['00', '020100'],
  ['0000', '020100'],
  ['7f', '02017f'],
  ['80', '02020080'],
  ['0080', '02020080'],
  ['00007f01', '02027f01'],
])('writes the number %s in the fewest bytes that DER allows', (bytes, written) => {
  expect(integer(Buffer.from(bytes, 'hex')).toString('hex')).toBe(written);
});

it('writes a number of one byte', () => {
  expect([0, 5, 128].map((number) => integer(number).toString('hex'))).toEqual(['020100', '020105', '02020080']);
});
