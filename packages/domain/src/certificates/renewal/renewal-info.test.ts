import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../time.ts';
import { planRenewal } from './renewal.ts';
import {
  askAgainMs,
  asksToRenewNow,
  longPauseSentence,
  pauseAfterFailuresMs,
  readExplanationUrl,
  renewNowSentence,
  usualWindowEnd,
} from './renewal-info.ts';

const start = new Date('2027-01-01T00:00:00Z');
const day = (days: number): Date => addMs(start, days * DAY_MS);
const life = { notBefore: start, notAfter: day(90) };
const windowOf = (from: number, to: number) => ({ start: day(from), end: day(to) });

describe('a pause', () => {
  it.each([
    [null, 6 * HOUR_MS],
    [0, MINUTE_MS],
    [3_600_000, HOUR_MS],
    [10 * 365 * DAY_MS, DAY_MS],
  ])('of %j before the next question is %j', (asked, pause) => expect(askAgainMs(asked)).toBe(pause));

  it('grows with each failure up to six hours, unless the CA says otherwise', () => {
    expect([1, 2, 5, 9, 1_000].map((failures) => pauseAfterFailuresMs(failures, null) / MINUTE_MS)).toEqual([1, 2, 16, 256, 360]);
    expect(pauseAfterFailuresMs(1, 10 * 365 * DAY_MS)).toBe(DAY_MS);
  });

  it('that is shortened is mentioned', () => {
    expect(longPauseSentence(10 * 365 * DAY_MS)).toBe('The CA asks for a pause of 3,650 days. We ask again after 24 hours.');
    expect(longPauseSentence(DAY_MS)).toBeNull();
    expect(longPauseSentence(null)).toBeNull();
  });
});

describe('a window', () => {
  /** The first window is read on one day, the present one on another. */
  const asks = (first: readonly [number, number], firstOn: number, then: readonly [number, number], on: number, explained = false) =>
    asksToRenewNow(
      {
        window: windowOf(...then),
        explanationUrl: explained ? 'https://ca.example/' : null,
        usualEnd: usualWindowEnd(life, windowOf(...first), day(firstOn)),
      },
      day(on),
    );

  it.each([
    ['moved to the past', asks([59, 61], 1, [29, 30], 31)],
    ['already in the past when first read, long before the usual renewal', asks([29, 30], 31, [29, 30], 31)],
    ['moved to just now, time after time', asks([29, 30], 31, [49, 50], 51)],
    ['moved while the renewal is due, with an explanation', asks([59, 61], 1, [63, 64], 65, true)],
    ['before the certificate', asks([-1000, -999], 1, [-1000, -999], 1)],
  ])('%s asks for a renewal now', (_, isAsked) => expect(isAsked).toBe(true));

  it.each([
    ['ahead', asks([59, 61], 1, [59, 61], 1)],
    ['moved ahead of time, but not begun', asks([59, 61], 1, [31, 33], 30)],
    ['that has begun', asks([59, 61], 1, [59, 61], 60)],
    ['that was missed', asks([59, 61], 1, [59, 61], 70)],
    ['that was missed before it was first read', asks([59, 61], 70, [59, 61], 70, true)],
    ['moved by minutes', asks([59, 61], 1, [59, 60.99], 70)],
    ['earlier than usual that was missed', asks([40, 42], 1, [40, 42], 50)],
    ['moved later without an explanation', asks([59, 61], 1, [63, 64], 65)],
  ])('%s does not', (_, isAsked) => expect(isAsked).toBe(false));

  it('that was moved to the past makes a renewal due, and leaves its lateness as it was', () => {
    const without = planRenewal({ ...life, window: null, periods: [] });
    const plan = (from: number, to: number) => planRenewal({ ...life, window: { ...windowOf(from, to), asksNow: true }, periods: [] });
    expect(plan(29, 30)).toEqual({ dueAt: day(29), lateAt: without.lateAt, basis: 'ari' });
    expect(plan(-1000, -999).dueAt).toEqual(start);
  });
});

describe('the link of a CA', () => {
  it.each([
    ['https://ca.example/incident?a=1#b', 'https://ca.example/incident?a=1#b'],
    ['HTTPS://CA.example', 'https://ca.example/'],
    ['https://ca.example/<script>"\'`', 'https://ca.example/%3Cscript%3E%22%27%60'],
    ['https://ca.example/\u202Egnp', 'https://ca.example/%E2%80%AEgnp'],
    ['https://ca.example/a\r\nb', 'https://ca.example/ab'],
  ])('%j is shown as %j', (text, url) => expect(readExplanationUrl(text)).toBe(url));

  it.each([
    'http://ca.example/',
    'javascript:alert(1)',
    'https://user:pass@ca.example/',
    'ca.example',
    '',
    `https://ca.example/${'x'.repeat(200)}`,
  ])('%j is left out', (text) => expect(readExplanationUrl(text)).toBeNull());

  it('ends the sentence of the alert', () => {
    expect(renewNowSentence('https://ca.example/')).toBe(
      'The CA asks to renew this certificate now: it may be revoked soon. See https://ca.example/',
    );
    expect(renewNowSentence(null)).toMatch(/soon\.$/);
  });
});
