import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brandId } from '../ids.ts';
import { isWithin, readDiscoveryDomain, readFoundName } from './names.ts';
import { progressOf } from './progress.ts';
import { parentWithin, wildcardHints, wildcardNamed, wildcardOf } from './wildcards.ts';

describe('a typed domain', () => {
  it.each([
    [' Example.com ', 'example.com'],
    ['https://example.com/path//x', 'example.com'],
    ['HTTP://example.com', 'example.com'],
    ['example.com.', 'example.com'],
    ['example.com:8443/x', 'example.com'],
    ['*.example.com', 'example.com'],
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['', null],
    ['/example.com', null],
    ['example', null],
    ['192.0.2.1', null],
    ['https://', null],
    ['exa mple.com', null],
    ['user:pw@example.com', null],
    ['example.com?x', null],
    ['example.com#x', null],
    ['_dmarc.example.com', null],
    [`${'a'.repeat(64)}.com`, null],
  ])('%j is read as %j', (typed, domain) => {
    expect(readDiscoveryDomain(typed)).toBe(domain);
  });

  it('never becomes anything but a plain name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (typed) => {
        const domain = readDiscoveryDomain(typed);
        expect(domain === null || /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)).toBe(true);
      }),
    );
  });
});

describe('a found name', () => {
  it.each([
    ['WWW.Example.com.', { host: 'www.example.com', isWildcard: false }],
    ['*.example.com', { host: 'example.com', isWildcard: true }],
    ['bücher.example.com', { host: 'xn--bcher-kva.example.com', isWildcard: false }],
    ['example.com', { host: 'example.com', isWildcard: false }],
    ['notexample.com', null],
    ['example.com.evil.example', null],
    ['a.*.example.com', null],
    ['**.example.com', null],
    ['a\u0000.example.com', null],
    ['a\\046b.example.com', null],
    ['', null],
  ])('%j is %j', (name, found) => {
    expect(readFoundName(name, 'example.com')).toEqual(found);
  });

  it('is always a host at or below the domain, however hostile', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.boolean(), (text, isBelow) => {
        const found = readFoundName(isBelow ? `${text}.example.com` : text, 'example.com');
        if (found !== null) {
          expect(isWithin(found.host, 'example.com')).toBe(true);
          expect(found.host).toMatch(/^[a-z0-9.-]+$/);
        }
      }),
    );
  });
});

describe('progress', () => {
  const none = { direct: 0, dns: 0, ct_logs: 0, san: 0 };
  const all = { direct: 1, dns: 1, ct_logs: 1, san: 1 };

  it('begins at 0 and is 99 when all is done but the end', () => {
    expect(progressOf({ sources: none, looked: 0, toLook: 0 })).toBe(0);
    expect(progressOf({ sources: all, looked: 10, toLook: 10 })).toBe(99);
    expect(progressOf({ sources: all, looked: 0, toLook: 0 })).toBe(99);
  });

  it('is never more than what is done: hosts count only as far as the sources that name them', () => {
    const early = progressOf({ sources: { ...none, direct: 1 }, looked: 10, toLook: 10 });
    expect(early).toBe(19);
    expect(progressOf({ sources: { ...all, ct_logs: 0.4 }, looked: 500, toLook: 500 })).toBeLessThan(75);
  });

  it('grows with each step', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(fc.record({ direct: share, dns: share, ct_logs: share, san: share }), share, fc.nat(500), (sources, more, looked) => {
        const at = (ct_logs: number, done: number) => progressOf({ sources: { ...sources, ct_logs }, looked: done, toLook: 500 });
        const [low, high] = [Math.min(more, sources.ct_logs), Math.max(more, sources.ct_logs)];
        expect(at(high, looked)).toBeGreaterThanOrEqual(at(low, looked));
        expect(at(low, Math.min(500, looked + 1))).toBeGreaterThanOrEqual(at(low, looked));
      }),
    );
  });
});

describe('a wildcard is suggested', () => {
  it('by a certificate that names one at or below the domain', () => {
    expect(wildcardNamed(['www.example.com', '*.shop.example.com', '*.example.com'], 'example.com')).toBe('*.shop.example.com');
    expect(wildcardNamed(['*.elsewhere.example', '*.com', 'x.example.com'], 'example.com')).toBeNull();
  });

  it('by three results of one issuer and expiry date, beside each', () => {
    expect(wildcardOf({ named: null, parent: 'shop.example.com', sharedBy: 3 })).toBe('*.shop.example.com');
    expect(wildcardOf({ named: null, parent: 'shop.example.com', sharedBy: 2 })).toBeNull();
    expect(wildcardOf({ named: '*.example.com', parent: 'shop.example.com', sharedBy: 9 })).toBe('*.example.com');
  });

  it('never above the domain', () => {
    expect(parentWithin('a.shop.example.com', 'example.com')).toBe('shop.example.com');
    expect(parentWithin('www.example.com', 'example.com')).toBe('example.com');
    expect(parentWithin('example.com', 'example.com')).toBe('example.com');
  });

  it('once for all that suggest it, those that stand for most first', () => {
    const watched = brandId<'certificate'>('0198b5a0-0000-7000-8000-000000000001');
    expect(
      wildcardHints([
        { named: null, parent: 'a.example.com', sharedBy: 3, results: 3, domain: 'x.a.example.com', certificateId: null },
        { named: null, parent: 'b.example.com', sharedBy: 4, results: 4, domain: 'x.b.example.com', certificateId: watched },
        { named: '*.a.example.com', parent: 'example.com', sharedBy: 0, results: 2, domain: 'a.example.com', certificateId: null },
        { named: '*.a.example.com', parent: 'a.example.com', sharedBy: 0, results: 1, domain: 'y.a.example.com', certificateId: watched },
        { named: null, parent: 'c.example.com', sharedBy: 2, results: 2, domain: 'x.c.example.com', certificateId: null },
      ]),
    ).toEqual([
      { wildcard: '*.b.example.com', reason: 'shared', results: 4, domain: 'x.b.example.com', certificateId: watched },
      { wildcard: '*.a.example.com', reason: 'san', results: 3, domain: 'y.a.example.com', certificateId: watched },
    ]);
  });

  it('for as many as share one issuer and one expiry date, however many such groups there are', () => {
    const group = { named: null, parent: 'example.com', certificateId: null };
    expect(
      wildcardHints([
        { ...group, sharedBy: 6, results: 6, domain: 'a.example.com' },
        { ...group, sharedBy: 9, results: 9, domain: 'b.example.com' },
        { ...group, named: '*.example.com', sharedBy: 0, results: 0, domain: null },
      ]),
    ).toEqual([{ wildcard: '*.example.com', reason: 'shared', results: 9, domain: 'b.example.com', certificateId: null }]);
  });
});
