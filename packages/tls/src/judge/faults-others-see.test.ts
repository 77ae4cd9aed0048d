import type { VerdictReason } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { bitString, der, integer, nothing, objectIdentifier, sequence, setOf, utf8 } from '../testing/der.ts';
import { nameConstraints, otherAlternativeNames } from '../testing/extensions.ts';
import { type CertificateRequest, createAuthority, type Issued, issueCertificate, keyPair } from '../testing/index.ts';
import { extension } from '../testing/issue.ts';
import { readSignatureAlgorithm } from '../x509/algorithms.ts';
import { toPem } from '../x509/certificate-facts.ts';
import { DerError } from '../x509/der.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createTrustStore } from './trust-store.ts';
import { createChainJudge } from './verify-chain.ts';

const authority = createAuthority();
const judge = createChainJudge(createTrustStore({ anchorsPem: authority.root.pem }));

const reasonsOf = (pems: string, by = judge, host = 'a.test'): readonly VerdictReason[] => {
  const chain = by.readChain(pemBlocks(pems));
  if (chain === undefined) throw new Error('The test provides no certificate.');
  return by.verifyChain({ chain, host, now: new Date() }).reasons;
};
const issue = (request: Partial<CertificateRequest> = {}, issuer: Issued = authority.intermediate): string =>
  issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'], ...request }, issuer).chainPem;
const below = (request: Partial<CertificateRequest>): Issued =>
  issueCertificate({ subject: { CN: 'Odd R2' }, isCa: true, ...request }, authority.root);
const bytes = (...values: number[]): Buffer => Buffer.from(values);

const point = keyPair('P-256', 'a point').spki.subarray(-65);
const ecKey = (value: Buffer): Buffer =>
  sequence(sequence(objectIdentifier('1.2.840.10045.2.1'), objectIdentifier('1.2.840.10045.3.1.7')), bitString(value));
const modulus = Buffer.concat([bytes(0), Buffer.from(keyPair('RSA-2048', 'n').privateKey.export({ format: 'jwk' }).n ?? '', 'base64url')]);
const exponent = bytes(1, 0, 1);
const rsaKey = (n: Buffer, e: Buffer, parameters = nothing()): Buffer =>
  sequence(sequence(objectIdentifier('1.2.840.113549.1.1.1'), parameters), bitString(sequence(der(2, n), der(2, e))));
const evenModulus = Buffer.concat([modulus.subarray(0, -1), bytes(0x10)]);

describe('an unusable key', () => {
  it.each<[string, Buffer, readonly VerdictReason[]]>([
    ['an uncompressed point', ecKey(point), []],
    ['a compressed point', ecKey(Buffer.concat([bytes(2 + ((point[64] ?? 0) & 1)), point.subarray(1, 33)])), []],
    ['a point not on its curve', ecKey(Buffer.concat([point.subarray(0, 64), bytes((point[64] ?? 0) ^ 1)])), ['malformed']],
    ['the point at infinity', ecKey(bytes(0)), ['malformed']],
    ['a hybrid point', ecKey(Buffer.concat([bytes(6 + ((point[64] ?? 0) & 1)), point.subarray(1)])), ['malformed']],
    ['Ed25519 of 31 bytes', sequence(sequence(objectIdentifier('1.3.101.112')), bitString(Buffer.alloc(31, 9))), ['malformed']],
    ['an unknown kind', sequence(sequence(objectIdentifier('1.2.3.4.5')), bitString(bytes(1, 2, 3))), ['malformed']],
    ['RSA', rsaKey(modulus, exponent), []],
    ['RSA without NULL parameters', rsaKey(modulus, exponent, Buffer.alloc(0)), ['malformed']],
    ['RSA with a leading zero', rsaKey(Buffer.concat([bytes(0), modulus]), exponent), ['malformed']],
    ['RSA with an even modulus', rsaKey(evenModulus, exponent), ['weak_key']],
    ['RSA with an even exponent', rsaKey(modulus, bytes(4)), ['weak_key']],
    ['RSA with an even exponent of nine bytes', rsaKey(modulus, bytes(1, 0, 0, 0, 0, 0, 0, 0, 2)), ['weak_key']],
    ['RSA with exponent 1', rsaKey(modulus, bytes(1)), ['weak_key']],
  ])('%s', (_, spki, reasons) => {
    expect(reasonsOf(issue({ key: { ...keyPair('P-256', 'a point'), spki } }))).toEqual(reasons);
  });
});

