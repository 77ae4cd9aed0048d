import { verdictReasons } from '@notafter/domain';
import { expect, it } from 'vitest';
import { verdictBanner } from './verdict-banner.ts';

const host = 'shop.example.com';
const textOf = (reasons: readonly (typeof verdictReasons)[number][], san: string[] = [host]): string | undefined =>
  verdictBanner({ reasons, host, san }, false)?.headline;

it('has nothing to say of a certificate that clients take', () => {
  expect(textOf([])).toBeUndefined();
});

it('has a sentence and a remedy for every reason', () => {
  for (const reason of verdictReasons) {
    const banner = verdictBanner({ reasons: [reason], host, san: [host] }, false);
    expect([banner?.headline, banner?.rest]).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/\.$/)]);
  }
});

it('names what the certificate is for, a few of many names', () => {
  expect(textOf(['hostname_mismatch'], ['a.example', 'b.example'])).toBe(`It is for a.example, b.example, not for ${host}.`);
  const many = ['1', '2', '3', '4', '5'].map((name) => `${name}.example`);
  expect(textOf(['hostname_mismatch'], many)).toBe(`It is for 1.example, 2.example, 3.example and 2 more, not for ${host}.`);
});

it('does not contradict itself where only another address serves the wrong name', () => {
  expect(verdictBanner({ reasons: ['hostname_mismatch'], host, san: [host] }, true)?.headline).toBe('It is for another name.');
});

it('says every reason, and what to do about the first', () => {
  const banner = verdictBanner({ reasons: ['self_signed', 'weak_key'], host, san: [host] }, false);
  expect(banner?.headline).toBe('It is self-signed: no authority vouches for it. A key of its chain is too weak.');
  expect(banner?.rest).toMatch(/^Have an authority sign it\./);
});
