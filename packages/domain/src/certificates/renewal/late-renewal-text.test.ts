import { describe, expect, it } from 'vitest';
import { addMs, DAY_MS } from '../../time.ts';
import { lateRenewalText, type ServedPeriod } from './renewal.ts';

const now = new Date('2026-11-20T12:00:00Z');
const served = (number: number, margin: number | null, lifeDays = 90): ServedPeriod => {
  const notAfter = addMs(now, -number * 60 * DAY_MS);
  return {
    fingerprint256: `${number}`,
    notBefore: addMs(notAfter, -lifeDays * DAY_MS),
    notAfter,
    servedFrom: addMs(notAfter, -lifeDays * DAY_MS),
    servedUntil: margin === null ? null : addMs(notAfter, -(margin + 0.5) * DAY_MS),
  };
};
const after = (...margins: number[]): ServedPeriod[] => [served(0, null), ...margins.map((margin, index) => served(index + 1, margin))];

describe('the text of a late renewal', () => {
  it.each([
    [[29, 29], 14, 'The last 2 renewals came 29 days before expiry. This one is 15 days late.'],
    [[29, 30, 31, 2], 28, 'The last 3 renewals came 29 to 31 days before expiry. This one is 1 day late.'],
    [[29, 29], 0, 'The last 2 renewals came 29 days before expiry. This one is 29 days late.'],
  ])('after others that came %j days before expiry is late with %i left', (margins, daysLeft, text) => {
    expect(lateRenewalText(after(...margins), daysLeft)).toBe(text);
  });

  it.each([
    ['as early as the latest of the others', after(29, 31), 29],
    ['with one before it', after(29), 3],
    ['after others that came at the last moment or later', after(0, -3), 2],
    ['whose certificate has expired, which is said already', after(29, 29), -1],
  ])('%s is not called late', (_, renewals, daysLeft) => {
    expect(lateRenewalText(renewals, daysLeft)).toBeNull();
  });

  it('is not measured by certificates of another lifetime', () => {
    expect(lateRenewalText([served(0, null, 47), served(1, 29), served(2, 29)], 15)).toBeNull();
    expect(lateRenewalText([served(0, null, 85), served(1, 29), served(2, 29)], 15)).not.toBeNull();
  });

  it('is not measured by certificates that take turns', () => {
    const [, ...earlier] = after(29, 29, 29);
    expect(lateRenewalText([...after(), ...earlier.map((one) => ({ ...one, fingerprint256: 'A' }))], 15)).toBeNull();
    expect(lateRenewalText([...after(), ...earlier], 15)).not.toBeNull();
  });

  it('of an endpoint that was never seen has no text', () => {
    expect(lateRenewalText([], 3)).toBeNull();
  });
});
