import { addMs, brandId, DAY_MS, verdictReasons } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { NOW } from '../../../testing/now.ts';
import { sampleFacts } from '../testing/samples.ts';
import type { Renewal } from '../types.ts';
import { lateRenewalText, verdictBanner } from './banner-texts.ts';

const host = 'shop.example.com';
const now = new Date('2026-11-20T12:00:00Z');
const bannerOf = (reasons: readonly (typeof verdictReasons)[number][], san: string[] = [host], differing = false) =>
  verdictBanner({ reasons, host, chain: [sampleFacts({ san })] }, differing, now);

it('says nothing about a certificate that clients accept', () => {
  expect(bannerOf([])).toBeNull();
});

it('has a sentence and a fix for every reason', () => {
  for (const reason of verdictReasons) {
    const banner = bannerOf([reason]);
    expect([banner?.headline, banner?.rest]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
  }
});

it('lists the names of the certificate, a few of many', () => {
  expect(bannerOf(['hostname_mismatch'], ['a.example', 'b.example'])?.headline).toBe(
    `The certificate is for a.example and b.example, not for ${host}.`,
  );
  const many = ['1', '2', '3', '4', '5', '6'].map((name) => `${name}.example`);
  expect(bannerOf(['hostname_mismatch'], many)?.headline).toContain('4.example, and 2 more, not for');
});

it('does not contradict itself if only another address serves the wrong name', () => {
  expect(bannerOf(['hostname_mismatch'], [host], true)?.headline).toBe('Clients reject this certificate: wrong host.');
});

it('says every reason, and how to fix the first', () => {
  const banner = bannerOf(['self_signed', 'weak_key']);
  expect(banner?.headline).toMatch(/^The certificate is signed with its own key, not by a CA\. A key in the chain is too weak/);
  expect(banner?.rest).toMatch(/^Get a certificate from a CA\./);
});

const renewal = (number: number, margin: number | null, lifeDays = 90): Renewal => {
  const notAfter = addMs(NOW, -number * 60 * DAY_MS);
  return {
    entryId: brandId<'history-entry'>(`0198b5a0-0000-7000-8000-00000000000${number}`),
    fingerprint256: `${number}`,
    issuer: "Let's Encrypt",
    notBefore: addMs(notAfter, -lifeDays * DAY_MS),
    notAfter,
    servedFrom: addMs(notAfter, -lifeDays * DAY_MS),
    servedUntil: margin === null ? null : addMs(notAfter, -(margin + 0.5) * DAY_MS),
  };
};
const after = (...margins: number[]): Renewal[] => [renewal(0, null), ...margins.map((margin, index) => renewal(index + 1, margin))];

describe('a renewal', () => {
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
    expect(lateRenewalText([renewal(0, null, 47), renewal(1, 29), renewal(2, 29)], 15)).toBeNull();
    expect(lateRenewalText([renewal(0, null, 85), renewal(1, 29), renewal(2, 29)], 15)).not.toBeNull();
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
