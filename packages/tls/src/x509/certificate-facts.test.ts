import { describe, expect, it } from 'vitest';
import { issueCertificate, type KeyKind, keyPair } from '../testing/index.ts';
import { Certificate } from './certificate.ts';
import { factsOf } from './certificate-facts.ts';
import { pemBlocks } from './pem.ts';
import { profileFaults } from './profile.ts';

const read = (...request: Parameters<typeof issueCertificate>) => {
  const certificate = new Certificate(pemBlocks(issueCertificate(...request).pem)[0] ?? Buffer.alloc(0));
  return { facts: factsOf(certificate), faults: profileFaults(certificate) };
};

describe('the facts of a certificate', () => {
  it('include its names, dates, numbers and fingerprints', () => {
    const notBefore = new Date('2026-01-02T03:04:05Z');
    const notAfter = new Date('2051-02-03T04:05:06Z');
    const ca = issueCertificate({ subject: { CN: 'R1', O: 'Example, Inc. "Trust" + more', C: 'US' }, isCa: true });
    const { facts, faults } = read({ subject: { CN: 'a.test' }, san: ['a.test', '2001:db8::1'], notBefore, notAfter }, ca);
    expect(faults).toEqual([]);
    expect(facts).toMatchObject({
      subject: 'CN=a.test',
      issuer: 'CN=R1, O=Example\\, Inc. \\"Trust\\" \\+ more, C=US',
      subjectCommonName: 'a.test',
      issuerCommonName: 'R1',
      issuerOrganization: 'Example, Inc. "Trust" + more',
      notBefore,
      notAfter,
      san: ['a.test', '2001:db8::1'],
      signatureAlgorithm: 'ecdsa-with-SHA256',
      isCa: false,
    });
    expect(facts.serialNumber).toMatch(/^4E[0-9A-F]{30}$/);
    expect(facts.fingerprint).toMatch(/^(?:[0-9A-F]{2}:){19}[0-9A-F]{2}$/);
    expect(facts.fingerprint256).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/);
  });

  it.each<[KeyKind, object]>([
    ['P-256', { keyType: 'EC', keyBits: 256, curve: 'P-256' }],
    ['P-384', { keyType: 'EC', keyBits: 384, curve: 'P-384' }],
    ['P-224', { keyType: 'EC', keyBits: 224, curve: 'P-224' }],
    ['RSA-2048', { keyType: 'RSA', keyBits: 2048, curve: null }],
    ['Ed25519', { keyType: 'Ed25519', keyBits: 256, curve: null }],
  ])('describe the key: %s', (kind, expected) => {
    expect(read({ subject: { CN: 'k' }, key: keyPair(kind) }).facts).toMatchObject(expected);
  });
});

describe('hostile text', () => {
  const CN = 'evil\0.test\u202Emoc.knab\r\nX: y\u0007';

  it('is stored without control characters and direction overrides', () => {
    const { facts } = read({ subject: { CN, O: 'x'.repeat(5_000) }, san: ['a.test\0.evil.test', 'b.test\nc'] });
    for (const text of [facts.subject, facts.subjectCommonName ?? '', ...facts.san]) {
      expect(text).not.toMatch(/[\p{Cc}\u202E]/u);
      expect(text.length).toBeLessThanOrEqual(1_000);
    }
    expect(facts.san).toHaveLength(2);
  });

  it('cannot smuggle a second name into the alternative names', () => {
    expect(read({ subject: {}, san: ['a.test, DNS:bank.test', '"', 'x", DNS:bank.test'] }).facts.san).toEqual([
      'a.test, DNS:bank.test',
      '"',
      'x", DNS:bank.test',
    ]);
  });

  it('cannot smuggle a second common name into the subject', () => {
    const { facts } = read({ subject: { O: 'x\nCN=bank.test', CN: 'real.test' } });
    expect(facts.subjectCommonName).toBe('real.test');
    expect(read({ subject: { O: 'x\nCN=bank.test' } }).facts.subjectCommonName).toBeNull();
  });
});

it('keeps at most 10,000 alternative names', () => {
  const san = Array.from({ length: 10_050 }, (_, n) => `n${n}.test`);
  expect(read({ subject: { CN: 'many' }, san }).facts.san).toHaveLength(10_000);
});
