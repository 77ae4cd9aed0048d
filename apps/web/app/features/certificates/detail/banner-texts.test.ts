import { verdictReasons } from '@notafter/domain';
import { expect, it } from 'vitest';
import { sampleFacts } from '../testing/samples.ts';
import { verdictBanner } from './banner-texts.ts';

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