describe('encoding', () => {
  it.each<[string, Buffer]>([
    ['basic constraints with trailing bytes', extension('2.5.29.19', Buffer.concat([sequence(), nothing()]), true)],
    ['unreadable CRL distribution points', extension('2.5.29.31', integer(1))],
    ['unreadable authority information access', extension('1.3.6.1.5.5.7.1.1', integer(1))],
    ['unreadable policies', extension('2.5.29.32', integer(1))],
    ['a policy twice', extension('2.5.29.32', sequence(sequence(objectIdentifier('1.2.3')), sequence(objectIdentifier('1.2.3'))))],
  ])('%s is malformed', (_, added) => {
    expect(reasonsOf(issue({ basicConstraints: null, extensions: [added] }))).toEqual(['malformed']);
  });

  it('treats a critical extension without meaning for paths as unknown', () => {
    const issuerNames = extension('2.5.29.18', sequence(der(0x82, Buffer.from('ca.test'))), true);
    expect(reasonsOf(issue({ extensions: [issuerNames] }))).toEqual(['constraint_violation']);
  });

  it.each<[string, Buffer]>([
    ['a number as a name', integer(7)],
    ['invalid UTF-8', der(0x0c, bytes(0xff, 0xfe))],
  ])('reports %s in the subject as malformed', (_, value) => {
    const good = sequence(objectIdentifier('2.5.4.3'), utf8('x'.repeat(value.length - 2)));
    const bad = sequence(objectIdentifier('2.5.4.3'), value);
    const issued = pemBlocks(issueCertificate({ subject: { CN: 'x'.repeat(value.length - 2) }, san: ['a.test'] }).pem)[0] ?? bytes();
    const text = issued.toString('latin1').replaceAll(setOf(good).toString('latin1'), setOf(bad).toString('latin1'));
    const self = toPem(Buffer.from(text, 'latin1'));
    const trusting = createChainJudge(createTrustStore({ extraCaPem: authority.root.pem }));
    expect(reasonsOf(self, trusting)).toContain('malformed');
  });

  it('refuses a signature algorithm with bytes after its parameters', () => {
    const ecdsa = objectIdentifier('1.2.840.10045.4.3.2');
    const read = (...parts: Buffer[]) => readSignatureAlgorithm(Buffer.concat(parts), 0, Buffer.concat(parts).length).name;
    expect([read(ecdsa), read(ecdsa, nothing())]).toEqual(['ecdsa-with-SHA256', 'ecdsa-with-SHA256']);
    expect(() => read(ecdsa, nothing(), nothing())).toThrow(DerError);
  });

  it('requires the dates of an anchor to be readable', () => {
    // A fixed serial number, because a random one could contain the bytes searched for.
    const { subject, key } = authority.root;
    const [root = bytes()] = pemBlocks(issueCertificate({ subject, key, isCa: true, serial: bytes(1) }).pem);
    const odd = Buffer.from(root);
    // The Z of the first UTCTime.
    odd[odd.indexOf(bytes(0x17, 0x0d)) + 14] = 0x7a;
    expect(reasonsOf(issue(), createChainJudge(createTrustStore({ anchorsPem: toPem(odd) })))).toEqual(['malformed']);
  });
});

describe('name constraints', () => {
  const violated: readonly VerdictReason[] = ['constraint_violation'];
  const address = (email: string) => ({ san: [], extensions: [otherAlternativeNames({ dns: 'a.test' }, { email })] });
  const limit = (email: string) => below({ extensions: [nameConstraints([{ email }])] });
  it.each<[string, string, readonly VerdictReason[]]>([
    ['an address with different case before the @', issue(address('X@b.test'), limit('x@b.test')), violated],
    ['an address with different case after the @', issue(address('x@B.test'), limit('x@b.test')), []],
    [
      'a name that ends in a dot',
      issue({ san: ['a.test', 'b.a.test.'] }, below({ extensions: [nameConstraints([{ dns: 'a.test' }])] })),
      violated,
    ],
    ['a constraint that ends in a dot', issue({}, below({ extensions: [nameConstraints([{ dns: 'a.test.' }])] })), violated],
  ])('%s', (_, pems, reasons) => {
    expect(reasonsOf(pems)).toEqual(reasons);
  });
});

describe('one path among many', () => {
  const authorities = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ subject: { CN: `Mesh ${n}` }, key: keyPair('P-256', `mesh ${n}`), isCa: true }));
  /** The first authority's certificate issued by the root comes last. */
  const reasonsBehind = (issuers: ReturnType<typeof authorities>, crossed: readonly Issued[]): readonly VerdictReason[] => {
    const [first = { subject: {} }] = issuers;
    const leaf = issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'] }, issueCertificate(first));
    const good = issueCertificate(first, authority.root);
    return reasonsOf([leaf, ...crossed, good].map(({ pem }) => pem).join(''));
  };

  it('is found after more dead ends than are judged', () => {
    const issuers = authorities(8);
    const own = issuers.map((each) => issueCertificate(each));
    // The next authority certifies each one twice, and none certifies the last: 128 dead ends.
    const crossed = issuers.flatMap((each, n) =>
      own.slice(n + 1, n + 2).flatMap((by) => [issueCertificate(each, by), issueCertificate(each, by)]),
    );
    expect(reasonsBehind(issuers, crossed)).toEqual([]);
  });

  it('costs one signature for each key, however many certificates that key has', () => {
    const issuers = authorities(9);
    const own = issuers.map((each) => issueCertificate(each));
    // Every later authority certifies each one: 120 pairs of certificates, 37 pairs of a certificate and a key.
    const crossed = issuers.flatMap((each, n) => own.slice(n + 1).map((by) => issueCertificate(each, by)));
    expect(reasonsBehind(issuers, crossed)).toEqual([]);
  });
});
