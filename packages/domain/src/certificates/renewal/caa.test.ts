import { describe, expect, it } from 'vitest';
import { issuerOfOrganization, issuerWithIdentifier } from './ca-identifiers.ts';
import { judgeCaa } from './caa.ts';
import type { CaaRecord } from './dns-facts.ts';
import { readIssueValue } from './issue-value.ts';

describe('an issue value (RFC 8659 section 4.2)', () => {
  it.each([
    ['letsencrypt.org', 'letsencrypt.org', {}],
    [' LetsEncrypt.org. ', 'letsencrypt.org', {}],
    ['', '', {}],
    [';', '', {}],
    ['ca.example;', 'ca.example', {}],
    ['ca.example; accounturi=https://ca.example/acct/1', 'ca.example', { accounturi: 'https://ca.example/acct/1' }],
    [
      'ca.example ; AccountURI = x ; validationmethods=dns-01,http-01',
      'ca.example',
      { accounturi: 'x', validationmethods: 'dns-01,http-01' },
    ],
    ['ca.example; policy=', 'ca.example', { policy: '' }],
  ])('%j names %j', (text, issuer, parameters) => {
    expect(readIssueValue(text)).toEqual({ issuer, parameters: new Map(Object.entries(parameters)) });
  });

  it.each([
    '%%%%%',
    'ca example',
    'ca..example',
    '-ca.example',
    'ca.example; accounturi',
    'ca.example; a b=c',
    'ca.example;; a=b',
    'ca.example; a=b c',
  ])('is malformed: %j', (text) => expect(readIssueValue(text)).toBeNull());
});

const record = (text: string): CaaRecord => {
  const [flags, tag = '', ...value] = text.split(' ');
  return { critical: flags === '128', tag, value: value.join(' ') };
};
const judge = (records: readonly string[], wildcard = false) =>
  judgeCaa(records.map(record), { identifiers: ['ca.example', 'old-ca.example'], wildcard });
const allowed = { kind: 'allowed', account: null, methods: null };
const forbidden = { kind: 'forbidden', tag: 'issue', malformed: null, nobody: false };

describe('a CAA record set', () => {
  it.each([
    ['without issue properties allows everyone', ['0 iodef mailto:a@example.com'], allowed],
    ['with issuewild alone allows names without a wildcard', ['0 issuewild other.example'], allowed],
    ['that names the CA among others allows it', ['0 issue other.example', '0 issue old-ca.example'], allowed],
    ['with a known critical property is read as usual', ['128 issue ca.example'], allowed],
    ['that names another CA forbids', ['0 issue other.example'], forbidden],
    ['that names none forbids everyone', ['0 issue ;'], { ...forbidden, nobody: true }],
    ['that is malformed forbids', ['0 issue %'], { ...forbidden, nobody: true, malformed: '%' }],
    ['with an unknown critical property forbids', ['0 issue ca.example', '128 tbs x'], { kind: 'critical', tag: 'tbs' }],
    ['ignores an unknown property', ['0 issue ca.example', '0 tbs x'], allowed],
    ['binds to an account', ['0 issue ca.example; accounturi=x'], { ...allowed, account: 'x' }],
    ['binds to no account if a record has none', ['0 issue ca.example; accounturi=x', '0 issue ca.example'], allowed],
    [
      'limits the methods',
      ['0 issue ca.example; validationmethods=DNS-01, http-01'],
      { kind: 'forbidden', tag: 'issue', malformed: 'ca.example; validationmethods=DNS-01, http-01', nobody: true },
    ],
    [
      'allows the methods of all its records',
      ['0 issue ca.example; validationmethods=dns-01', '0 issue ca.example; validationmethods=http-01'],
      { ...allowed, methods: ['dns-01', 'http-01'] },
    ],
  ])('%s', (_promise, records, verdict) => {
    expect(judge(records)).toEqual(verdict);
  });

  it.each([
    ['by issuewild if there is one', ['0 issue ca.example', '0 issuewild other.example'], { ...forbidden, tag: 'issuewild' }],
    ['by issuewild alone', ['0 issue other.example', '0 issuewild ca.example'], allowed],
    ['by issue without issuewild', ['0 issue other.example'], forbidden],
  ])('decides for a wildcard %s', (_promise, records, verdict) => {
    expect(judge(records, true)).toEqual(verdict);
  });
});

it.each([
  ["Let's Encrypt", 'letsencrypt.org'],
  ['Internet Security Research Group', 'letsencrypt.org'],
  ['DigiCert, Inc.', 'digicert.com'],
  ['ZeroSSL', 'sectigo.com'],
  ['Google Trust Services LLC', 'pki.goog'],
  ['Amazon', 'amazon.com'],
])('%s is identified by %s', (organization, identifier) => {
  expect(issuerOfOrganization(organization).identifiers?.[0]).toBe(identifier);
});

it('has no identifier for an organization that it does not know, but takes one that is given', () => {
  expect(issuerOfOrganization('Acme Internal CA')).toEqual({ name: 'Acme Internal CA', identifiers: null });
  expect(issuerWithIdentifier('CA.example')).toEqual({ name: 'ca.example', identifiers: ['ca.example'] });
});
