import { hash, X509Certificate } from 'node:crypto';
import { createAuthority, issueCertificate, keyPair } from '@notafter/tls/testing';
import { Certificate } from '@notafter/tls/x509';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDomainMatcher } from '../domain-matcher.ts';
import { bulkCertificate } from '../testing/bulk-certificates.ts';
import { LogStore } from '../testing/log-entries.ts';
import { someName } from './certificate-names.ts';
import { readDataTile } from './data-tile.ts';
import type { LogEntry } from './log-entry.ts';
import { decodeMerkleLeaf } from './merkle-leaf.ts';
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
      unreadable: null,
    });
  });

  it('are not hidden by a malformed certificate', () => {
    const { certificate } = bulkCertificate({ serial: 1, names: ['www.example.com', `${'n'.repeat(40)}.example.com`] });
    const identifier = certificate.indexOf(Buffer.from('0603551d11', 'hex'));
    const longLength = Buffer.concat([
      certificate.subarray(0, identifier),
      Buffer.from('06810355', 'hex'),
      certificate.subarray(identifier + 3),
    ]);
    for (const broken of [certificate.subarray(0, -100), certificate.subarray(1), longLength]) {
      const found = readIssuance(entry(broken), matcher);
      expect(found.names).toContain('www.example.com');
      expect(found).toMatchObject({ watched: ['example.com'], unreadable: expect.any(String) });
    }
  });

  it('are bounded, the matching ones first', () => {
    const names = [...Array.from({ length: 3_000 }, (_, index) => `n${index}.other.test`), 'www.example.com', 'www.example.com'];
    const found = readIssuance(entry(bulkCertificate({ serial: 1, names }).certificate), matcher);
    expect([found.names.length, found.names[0], found.nameCount]).toEqual([100, 'www.example.com', 3_001]);
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
  const store = new LogStore({ hasIndex: true, now: () => new Date(0) });
  for (let serial = 0; serial < 8; serial += 1) {
    const of = bulkCertificate({ serial, names: [`h${serial}.example.com`, '*.x.test'] });
    store.append({ kind: serial % 2 === 0 ? 'certificate' : 'precertificate', of });
  }
  const tile = Buffer.concat(Array.from({ length: 8 }, (_, index) => store.tileLeaf(index)));
  const { certificate } = bulkCertificate({ serial: 9, names: ['www.example.com'] });
  const edits = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 });
  const edited = (bytes: Buffer, changes: readonly (readonly [number, number])[]): Buffer => {
    const copy = Buffer.from(bytes);
    for (const [at, value] of changes) copy[at % copy.length] = value;
    return copy;
  };

  it('in a tile never throw', () => {
    fc.assert(
      fc.property(edits, fc.nat(), (changes, cut) => {
        const changed = edited(tile, changes);
        for (const bytes of [changed, changed.subarray(0, cut % tile.length)]) {
          for (const each of readDataTile(bytes, 0, 8).entries) readIssuance(each, matcher);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('in a certificate never throw', () => {
    fc.assert(
      fc.property(edits, fc.boolean(), (changes, isPrecertificate) => {
        const found = readIssuance(entry(edited(certificate, changes), isPrecertificate), matcher);
        expect(found.tbsSha256).toMatch(/^[0-9a-f]{64}$/);
        readCertificate(edited(certificate, changes), matcher);
      }),
      { numRuns: 2_000 },
    );
  });

  it('in a leaf and its chain never throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.base64String(), fc.boolean(), (bytes, extraData, isWhole) => {
        const leaf = isWhole ? Buffer.concat([Buffer.alloc(2), store.entries[0]?.timestamped ?? Buffer.alloc(0)]) : Buffer.from(bytes);
        const decoded = decodeMerkleLeaf(leaf, extraData, 0);
        if (decoded.kind === 'entry') decoded.entry.extra();
      }),
    );
  });

  it('in a names tile never throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(5), (text, count) => {
        readNamesTile(Buffer.from(text), count);
      }),
    );
  });

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

  it('lacks names that an entry has', () => {
    const tile = readNamesTile(Buffer.from(line(['a.test'])), 1);
    const of = (names: readonly string[]) => entry(bulkCertificate({ serial: 1, names }).certificate);
    const omitted = (...names: readonly string[]) => (tile === null ? [] : omittedNames(tile, [of(names)]));
    expect(omitted('A.test')).toEqual([]);
    expect(omitted('a.test', 'b.test')).toEqual(['b.test']);
    expect(omitted('a.test', 'b\u00fccher.test')).toEqual([]);
    expect(omitted(...Array.from({ length: 50 }, (_, index) => `n${index}.test`))).toHaveLength(10);
  });
});
