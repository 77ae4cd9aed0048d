import { addMs, DAY_MS } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { NOW } from '../../../testing/now.ts';
import { sampleFacts } from '../testing/samples.ts';
import { expiryBanner, yearShare } from './banner-texts.ts';
import { chainPath } from './chain-path.ts';
import { shortFingerprint } from './history-view.ts';
import { shownNames } from './san-card.tsx';
import { chainHealth, hostnameMatch, keyText, protocolText } from './verdicts.ts';

const END = new Date('2026-12-04T08:12:00Z');

describe('the expiry banner', () => {
  it.each([
    [-400, 'expired', 'This certificate expired 400 days ago. Immediate action required!'],
    [-1, 'expired', 'This certificate expired 1 day ago. Immediate action required!'],
    [0, 'critical', 'This certificate expires in 0 days'],
    [7, 'critical', 'This certificate expires in 7 days'],
    [8, 'info', 'This certificate expires in 8 days'],
    [30, 'info', 'This certificate expires in 30 days'],
  ])('at %i days left is %s', (days, tone, headline) => {
    expect(expiryBanner(days, END)).toMatchObject({ tone, headline });
  });

  it('says that the renewal is late', () => {
    expect(expiryBanner(14, END, 'This one is late.')?.rest).toBe(', at 2026-12-04 08:12 UTC. This one is late.');
    expect(expiryBanner(14, END)?.rest).toBe(', at 2026-12-04 08:12 UTC. You have time to renew it.');
    expect(expiryBanner(3, END, 'This one is late.')?.rest).toBe(', at 2026-12-04 08:12 UTC. Renew it now. This one is late.');
  });

  it('is hidden above 30 days', () => {
    expect(expiryBanner(31, END)).toBeNull();
  });
});

it.each([
  [-1, null],
  [0, 0],
  [73, 20],
  [365, 100],
  [3650, 100],
])('shows %i days left as %s percent of a year', (days, share) => {
  expect(yearShare(days)).toBe(share);
});

describe('chain health', () => {
  const leaf = sampleFacts();
  const intermediate = sampleFacts({ fingerprint256: 'INT', subject: "CN=R12, O=Let's Encrypt", issuer: 'CN=X1' });
  const root = sampleFacts({ fingerprint256: 'ROOT', subject: 'CN=X1', issuer: 'CN=X1' });
  const whole = { chain: [leaf, intermediate], root, reasons: [], status: 'valid' } as const;

  it('counts every certificate of a complete chain, the root of the trust store too', () => {
    expect(chainHealth(whole, NOW)).toEqual({ tone: 'valid', text: 'Complete, 3 of 3' });
    expect(chainHealth({ ...whole, chain: [leaf, intermediate, root], root: null }, NOW).text).toBe('Complete, 3 of 3');
  });

  it('names a broken chain before an expired certificate', () => {
    const over = { ...leaf, notAfter: addMs(NOW, -DAY_MS) };
    expect(chainHealth({ ...whole, chain: [over], reasons: ['incomplete_chain'] }, NOW).text).toBe('Incomplete chain');
    expect(chainHealth({ ...whole, chain: [over, intermediate] }, NOW)).toEqual({ tone: 'expired', text: 'Leaf expired' });
    const old = { ...intermediate, notAfter: addMs(NOW, -DAY_MS) };
    expect(chainHealth({ ...whole, chain: [leaf, old] }, NOW).text).toBe('Intermediate expired');
  });

  it('leaves a wrong host to its own verdict', () => {
    expect(chainHealth({ ...whole, reasons: ['hostname_mismatch'] }, NOW).text).toBe('Complete, 3 of 3');
    expect(hostnameMatch({ chain: [leaf], reasons: ['hostname_mismatch'] }).text).toBe('Does not match');
  });

  it('makes no claim about an endpoint that was never seen', () => {
    expect([chainHealth({ ...whole, chain: [], root: null }, NOW).text, hostnameMatch({ chain: [], reasons: [] }).text]).toEqual([
      'Not known',
      'Not known',
    ]);
  });

  it('is drawn from the root down to the leaf', () => {
    expect(chainPath(whole).map(({ role, source }) => [role, source])).toEqual([
      ['Root CA', 'trust store'],
      ['Intermediate', 'server'],
      ['Leaf', 'server'],
    ]);
  });

  it('shows an intermediate that was not sent, with its download address', () => {
    const missingIssuer = { name: 'R12', url: 'http://r12.i.lencr.org/', leadsToRoot: true };
    expect(chainPath({ chain: [leaf], root: null, missingIssuer })[0]).toEqual({
      role: 'Intermediate',
      name: 'R12',
      facts: null,
      source: 'missing',
      url: 'http://r12.i.lencr.org/',
    });
  });

  it('shows a missing issuer by its name', () => {
    expect(chainPath({ chain: [leaf], root: null }).map(({ role, name, facts }) => [role, name, facts === null])).toEqual([
      ['Root CA', 'R12', true],
      ['Leaf', 'host-1.example.com', false],
    ]);
  });

  it('draws a self-signed leaf alone', () => {
    const own = sampleFacts({ issuer: 'CN=host-1.example.com' });
    expect(chainPath({ chain: [own, intermediate], root: null }).map(({ role }) => role)).toEqual(['Leaf', 'Unrelated']);
  });

  it('sorts a chain that was sent in another order, and separates unrelated certificates', () => {
    const stranger = sampleFacts({ subject: 'CN=Stranger', subjectCommonName: 'Stranger' });
    expect(chainPath({ ...whole, chain: [leaf, stranger, intermediate] }).map(({ role, facts }) => [role, facts?.subject])).toEqual([
      ['Root CA', root.subject],
      ['Intermediate', intermediate.subject],
      ['Leaf', leaf.subject],
      ['Unrelated', stranger.subject],
    ]);
  });

  it('is one row for a self-signed certificate', () => {
    const own = sampleFacts({ issuer: 'CN=host-1.example.com' });
    expect(chainPath({ chain: [own], root: null }).map(({ role }) => role)).toEqual(['Leaf']);
  });
});

describe('names', () => {
  const names = Array.from({ length: 40 }, (_, index) => `host-${index}.example.com`);

  it('are five until the person opens all', () => {
    expect([shownNames(names, '', false).length, shownNames(names, '', true).length]).toEqual([5, 40]);
  });

  it('are searched in all of them, in any case', () => {
    expect(shownNames(names, ' HOST-39 ', false)).toEqual(['host-39.example.com']);
  });

  it('appear once even if a certificate repeats them', () => {
    expect(shownNames(['a.example', 'a.example'], '', true)).toEqual(['a.example']);
  });
});

it('shortens a fingerprint to its first digits', () => {
  expect(shortFingerprint('9F:1B:C4:02:7E:AA:5D:10:AB', 16)).toBe('9F1BC4027EAA5D10');
});

it('writes keys and protocols as people write them', () => {
  expect([
    keyText({ keyType: 'EC', keyBits: 256, curve: 'P-256' }),
    keyText({ keyType: 'RSA', keyBits: 2048, curve: null }),
    keyText({ keyType: 'Ed25519', keyBits: 256, curve: null }),
    protocolText('TLSv1.3'),
  ]).toEqual(['ECDSA P-256', 'RSA 2048', 'Ed25519', 'TLS 1.3']);
});
