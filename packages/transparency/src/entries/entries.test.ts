import { hash, X509Certificate } from 'node:crypto';
import { createAuthority, issueCertificate, keyPair, signedTimestamps } from '@notafter/tls/testing';
import { Certificate } from '@notafter/tls/x509';
import { describe, expect, it } from 'vitest';
import { createDomainMatcher } from '../domain-matcher.ts';
import { bulkCertificate } from '../testing/bulk-certificates.ts';
import { someName } from './certificate-names.ts';
import type { LogEntry } from './log-entry.ts';
import { omittedNames, readNamesTile } from './names-tile.ts';
import { readCertificate, readIssuance } from './read-issuance.ts';
import type { TimestampedEntry } from './timestamped-entry.ts';

const matcher = createDomainMatcher(['example.com']);
const entryOf = (bytes: Buffer, isPrecertificate = false): TimestampedEntry => ({
  bytes,
  isPrecertificate,
  loggedAt: 0,
  bodyStart: 0,
  bodyEnd: bytes.length,
  extensionsStart: bytes.length,
  extensionsEnd: bytes.length,
});
const namesIn = (bytes: Buffer, isPrecertificate = false): string[] => {
  const names: string[] = [];
  someName(entryOf(bytes, isPrecertificate), {
    name(name) {
      names.push(name);
      return false;
    },
  });
  return names;
};
const entry = (bytes: Buffer, isPrecertificate = false): LogEntry => ({
  index: 0,
  entry: entryOf(bytes, isPrecertificate),
  extra: () => ({ precertificate: null, chain: [] }),
});

describe('the names of a certificate', () => {
  it('are its alternative names, then a common name that is a host name', () => {
    const of = (commonName: string) => namesIn(bulkCertificate({ serial: 1, names: ['A.test', '*.b.test'], commonName }).certificate);
    expect(of('c.test')).toEqual(['a.test', '*.b.test', 'c.test']);
    expect(of('Example CA 1.2 of many')).toEqual(['a.test', '*.b.test']);
    expect(of('localhost')).toEqual(['a.test', '*.b.test']);
  });

  it('are found in a precertificate, too', () => {
    expect(namesIn(bulkCertificate({ serial: 1, names: ['a.test'] }).tbs, true)).toEqual(['a.test', 'a.test']);
  });

  it('are those that the certificate reader of tls finds', () => {
    const { intermediate } = createAuthority();
    const key = keyPair('P-256', 'leaf');
    const { pem } = issueCertificate({ subject: { CN: 'one.test' }, san: ['one.test', 'two.test', '192.0.2.7'], key }, intermediate);
    const der = new X509Certificate(pem).raw;
    const issuance = readCertificate(der, matcher);
    const certificate = new Certificate(der);
    expect(issuance).toMatchObject({
      names: ['one.test', 'two.test'],
      addresses: ['192.0.2.7'],
      notBefore: new Date(certificate.notBefore),
      notAfter: new Date(certificate.notAfter),
      spkiSha256: hash('sha256', certificate.spki, 'hex'),
      tbsSha256: hash('sha256', certificate.tbs, 'hex'),
      isPrecertificate: false,
      scts: [],
      unreadable: null,
    });
  });

  it('come with the timestamps in the certificate, if it is not a precertificate', () => {
    const { intermediate } = createAuthority();
    const at = '2026-11-01T10:00:00.000Z';
    const more = signedTimestamps([{ log: hash('sha256', 'one', 'base64'), at }]);
    const request = { subject: { CN: 'one.test' }, san: ['www.example.com'], key: keyPair('P-256', 'leaf'), extensions: [more] };
    const der = new X509Certificate(issueCertificate(request, intermediate).pem).raw;
    const scts = [{ log: hash('sha256', 'one', 'base64'), at, by: 'embedded' }];
    expect(readCertificate(der, matcher)?.scts).toEqual(scts);
    expect(readIssuance(entry(der), matcher).scts).toEqual(scts);
    expect(readIssuance(entry(new Certificate(der).tbs, true), matcher)).toMatchObject({
      names: ['www.example.com', 'one.test'],
      scts: [],
    });
    expect(readIssuance(entry(der.subarray(0, -100)), matcher).scts).toEqual([]);
  });

  it('are not hidden by a malformed certificate', () => {
    const { certificate } = bulkCertificate({ serial: 1, names: ['www.example.com', `${'n'.repeat(40)}.example.com`] });
    const identifier = certificate.indexOf(Buffer.from('0603551d11', 'hex'));
    const longLength = Buffer.concat([
      certificate.subarray(0, identifier),
      Buffer.from('06810355', 'hex'),
      certificate.subarray(identifier + 3),
    ]);
    expect(readIssuance(entry(certificate.subarray(1)), matcher)).toMatchObject({ notBefore: null, notAfter: null, issuer: '' });
    for (const broken of [certificate.subarray(0, -100), certificate.subarray(1), longLength]) {
      const found = readIssuance(entry(broken), matcher);
      expect(found.names).toContain('www.example.com');
      expect(found).toMatchObject({ watched: ['example.com'], unreadable: expect.any(String) });
    }
  });

  it('can be stored whatever characters they have', () => {
    const { intermediate } = createAuthority();
    const emoji = '\u{1f600}'.repeat(200);
    const san = ['a\u0000b.example.com', 'c\u202ed.test', `${emoji}.test`].map((name) => Buffer.from(name).toString('latin1'));
    const request = { subject: { CN: 'one.test' }, san, key: keyPair('P-256', 'leaf') };
    const der = new X509Certificate(issueCertificate(request, intermediate).pem).raw;
    const { names = [], watched } = readCertificate(der, matcher) ?? {};
    expect(watched).toEqual(['example.com']);
    expect(names).toContain('a\ufffdb.example.com');
    expect(names).toContain('c\ufffdd.test');
    // PostgreSQL refuses NUL and lone surrogates, which would hold up the whole log.
    expect(names.filter((name) => /[\p{Cc}\p{Cs}]/u.test(name))).toEqual([]);
  });

  it('are bounded, the matching ones first', () => {
    const names = [...Array.from({ length: 3_000 }, (_, index) => `n${index}.other.test`), 'www.example.com', 'www.example.com'];
    const found = readIssuance(entry(bulkCertificate({ serial: 1, names }).certificate), matcher);
    expect([found.names.length, found.names[0], found.nameCount]).toEqual([100, 'www.example.com', 3_001]);
    const crowd = [...Array.from({ length: 200 }, (_, index) => `n${index}.example.com`), 'www.example.net'];
    const both = createDomainMatcher(['example.com', 'example.net']);
    expect(readIssuance(entry(bulkCertificate({ serial: 1, names: crowd }).certificate), both).names.slice(0, 3)).toEqual([
      'n0.example.com',
      'www.example.net',
      'n1.example.com',
    ]);
  });
});

