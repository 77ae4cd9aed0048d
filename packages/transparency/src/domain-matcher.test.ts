import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableName, createDomainMatcher } from './domain-matcher.ts';

const matcher = createDomainMatcher(['Example.COM.', '*.wild.test', 'www.shop.example.net', 'example.com', 'bücher.example', '']);
const found = (raw: string): readonly string[] => matcher.domainsOf(comparableName(raw));

it.each([
  ['example.com', ['example.com']],
  ['a.b.example.com', ['example.com']],
  ['*.example.com', ['example.com']],
  ['WWW.EXAMPLE.com.', ['example.com']],
  ['notexample.com', []],
  ['example.com.evil.test', []],
  ['com', []],
  ['*.com', ['example.com']],
  ['wild.test', ['wild.test']],
  ['x.wild.test', ['wild.test']],
  ['*.shop.example.net', ['www.shop.example.net']],
  ['shop.example.net', []],
  ['*.www.shop.example.net', ['www.shop.example.net']],
  ['*.example.net', []],
  ['xn--bcher-kva.example', ['xn--bcher-kva.example']],
  [Buffer.from('www.bücher.example').toString('latin1'), ['xn--bcher-kva.example']],
  [Buffer.from('*.BÜCHER.example').toString('latin1'), ['xn--bcher-kva.example']],
  ['_dmarc.example.com', ['example.com']],
  ['.example.com', ['example.com']],
  ['', []],
  ['.', []],
])('%j concerns %j', (raw, domains) => {
  expect(found(raw)).toEqual(domains);
  expect(matcher.matches(comparableName(raw))).toBe(domains.length > 0);
});

it('finds the domain of names that are too long', () => {
  for (const start of ['a.'.repeat(50_000), `${'a'.repeat(100_000)}.`]) expect(found(`${start}example.com`)).toEqual(['example.com']);
});

it('counts each domain once', () => {
  expect(matcher.size).toBe(4);
});

it('returns every watched domain above a name', () => {
  expect(createDomainMatcher(['a.test', 'b.a.test', 'c.b.a.test']).domainsOf('x.b.a.test')).toEqual(['a.test', 'b.a.test']);
});

describe('any name', () => {
  const label = fc.stringMatching(/^[a-z0-9]{1,3}$/);
  const name = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join('.'));

  it('matches as its labels say', () => {
    fc.assert(
      fc.property(fc.array(name, { maxLength: 20 }), name, (domains, host) => {
        const expected = [...new Set(domains)].filter((domain) => host === domain || host.endsWith(`.${domain}`));
        expect(createDomainMatcher(domains).domainsOf(host).toSorted()).toEqual(expected.toSorted());
      }),
    );
  });

  it('never throws, and agrees on whether it matches', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (raw) => {
        const comparable = comparableName(raw);
        expect(matcher.matches(comparable)).toBe(matcher.domainsOf(comparable).length > 0);
      }),
    );
  });
});
