import { describe, expect, it } from 'vitest';
import { pageText } from '../../../ui/pager/use-pages.ts';
import { checkedText, deletedText, domainParts, intervalText } from '../certificate-words.ts';
import { healthText, healthTone, limitText, nextText, oldestText, scheduleText } from './health-panel.tsx';

describe('the SSL Health Score banner', () => {
  it.each([
    [0, 0, 0, 'valid', 'All certificates are healthy'],
    [0, 0, 3, 'valid', '3 expiring soon'],
    [0, 2, 3, 'critical', '2 critical, 3 expiring soon'],
    [1, 2, 3, 'expired', '1 expired, 2 critical, 3 expiring soon'],
    [1200, 0, 0, 'expired', '1,200 expired'],
  ])('says of %i expired, %i critical and %i expiring soon: %s, %s', (expired, critical, warning, tone, text) => {
    const counts = { expired, critical, warning };
    expect([healthTone(counts), healthText(counts)]).toEqual([tone, text]);
  });
});

describe('the summary cards', () => {
  it('compare with the limit, unless there is none', () => {
    expect([limitText(1500), limitText(null)]).toEqual(['of 1,500', undefined]);
  });

  it('say whether everything within 30 days is on schedule', () => {
    const text = (critical: number, warning: number, late: number) => scheduleText({ critical, warning, late });
    expect([text(0, 0, 0), text(0, 12, 0), text(3, 9, 0), text(3, 0, 2), text(0, 5, 1)]).toEqual([
      undefined,
      'all on schedule',
      '12 within 30 days, all on schedule',
      '3 within 30 days, 2 late',
      '1 late',
    ]);
  });

  it('name the oldest and the next by the same days as their rows', () => {
    expect([oldestText(-3), oldestText(-1), oldestText(null)]).toEqual(['oldest 3 days ago', 'oldest 1 day ago', undefined]);
    expect([nextText(2, 2), nextText(14, 1), nextText(0, 3), nextText(null, 0)]).toEqual([
      'next in 2 days',
      'in 14 days',
      'next within a day',
      undefined,
    ]);
  });
});

describe('the pager', () => {
  it.each([
    [{ total: 48, totalCapped: false, position: 0, shown: 10 }, '1\u201310 of 48'],
    [{ total: 48, totalCapped: false, position: 40, shown: 8 }, '41\u201348 of 48'],
    [{ total: 41, totalCapped: false, position: 40, shown: 1 }, '41 of 41'],
    [{ total: 1000, totalCapped: true, position: 990, shown: 10 }, '991\u20131,000 of more than 1,000'],
    [{ total: 1000, totalCapped: true, position: null, shown: 10 }, '10 of more than 1,000'],
    [{ total: 0, totalCapped: false, position: 0, shown: 0 }, '0 of 0'],
  ])('says where %o stands', (page, text) => {
    expect(pageText(page, page.shown)).toBe(text);
  });
});

it.each([
  [6, '6 h'],
  [1.5, '1.5 h'],
  [0.5, '30 min'],
  [0.005, '18 s'],
])('says every how long %d hours are', (hours, text) => {
  expect(intervalText(hours)).toBe(text);
});

it('counts what was checked and deleted, and speaks of one as one', () => {
  expect([checkedText(39), checkedText(0), checkedText(1)]).toEqual([
    '39 certificates checked successfully!',
    '0 certificates checked successfully!',
    'Certificate checked successfully!',
  ]);
  expect([deletedText(3), deletedText(1)]).toEqual(['3 certificates deleted successfully!', 'Certificate deleted successfully!']);
});

it('sets a port apart only where it was given', () => {
  expect(domainParts({ domain: 'mail.example.com:465', port: 465 })).toEqual({ name: 'mail.example.com', port: ':465' });
  expect(domainParts({ domain: 'example.com', port: 443 })).toEqual({ name: 'example.com', port: '' });
  expect(domainParts({ domain: '[2001:db8::1]:8443', port: 8443 })).toEqual({ name: '[2001:db8::1]', port: ':8443' });
});
