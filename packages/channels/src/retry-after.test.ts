import { expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const now = new Date('2027-02-15T12:00:00Z');

it.each([
  ['7', 7],
  [' 7 ', 7],
  ['0', 0],
  ['1.2', 2],
  ['Mon, 15 Feb 2027 12:01:00 GMT', 60],
  ['Monday, 15-Feb-27 12:01:00 GMT', 60],
  ['Mon, 15 Feb 2027 11:00:00 GMT', 0],
  ['999999999999', 86_400],
  ['Mon, 15 Feb 2099 12:00:00 GMT', 86_400],
])('reads %j as %d seconds from now, at most a day', (header, seconds) => {
  expect(readRetryAfter(header, now)).toBe(seconds);
});

it.each([undefined, '', 'soon', '-5', '1e9', '0x10', '7, 8'])('ignores %j', (header) => {
  expect(readRetryAfter(header, now)).toBeNull();
});
