import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../errors/domain-error.ts';
import { addMs, DAY_MS } from '../../time.ts';
import { daysLeft } from '../status.ts';
import { expiryRangeOf, isFreeText, parseSearch } from './search-language.ts';

const nothing = {
  text: '',
  domains: [],
  issuers: [],
  tags: [],
  environments: [],
  expires: [],
  renewals: [],
  protocols: [],
  collectors: [],
  kinds: [],
  keys: [],
  deployments: [],
};

describe('free text', () => {
  it.each([
    'example',
    "let's encrypt",
    'two  blanks',
    'localhost:8443',
    'example.com:8443',
    '[2001:db8::1]:443',
    'http://example.com',
    'note:this',
    ':',
    '<30d',
    'tag',
  ])('%j stays as it is', (text) => {
    expect(parseSearch(` ${text} `)).toEqual({ ...nothing, text });
    expect(isFreeText(parseSearch(text))).toBe(true);
  });

  it('in quotation marks is never a word of the language', () => {
    expect(parseSearch('"tag:prod"')).toEqual({ ...nothing, text: 'tag:prod' });
    expect(parseSearch('"a  b" c')).toEqual({ ...nothing, text: 'a  b c' });
  });
});

describe('words', () => {
  it('name what a server serves instead of the certificate that is known, as chips and the API do', () => {
    expect(
      parseSearch('deploy:not-reloaded deploy:NOT_DEPLOYED deploy:behind deploy:left_behind deploy:unknown deploy:any').deployments,
    ).toEqual(['not_reloaded', 'not_deployed', 'left_behind', 'left_behind', 'unknown', 'any']);
    expect(() => parseSearch('deploy:later')).toThrow(
      "Write 'deploy:' with not-reloaded, not-deployed, behind, unknown, or any, such as deploy:not-reloaded.",
    );
  });

  it('are read in any order, any case, with the text between them', () => {
    expect(
      parseSearch(
        'shop TAG:prod issuer:"Let\'s Encrypt" env:Live owner:"Ada Lovelace" api tag:cost=42 domain:eu collector:"Vault network" team:web source:ci',
      ),
    ).toEqual({
      ...nothing,
      text: 'shop api',
      domains: ['eu'],
      issuers: ["Let's Encrypt"],
      environments: ['Live'],
      collectors: ['Vault network'],
      tags: ['prod', 'cost=42', 'owner=Ada Lovelace', 'team=web', 'source=ci'],
    });
  });

  it.each([
    ['expires:<30d', '<', 30],
    ['expires:<=7D', '<=', 7],
    ['expires:>90d', '>', 90],
    ['expires:>=0d', '>=', 0],
    ['expires:14d', '=', 14],
    ['expires:<-5d', '<', -5],
    ['expires:>2027-01-31', '>', new Date('2027-01-31T00:00:00Z')],
    ['expires:=2028-02-29', '=', new Date('2028-02-29T00:00:00Z')],
  ])('%s is a condition', (search, comparison, bound) => {
    expect(parseSearch(search)).toEqual({ ...nothing, expires: [{ comparison, bound }] });
  });
});

it('a renewal is due or late', () => {
  expect(parseSearch('shop renewal:LATE')).toEqual({ ...nothing, text: 'shop', renewals: ['late'] });
  expect(isFreeText(parseSearch('renewal:due'))).toBe(false);
});

it('a protocol is one that endpoints have', () => {
  expect(parseSearch('mail protocol:SMTP')).toEqual({ ...nothing, text: 'mail', protocols: ['smtp'] });
  expect(isFreeText(parseSearch('protocol:tls'))).toBe(false);
});

describe('mistakes', () => {
  it.each<[string, unknown]>([
    ['protocol:https', "Write 'protocol:' with tls, smtp, imap, pop3, ftp, ldap, xmpp, postgres, mysql, or nats, such as protocol:smtp."],
    ['issuer:', "Write what to look for directly behind 'issuer:'."],
    ['tag: prod', "Write what to look for directly behind 'tag:'."],
    ['env:""', "Write what to look for directly behind 'env:'."],
    ['renewal:soon', "Write 'renewal:' with due or late, such as renewal:late."],
    ['issuer:"Let', 'Close the quotation mark behind "Let.'],
    ...['soon', '<', '30', '<30', '30w', '2027-02-30', '2027-13-01', '1-2-3', '<<3d', '999999d'].map((value): [string, unknown] => [
      `expires:${value}`,
      expect.stringContaining('expires:<30d'),
    ]),
  ])('%s is answered with what to change', (search, message) => {
    expect(() => parseSearch(search)).toThrow(expect.objectContaining({ code: 'search_invalid', status: 400, message }));
  });

  it('nothing typed is anything but a search or a documented mistake', () => {
    const pieces = fc.constantFrom('tag:', 'expires:', '"', ' ', 'a', '<', '30d', ':', 'env:', '=', '2027-01-01', '\u00e9', '\\', '%');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (search) => {
          try {
            expect(parseSearch(search).text.length).toBeLessThanOrEqual(search.length);
          } catch (error) {
            expect(error).toBeInstanceOf(DomainError);
          }
        },
      ),
    );
  });
});

describe('expiry', () => {
  const now = new Date('2026-11-10T12:00:00Z');
  const holds = {
    '<': (a: number, b: number) => a < b,
    '<=': (a: number, b: number) => a <= b,
    '=': (a: number, b: number) => a === b,
    '>=': (a: number, b: number) => a >= b,
    '>': (a: number, b: number) => a > b,
  };

  it('compares whole days left by the one rule', () => {
    const comparisons = fc.constantFrom('<', '<=', '=', '>=', '>');
    fc.assert(
      fc.property(
        comparisons,
        fc.integer({ min: -40, max: 40 }),
        fc.integer({ min: -41 * DAY_MS, max: 41 * DAY_MS }),
        (comparison, days, offset) => {
          const notAfter = addMs(now, offset);
          const range = expiryRangeOf([{ comparison, bound: days }], now);
          const inRange =
            (range?.from === null || notAfter >= (range?.from ?? now)) && (range?.until === null || notAfter < (range?.until ?? now));
          expect(inRange).toBe(holds[comparison](daysLeft(notAfter, now), days));
        },
      ),
    );
  });

  it('takes the narrowest of several conditions, and whole days of dates', () => {
    expect(expiryRangeOf(parseSearch('expires:>=2026-12-01 expires:<=2026-12-31 expires:<90d').expires, now)).toEqual({
      from: new Date('2026-12-01T00:00:00Z'),
      until: new Date('2027-01-01T00:00:00Z'),
    });
    expect(expiryRangeOf([], now)).toBeNull();
  });
});
