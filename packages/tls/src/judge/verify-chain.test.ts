import type { VerdictReason } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../testing/cpu-ms.ts';
import { caIssuers } from '../testing/extensions.ts';
import { type CertificateRequest, createAuthority, createLongChain, type Issued, issueCertificate, keyPair } from '../testing/index.ts';
import { extension } from '../testing/issue.ts';
import { toPem } from '../x509/certificate-facts.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createTrustStore } from './trust-store.ts';
import { createChainJudge } from './verify-chain.ts';

const authority = createAuthority();
const judge = createChainJudge(createTrustStore({ extraCaPem: authority.root.pem }));
const DAY_MS = 86_400_000;
const now = new Date();
const inDays = (days: number): Date => new Date(now.getTime() + days * DAY_MS);

const verdict = (pems: string, host = 'a.test', at = now) => {
  const chain = judge.readChain(pemBlocks(pems));
  if (chain === undefined) throw new Error('The test provides no certificate.');
  return judge.verifyChain({ chain, host, now: at });
};
const reasonsOf = (pems: string, host = 'a.test'): readonly VerdictReason[] => verdict(pems, host).reasons;
const issue = (request: Partial<CertificateRequest> = {}, issuer: Issued = authority.intermediate): string =>
  issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'], ...request }, issuer).chainPem;
const intermediateOf = (request: Partial<CertificateRequest>): Issued =>
  issueCertificate({ subject: { CN: 'Odd R2' }, isCa: true, ...request }, authority.root);

describe('a trusted chain', () => {
  it('has no reasons and names its root', () => {
    const { reasons, root } = verdict(authority.issue('a.test').chainPem);
    expect(reasons).toEqual([]);
    expect(root?.raw).toEqual(pemBlocks(authority.root.pem)[0]);
  });

  it('can be sent out of order, repeated, with unrelated certificates, and with its root', () => {
    const stranger = issueCertificate({ subject: { CN: 'stranger' } }).pem;
    const { pem } = authority.issue('a.test');
    expect(reasonsOf(pem + authority.root.pem + stranger + authority.intermediate.pem + authority.intermediate.pem + pem)).toEqual([]);
  });

  it('can be long', () => {
    expect(reasonsOf(issue({}, createLongChain(authority, 6)))).toEqual([]);
  });

  it.each(['P-384', 'RSA-2048', 'Ed25519'] as const)('can use %s throughout', (keyKind) => {
    const other = createAuthority({ name: `Other ${keyKind}`, keyKind });
    const trusting = createChainJudge(createTrustStore({ extraCaPem: other.root.pem }));
    const chain = trusting.readChain(pemBlocks(other.issue('a.test').chainPem));
    if (chain === undefined) throw new Error('no leaf');
    expect(trusting.verifyChain({ chain, host: 'a.test', now }).reasons).toEqual([]);
  });
});

