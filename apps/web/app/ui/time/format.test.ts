import { describe, expect, it } from 'vitest';
import { dateText, dateTimeText, daysText, relativeText } from './format.ts';

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

it('writes days with a true minus and one day in the singular', () => {
  expect([daysText(-3), daysText(1), daysText(-1), daysText(14)]).toEqual(['\u22123 days', '1 day', '\u22121 day', '14 days']);
});
