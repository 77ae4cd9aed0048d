import { describe, expect, it } from 'vitest';
import { andList, dateText, dateTimeText, firstOf, orList, percentText, plural, relativeText } from './wording.ts';

const now = new Date('2026-11-20T12:00:00Z');

describe('relativeText', () => {
  it.each([
    ['2026-11-20T12:00:30Z', 'just now'],
    ['2026-11-20T11:58:10Z', '1 minute ago'],
    ['2026-11-20T09:00:00Z', '3 hours ago'],
    ['2026-11-19T12:00:00Z', '1 day ago'],
    ['2026-12-04T11:59:59Z', 'in 13 days'],
    ['2026-12-04T12:00:00Z', 'in 14 days'],
  ])('says of %s: %s', (instant, text) => {
    expect(relativeText(new Date(instant), now)).toBe(text);
  });
});

it('writes dates in UTC, whatever the zone of the reader', () => {
  const late = new Date('2026-12-04T23:59:59Z');
  expect([dateText(late), dateTimeText(late)]).toEqual(['2026-12-04', '2026-12-04 23:59 UTC']);
});

it('counts with groups of thousands, and uses the singular for one alone', () => {
  expect([0, 1, 2, 1_204, -1].map((count) => plural(count, 'name'))).toEqual(['0 names', '1 name', '2 names', '1,204 names', '-1 name']);
  expect([1, 2].map((count) => plural(count, 'host was', 'hosts were'))).toEqual(['1 host was', '2 hosts were']);
});

it('joins one, two and more items', () => {
  const [one, two, three] = [['a'], ['a', 'b'], ['a', 'b', 'c']];
  expect([one, two, three].map(andList)).toEqual(['a', 'a and b', 'a, b, and c']);
  expect([one, two, three].map(orList)).toEqual(['a', 'a or b', 'a, b, or c']);
});

it('names the first of many', () => {
  expect([firstOf(['a', 'b'], 2), firstOf(['a', 'b', 'c'], 2)]).toEqual(['a and b', 'a, b, and 1 more']);
});

it('writes a share with at most one decimal', () => {
  expect([38.46, 100, 0.04].map(percentText)).toEqual(['38.5%', '100%', '0%']);
});
