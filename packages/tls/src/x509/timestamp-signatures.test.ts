import { describe, expect, it } from 'vitest';
import { type CertificateRequest, createAuthority, type Issued, issueCertificate, type KeyKind, keyPair } from '../testing/index.ts';
import { createTestLog, signedTimestamps, type TestLog, type Timestamp, timestampList } from '../testing/signed-timestamps.ts';
import { Certificate } from './certificate.ts';
import { pemBlocks } from './pem.ts';
import { readEmbeddedTimestamps, readTimestampList } from './signed-timestamps.ts';
import { createTimestampJudge } from './timestamp-signatures.ts';

const { intermediate, root } = createAuthority();
const at = '2026-11-01T12:00:00.007Z';
const logs = (['P-256', 'RSA-2048'] as const satisfies readonly KeyKind[]).map((kind) => createTestLog(kind, `log ${kind}`));
const [log, rsaLog] = logs;
if (log === undefined || rsaLog === undefined) throw new Error('No logs.');
const judge = createTimestampJudge(logs.map(({ key }) => key));

const read = ({ pem }: Issued): Certificate => new Certificate(pemBlocks(pem)[0] ?? Buffer.alloc(0));
const request = (extensions: readonly Buffer[], names = 1): CertificateRequest => ({
  subject: { CN: 'a.test' },
  san: Array.from({ length: names }, (_, index) => `name-${index}.a.test`),
  key: keyPair('P-256', 'leaf'),
  notBefore: new Date('2026-11-01T00:00:00Z'),
  notAfter: new Date('2027-01-29T23:59:59Z'),
  serial: Buffer.from('4e01', 'hex'),
  extensions,
});
/** With the timestamps that `stamp` makes of the same certificate without them, before `more` extensions. */
const logged = (stamp: (bare: Issued) => readonly Timestamp[], more: readonly Buffer[] = [], names = 1): Issued => {
  const bare = issueCertificate(request(more, names), intermediate);
  return issueCertificate(request([signedTimestamps(stamp(bare)), ...more], names), intermediate);
};
const signaturesOf = (leaf: Issued, issuer = intermediate): readonly unknown[] => {
  const certificate = read(leaf);
  const embedded = readEmbeddedTimestamps(certificate.extensions.reader('signedTimestamps'));
  return judge.judge(embedded, certificate, read(issuer)).map(({ signature }) => signature);
};
const precertificate =
  (by: TestLog, issuer = intermediate) =>
  (bare: Issued): readonly Timestamp[] => [by.signPrecertificate(bare, issuer, at)];

describe('a timestamp in the certificate', () => {
  it.each([
    ['an ECDSA log', log],
    ['an RSA log', rsaLog],
  ])('of %s is valid', (_name, by) => {
    expect(signaturesOf(logged(precertificate(by)))).toEqual(['valid']);
  });

  it.each([1, 20, 600])('is valid with %i names and an extension after it', (names) => {
    const unknown = Buffer.from('300d06092b0601040181d61b7f0400', 'hex');
    expect(signaturesOf(logged(precertificate(log), [unknown], names))).toEqual(['valid']);
  });

  it('is judged for each log separately', () => {
    const stranger = createTestLog('P-256', 'unlisted');
    const both = (bare: Issued) => [...precertificate(log, root)(bare), ...precertificate(rsaLog)(bare), ...precertificate(stranger)(bare)];
    expect(signaturesOf(logged(both))).toEqual(['invalid', 'valid', undefined]);
  });

  it('is invalid for another instant, another issuer and another log', () => {
    const stamp = precertificate(log);
    expect(signaturesOf(logged((bare) => stamp(bare).map((each) => ({ ...each, at: '2026-11-01T12:00:00.006Z' }))))).toEqual(['invalid']);
    expect(signaturesOf(logged(stamp), root)).toEqual(['invalid']);
    const otherLog = createTestLog('P-256', 'unlisted').signPrecertificate;
    expect(signaturesOf(logged((bare) => stamp(bare).map((each) => ({ ...otherLog(bare, intermediate, at), log: each.log }))))).toEqual([
      'invalid',
    ]);
  });

  it('is invalid for a signature that is cut off or names another algorithm', () => {
    const stamp = precertificate(log);
    const changed = (change: (signature: Buffer) => Buffer) =>
      signaturesOf(logged((bare) => stamp(bare).map((each) => ({ ...each, signature: change(each.signature ?? Buffer.alloc(0)) }))));
    for (const length of [4, 5, 40]) expect(changed((signature) => signature.subarray(0, length))).toEqual(['invalid']);
    expect(changed((signature) => Buffer.concat([Buffer.from([4, 1]), signature.subarray(2)]))).toEqual(['invalid']);
  });
});

describe('a timestamp with the handshake', () => {
  const leaf = issueCertificate(request([]), intermediate);
  const sent = (timestamp: Timestamp, by: 'tls' | 'ocsp') =>
    judge.judge(readTimestampList(timestampList([timestamp]), by), read(leaf), read(intermediate)).map(({ signature }) => signature);

  it.each(['tls', 'ocsp'] as const)('is valid for the certificate itself: %s', (by) => {
    expect(sent(log.signCertificate(leaf, at), by)).toEqual(['valid']);
    expect(sent(log.signPrecertificate(leaf, intermediate, at), by)).toEqual(['invalid']);
    expect(sent(log.signCertificate(intermediate, at), by)).toEqual(['invalid']);
  });
});

it('without an issuer is not judged', () => {
  const leaf = read(logged(precertificate(log)));
  const [found] = judge.judge(readEmbeddedTimestamps(leaf.extensions.reader('signedTimestamps')), leaf, undefined);
  expect(found).toEqual({ log: expect.any(String), at, by: 'embedded' });
});