describe('each fault has its reason', () => {
  const expired = { notBefore: inDays(-90), notAfter: inDays(-1) };
  const stranger = createAuthority({ name: 'Stranger' });
  const elsewhere = issue(
    {},
    issueCertificate({ subject: { CN: 'Stranger R2' }, isCa: true, extensions: [caIssuers('http://ca.test/root.cer')] }, stranger.root),
  );
  const weaklyIssued = issue(
    { key: keyPair('RSA-2048'), hash: 'sha256' },
    intermediateOf({ key: keyPair('RSA-2048', 'md5 issuer'), hash: 'sha1' }),
  );
  it.each<[string, string, readonly VerdictReason[]]>([
    ['expired', issue(expired), ['expired']],
    ['not yet valid', issue({ notBefore: inDays(1) }), ['not_yet_valid']],
    ['another name', issue({ san: ['b.test'] }), ['hostname_mismatch']],
    ['a common name but no alternative name', issue({ san: [] }), ['hostname_mismatch']],
    ['self-signed', issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'] }).chainPem, ['self_signed']],
    ['self-signed and marked as a CA', issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'], isCa: true }).pem, ['self_signed']],
    ['a private root that was sent', stranger.issue('a.test').chainPem + stranger.root.pem, ['untrusted_root']],
    ['a private root that was not sent', stranger.issue('a.test').chainPem, ['untrusted_root']],
    ['a missing intermediate whose issuer has a URL', elsewhere, ['incomplete_chain']],
    ['a missing intermediate', authority.issue('a.test').pem, ['incomplete_chain']],
    ['an expired intermediate', issue({}, intermediateOf(expired)), ['expired']],
    ['SHA-1', issue({ hash: 'sha1' }), ['weak_signature']],
    ['SHA-1 on the intermediate', weaklyIssued, ['weak_signature']],
    ['RSA of 1024 bits', issue({ key: keyPair('RSA-1024') }), ['weak_key']],
    ['a curve of 224 bits', issue({ key: keyPair('P-224') }), ['weak_key']],
    ['a weak intermediate key', issue({}, intermediateOf({ key: keyPair('RSA-1024', 'weak issuer') })), ['weak_key']],
    ['for client authentication only', issue({ purpose: 'client' }), ['wrong_purpose']],
    ['a CA certificate as server certificate', issue({ isCa: true }), ['wrong_purpose']],
    ['issued by a server certificate', issue({}, authority.issue('b.test')), ['constraint_violation']],
  ])('%s', (_, pems, reasons) => {
    expect(reasonsOf(pems)).toEqual(reasons);
  });

  it('reports all of them, in the order of the vocabulary', () => {
    const pems = issueCertificate({
      subject: { CN: 'a.test' },
      key: keyPair('RSA-1024'),
      hash: 'md5',
      purpose: 'client',
      ...expired,
    }).chainPem;
    expect(reasonsOf(pems)).toEqual(['expired', 'hostname_mismatch', 'self_signed', 'weak_signature', 'weak_key', 'wrong_purpose']);
  });
});

describe('forgery', () => {
  it('is detected for a root with the same name', () => {
    const forger = createAuthority();
    const fake = issueCertificate({ subject: authority.root.subject, isCa: true, key: keyPair('P-256', 'forged') });
    const pem = issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'] }, fake).pem;
    expect(reasonsOf(pem + fake.pem)).toEqual(['untrusted_root']);
    expect(forger.root.pem).not.toBe(authority.root.pem);
  });

  it('is reported as not signed by the issuer it names', () => {
    const details = (pems: string): string[] => verdict(pems).findings.map(({ detail }) => detail);
    expect(details(issue({ brokenSignature: true }))).toEqual(['The certificate was not signed by the issuer it names.']);
    expect(details(authority.issue('a.test').pem)).toEqual([
      'The certificate was issued by a certificate that was not sent and is not trusted.',
    ]);
  });

  it('is detected for one changed byte', () => {
    const bytes = pemBlocks(authority.issue('a.test').pem)[0] ?? Buffer.alloc(0);
    const at = bytes.indexOf('a.test', bytes.indexOf('a.test') + 1);
    bytes.write('b', at);
    const changed = toPem(bytes);
    expect(reasonsOf(changed + authority.intermediate.pem)).toContain('incomplete_chain');
  });
});

describe('a hostile chain', () => {
  it('of certificates that all appear to issue each other is judged in bounded time', () => {
    const subject = { CN: 'same' };
    const key = keyPair('P-256', 'same');
    const root = issueCertificate({ subject, key, isCa: true });
    const crowd = Array.from(
      { length: 60 },
      () => issueCertificate({ subject, key, isCa: true }, { ...root, subject: { CN: 'same' } }).pem,
    );
    const startedAt = cpuMs();
    expect(reasonsOf(issue({}, { ...root, chainPem: crowd.join('') }))).toContain('untrusted_root');
    expect(cpuMs() - startedAt).toBeLessThan(5_000);
  });

  it.each(['2.5.29.17', '2.5.29.37', '2.5.29.19'])('with a broken extension %s is malformed, and not treated as lacking it', (oid) => {
    for (const bytes of ['3005827f010203', '0500', '', '30']) {
      const broken = extension(oid, Buffer.from(bytes, 'hex'));
      const san = oid === '2.5.29.17' ? [] : ['a.test'];
      expect(reasonsOf(issue({ san, purpose: null, extensions: [broken] }))).toContain('malformed');
    }
  });

  it('with a duplicate extension is malformed', () => {
    const twice = extension('2.5.29.37', Buffer.from('300a06082b06010505070301', 'hex'));
    expect(reasonsOf(issue({ purpose: 'server', extensions: [twice] }))).toContain('malformed');
  });
});
