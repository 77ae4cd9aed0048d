import { hasControlCharacters } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { createAuthority, issueCertificate, keyPair } from '../testing/index.ts';
import { toPem } from './certificate-facts.ts';
import { pemBlocks } from './pem.ts';
import { certificateReader } from './read-uploaded.ts';

const { root, intermediate, issue } = createAuthority({ name: 'Corp' });
const dates = { notBefore: new Date('2020-01-01T00:00:00Z'), notAfter: new Date('2040-01-01T00:00:00Z') };
const kindsOf = (pem: string) =>
  certificateReader
    .read(pem)
    .map((each) => (each.kind === 'malformed' ? each.fault : [each.facts.subjectCommonName, each.isAuthority, each.isSelfSigned]));

describe('an uploaded text', () => {
  it('has its certificates in order, with what each may do', () => {
    const leaf = issue('www.test');
    const selfSigned = issueCertificate({ subject: { CN: 'printer' }, san: ['printer.test'], ...dates });
    expect(kindsOf(`# our roots\n${root.pem}${intermediate.pem}${leaf.pem}${selfSigned.pem}`)).toEqual([
      ['Corp Root', true, true],
      ['Corp R1', true, false],
      ['www.test', false, false],
      ['printer', false, true],
    ]);
  });

  it('accepts roots of version 1, which cannot say that they are CAs, and no other certificates of version 1', () => {
    const old = { ...dates, version: 1 } as const;
    const oldRoot = issueCertificate({ subject: { CN: 'Old Root' }, ...old });
    expect(kindsOf(oldRoot.pem + issueCertificate({ subject: { CN: 'Old CA' }, ...old }, oldRoot).pem)).toEqual([
      ['Old Root', true, true],
      ['Old CA', false, false],
    ]);
  });

  it('keeps names in any script and leaves out what is not text', () => {
    const named = issueCertificate({ subject: { CN: '証明書 \u0007 Zürich' }, isCa: true, ...dates });
    const [name] = certificateReader.read(named.pem).map((each) => (each.kind === 'readable' ? (each.facts.subjectCommonName ?? '') : ''));
    expect(name).toMatch(/^証明書 .* Zürich$/u);
    expect(hasControlCharacters(name ?? '')).toBe(false);
  });

  it.each([
    ['no DER', toPem(Buffer.from('hello'))],
    ['nothing', '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----'],
    ['a certificate that ends early', toPem((pemBlocks(root.pem)[0] ?? Buffer.alloc(0)).subarray(0, -3))],
    [
      'a key that cannot be used',
      issueCertificate({ subject: { CN: 'x' }, isCa: true, key: { ...keyPair('P-256', 'x'), spki: Buffer.from('3003020101', 'hex') } }).pem,
    ],
    ['an unreadable extension', issueCertificate({ subject: { CN: 'x' }, isCa: true, keyUsage: [], ...dates }).pem],
  ])('says that a certificate is malformed: %s', (_case, pem) => {
    expect(kindsOf(pem)).toEqual([expect.stringMatching(/^[a-z].*\.$/i)]);
  });

  it('is read without a fault whatever byte is changed', () => {
    const [der = Buffer.alloc(0)] = pemBlocks(root.pem);
    for (let at = 0; at < der.length; at += 1) {
      const changed = Buffer.from(der);
      changed[at] = (changed[at] ?? 0) ^ 0x41;
      expect(certificateReader.read(toPem(changed))).toHaveLength(1);
    }
  });
});
