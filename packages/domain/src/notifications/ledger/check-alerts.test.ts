import { describe, expect, it } from 'vitest';
import type { OtherCertificates } from '../../certificates/addresses/addresses.ts';
import { addMs, DAY_MS } from '../../time.ts';
import { changedSentence, failingSentence, invalidSentence } from './alert-summary.ts';
import { endingLabel, endSentence, expiryOccasion, judgeChange, labeled, rulesOfReasons } from './check-alerts.ts';

const now = new Date('2026-11-10T12:00:00Z');
const before = { issuerOrganization: "Let's Encrypt", san: ['a.example', 'www.a.example'], notAfter: addMs(now, 20 * DAY_MS) };

describe('judgeChange', () => {
  it.each([
    ['the same but longer', { notAfter: addMs(now, 90 * DAY_MS) }, null],
    ['one that ends at the same instant', {}, null],
    ['more names in another case', { san: ['WWW.a.example', 'A.example', 'b.example'] }, null],
    ['a wildcard that covers the name', { san: ['a.example', '*.a.example'] }, null],
    ['a wildcard one label too high', { san: ['a.example', '*.example'] }, { lostNames: ['www.a.example'] }],
    ['another organization', { issuerOrganization: 'Other CA' }, { issuer: true }],
    ['an issuer without one', { issuerOrganization: null }, { issuer: true }],
    ['an earlier end', { notAfter: addMs(now, 19 * DAY_MS) }, { endsEarlier: true }],
  ])('%s', (_name, after, expected) => {
    const unremarkable = { issuer: false, lostNames: [], endsEarlier: false };
    expect(judgeChange(before, { ...before, ...after })).toEqual(expected === null ? null : { ...unremarkable, ...expected });
  });

  it('counts a wildcard that is gone as lost, whatever else is covered', () => {
    expect(judgeChange({ ...before, san: ['*.a.example'] }, { ...before, san: ['www.a.example', '*.example'] })?.lostNames).toEqual([
      '*.a.example',
    ]);
  });
});

it('tells revoked apart from everything else that is wrong', () => {
  expect(rulesOfReasons([])).toEqual([]);
  expect(rulesOfReasons(['revoked'])).toEqual(['revoked']);
  expect(rulesOfReasons(['hostname_mismatch', 'revoked'])).toEqual(['invalid', 'revoked']);
});

const rsaEnds: OtherCertificates = {
  endsFirst: { fingerprint256: 'BB', keyType: 'RSA', addresses: ['192.0.2.4'], notBefore: '', notAfter: '' },
  reasons: [],
  areDifferent: false,
  fails: null,
};

describe('the label of the certificate that ends first', () => {
  const dates = { notAfter: now, ownNotAfter: addMs(now, DAY_MS) };
  const own = { keyType: 'EC', address: '192.0.2.1' };
  it.each([
    ['absent if there is only one', { ...own, ...dates, others: null }, null],
    ['of another', { ...own, ...dates, others: rsaEnds }, 'RSA certificate at 192.0.2.4'],
    ['of the endpoint, beside others', { ...own, notAfter: now, ownNotAfter: now, others: rsaEnds }, 'ECDSA certificate at 192.0.2.1'],
  ])('is %s', (_name, endpoint, label) => {
    expect(endingLabel(endpoint)).toBe(label);
  });

  it('ends the sentence', () => {
    expect(labeled('Expires in 6 days.', 'RSA certificate at 192.0.2.4')).toBe('Expires in 6 days (RSA certificate at 192.0.2.4).');
    expect(labeled('Expires in 6 days.', null)).toBe('Expires in 6 days.');
  });
});

describe('expiryOccasion', () => {
  const notAfter = addMs(now, DAY_MS);
  it.each([
    ['the certificate itself', { fingerprint256: 'AA', notAfter, ownNotAfter: notAfter, others: null }, 'AA'],
    ['the certificate where its own end is unknown', { fingerprint256: 'AA', notAfter, ownNotAfter: null, others: null }, 'AA'],
    ['another one that ends first', { fingerprint256: 'AA', notAfter, ownNotAfter: now, others: rsaEnds }, 'BB'],
    ['the certificate itself before another', { fingerprint256: 'AA', notAfter, ownNotAfter: notAfter, others: rsaEnds }, 'AA'],
    [
      'its end where nothing else is known',
      { fingerprint256: null, notAfter, ownNotAfter: null, others: null },
      '2026-11-11T12:00:00.000Z',
    ],
  ])('is %s', (_name, facts, occasion) => {
    expect(expiryOccasion(facts)).toBe(occasion);
  });
});

describe('sentences', () => {
  it.each([
    [31.5, 'Expires in 31 days.'],
    [1.5, 'Expires in 1 day.'],
    [0, 'Expires in less than a day.'],
    [-0.5, 'Expired 1 day ago.'],
    [-2.5, 'Expired 3 days ago.'],
  ])('of an end in %d days', (days, sentence) => {
    expect(endSentence(addMs(now, days * DAY_MS), now)).toBe(sentence);
  });

  it('name what is wrong in the words of the chips', () => {
    expect(invalidSentence(['hostname_mismatch', 'revoked', 'weak_key'])).toBe('Is not trusted: wrong host, weak key.');
    expect(failingSentence(null)).toBe('Cannot be reached.');
  });

  it('let no hostile name out of its line, and only so many', () => {
    const names = ['a\u202e.example', `b\r\n${'x'.repeat(500)}`, 'c.example', 'd.example', 'e.example'];
    const sentence = changedSentence({ issuer: true, lostNames: names, endsEarlier: true }, 'Evil\nCA\u0000');
    expect(sentence).toMatch(
      /^Serves another certificate: issued by Evil CA, no longer valid for a\.example, b x+…, c\.example, and 2 more, ends earlier than the one before\.$/,
    );
    expect(failingSentence(`refused\n${'y'.repeat(5_000)}`).length).toBeLessThan(330);
  });
});