describe('the hash of the signed certificate', () => {
  it('is the same for a precertificate and its certificate', () => {
    const { certificate, precertificate, tbsSha256 } = bulkCertificate({ serial: 1, names: ['a.test'] });
    expect(readCertificate(certificate, matcher)).toMatchObject({ tbsSha256, isPrecertificate: false });
    expect(readCertificate(precertificate, matcher)).toMatchObject({ tbsSha256, isPrecertificate: true });
  });

  it('does not accept a precertificate that belongs to another entry', () => {
    const [one, other] = [bulkCertificate({ serial: 1, names: ['a.test'] }), bulkCertificate({ serial: 2, names: ['a.test'] })];
    const of = (precertificate: Buffer) =>
      readIssuance({ ...entry(one.tbs, true), extra: () => ({ precertificate, chain: [] }) }, matcher).der;
    expect(of(one.precertificate)).toEqual(Uint8Array.from(one.precertificate));
    for (const wrong of [other.precertificate, Buffer.alloc(0), one.precertificate.subarray(5)]) expect(of(wrong)).toBeNull();
  });
});

describe('hostile bytes', () => {
  it.each([
    ['dots', '.'],
    ['labels', 'a.'],
    ['letters', 'a'],
    ['bytes above ASCII', '\u00fc'],
  ])('in long names of %s take time linear to their length', (_, part) => {
    const broken = (length: number): Buffer => Buffer.from(part.repeat(length / part.length), 'latin1');
    const visited = (bytes: Buffer): number => namesIn(bytes).reduce((sum, name) => sum + name.length, 0);
    // Each run is visited at most twice, and cut.
    for (const length of [1_000, 100_000, 2_000_000]) expect(visited(broken(length))).toBeLessThan(1_000);
  });
});

describe('a names tile', () => {
  const line = (names: readonly string[], commonName?: string): string =>
    `${JSON.stringify({ Timestamp: 1, Subject: commonName === undefined ? {} : { CommonName: commonName }, DNS: names })}\n`;

  it('has the comparable names of its lines', () => {
    const tile = readNamesTile(Buffer.from(`${line(['A.test.', 'b.test'], 'C.test')}${line([])}{"Timestamp":1}\n`), 3);
    expect([...(tile?.names ?? [])]).toEqual(['a.test', 'b.test', 'c.test']);
  });

  it('has one of several common names', () => {
    const omitted = (commonName: string | string[], inTile: string) => {
      const tile = readNamesTile(Buffer.from(line(['a.test'], inTile)), 1);
      return tile === null ? null : omittedNames(tile, [entry(bulkCertificate({ serial: 1, names: ['a.test'], commonName }).certificate)]);
    };
    expect(omitted(['b.test', 'c.test'], 'c.test')).toEqual([]);
    expect(omitted(['b.test', 'Example CA'], 'Example CA')).toEqual([]);
    expect(omitted('b.test', 'b.test')).toEqual([]);
    expect(omitted('b.test', 'c.test')).toEqual(['b.test']);
  });

  it('lacks names that an entry has', () => {
    const tile = readNamesTile(Buffer.from(line(['a.test'])), 1);
    const of = (names: readonly string[]) => entry(bulkCertificate({ serial: 1, names }).certificate);
    const omitted = (...names: readonly string[]) => (tile === null ? [] : omittedNames(tile, [of(names)]));
    expect(omitted('A.test')).toEqual([]);
    expect(omitted('a.test', 'b.test')).toEqual(['b.test']);
    expect(omitted('a.test', 'b\u00fccher.test')).toEqual([]);
    const long = `${'n'.repeat(260)}.test`;
    const longTile = readNamesTile(Buffer.from(line([long, `\u00fc${long}`])), 1);
    expect(longTile === null ? null : omittedNames(longTile, [of([long, Buffer.from(`\u00fc${long}`).toString('latin1')])])).toEqual([]);
    expect(omitted(...Array.from({ length: 50 }, (_, index) => `n${index}.test`))).toHaveLength(10);
  });
});
