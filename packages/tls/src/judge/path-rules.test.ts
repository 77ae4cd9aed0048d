import type { VerdictReason } from '@notafter/domain';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../testing/cpu-ms.ts';
import { bitString, der, objectIdentifier, sequence } from '../testing/der.ts';
import { nameConstraints, otherAlternativeNames, unknownCritical } from '../testing/extensions.ts';
import { type CertificateRequest, createAuthority, type Issued, issueCertificate, keyPair } from '../testing/index.ts';
import { extension } from '../testing/issue.ts';
import { pemBlocks } from '../x509/pem.ts';
import { createTrustStore } from './trust-store.ts';
import { createChainJudge } from './verify-chain.ts';

const authority = createAuthority();
const judge = createChainJudge(createTrustStore({ anchorsPem: authority.root.pem }));

const issue = (request: Partial<CertificateRequest> = {}, issuer: Issued = authority.intermediate): string =>
  issueCertificate({ subject: { CN: 'a.test' }, san: ['a.test'], ...request }, issuer).chainPem;
const below = (request: Partial<CertificateRequest>, issuer: Issued = authority.root): Issued =>
  issueCertificate({ subject: { CN: 'Odd R2' }, isCa: true, ...request }, issuer);
const constrained = (...lists: Parameters<typeof nameConstraints>): Issued => below({ extensions: [nameConstraints(...lists)] });
const reasonsOf = (pems: string, host = 'a.test', by = judge): readonly VerdictReason[] => {
  const chain = by.readChain(pemBlocks(pems));
  if (chain === undefined) throw new Error('The test provides no certificate.');
  return by.verifyChain({ chain, host, now: new Date() }).reasons;
};

const bytes = (...values: number[]): Buffer => Buffer.from(values);
const emailPurpose = '1.3.6.1.5.5.7.3.4';
const serverPurpose = '1.3.6.1.5.5.7.3.1';

describe('issuing constraints', () => {
  it.each<[string, string, readonly VerdictReason[]]>([
    ['an issuer without basic constraints', issue({}, below({ basicConstraints: null })), ['constraint_violation']],
    ['an issuer that may not sign certificates', issue({}, below({ keyUsage: [1, 0x02] })), ['constraint_violation']],
    ['an issuer without key usage', issue({}, below({ keyUsage: null })), []],
    ['no intermediate below one that allows none', issue({}, below({ pathLength: 0 })), []],
    ['one intermediate too many', issue({}, below({ subject: { CN: 'Odd R3' } }, below({ pathLength: 0 }))), ['constraint_violation']],
    [
      'a self-issued intermediate, which does not count',
      issue({}, below({ key: keyPair('P-256', 'rolled') }, below({ pathLength: 0 }))),
      [],
    ],
    ['an unknown critical extension', issue({ extensions: [unknownCritical()] }), ['constraint_violation']],
    ['an unknown critical extension above', issue({}, below({ extensions: [unknownCritical()] })), ['constraint_violation']],
    ['a critical authority key identifier', issue({ criticalIdentifier: 'authority' }), ['constraint_violation']],
    ['a critical subject key identifier above', issue({}, below({ criticalIdentifier: 'subject' })), ['constraint_violation']],
    [
      'critical timestamps',
      issue({ extensions: [extension('1.3.6.1.4.1.11129.2.4.2', bytes(4, 2, 0, 0), true)] }),
      ['constraint_violation'],
    ],
    [
      'a critical must-staple',
      issue({ extensions: [extension('1.3.6.1.5.5.7.1.24', bytes(48, 3, 2, 1, 5), true)] }),
      ['constraint_violation'],
    ],
    ['an unknown extension that is not critical', issue({ extensions: [extension('1.2.3.4', sequence())] }), []],
    ['a purpose that the issuer lacks', issue({}, below({ purpose: [emailPurpose] })), ['wrong_purpose']],
    ['a purpose that the issuer has', issue({}, below({ purpose: [emailPurpose, serverPurpose] })), []],
    ['any purpose above', issue({}, below({ purpose: ['2.5.29.37.0'] })), []],
    ['any purpose', issue({ purpose: ['2.5.29.37.0'] }), []],
    ['no purpose at all', issue({ purpose: null }), []],
    ['a key for signing certificates only', issue({ keyUsage: [2, 0x04] }), ['wrong_purpose']],
    ['a key for encryption only', issue({ keyUsage: [5, 0x20] }), []],
    ['no key usage', issue({ keyUsage: null }), []],
  ])('%s', (_, pems, reasons) => {
    expect(reasonsOf(pems)).toEqual(reasons);
  });
});

describe('name constraints', () => {
  const violated: readonly VerdictReason[] = ['constraint_violation'];
  const dns = (name: string) => ({ dns: name });
  const subject = { O: 'Acme', CN: 'x' };
  it.each<[string, string, string, readonly VerdictReason[]]>([
    ['the permitted name', issue({}, constrained([dns('a.test')])), 'a.test', []],
    ['a name below it', issue({ san: ['x.a.test'] }, constrained([dns('A.test')])), 'x.a.test', []],
    ['another name', issue({}, constrained([dns('b.test')])), 'a.test', violated],
    ['a name with the same ending only', issue({ san: ['ba.test'] }, constrained([dns('a.test')])), 'ba.test', violated],
    ['one of two permitted names', issue({}, constrained([dns('b.test'), dns('a.test')])), 'a.test', []],
    ['a second name outside', issue({ san: ['a.test', 'b.test'] }, constrained([dns('a.test')])), 'a.test', violated],
    ['a leading dot, for the name itself', issue({}, constrained([dns('.a.test')])), 'a.test', violated],
    ['a leading dot, for a name below', issue({ san: ['x.a.test'] }, constrained([dns('.a.test')])), 'x.a.test', []],
    ['every name', issue({}, constrained([dns('')])), 'a.test', []],
    ['an excluded name', issue({}, constrained([], [dns('a.test')])), 'a.test', violated],
    ['a name that is permitted and excluded', issue({}, constrained([dns('test')], [dns('a.test')])), 'a.test', violated],
    ['another excluded name', issue({}, constrained([], [dns('b.test')])), 'a.test', []],
    ['a wildcard around an excluded name', issue({ san: ['*.a.test'] }, constrained([], [dns('x.a.test')])), 'y.a.test', violated],
    ['a wildcard within', issue({ san: ['*.a.test'] }, constrained([dns('a.test')])), 'y.a.test', []],
    ['an address within', issue({ san: ['192.0.2.7'] }, constrained([{ ip: ['192.0.2.0', '255.255.255.0'] }])), '192.0.2.7', []],
    ['an address outside', issue({ san: ['192.0.3.7'] }, constrained([{ ip: ['192.0.2.0', '255.255.255.0'] }])), '192.0.3.7', violated],
    ['an IPv6 address within', issue({ san: ['2001:db8::7'] }, constrained([{ ip: ['2001:db8::', 'ffff:ffff::'] }])), '2001:db8::7', []],
    ['an address when only names are constrained', issue({ san: ['192.0.2.7'] }, constrained([dns('a.test')])), '192.0.2.7', []],
    [
      'a mask that is not contiguous',
      issue({ san: ['192.0.2.7'] }, constrained([{ ip: ['192.0.2.0', '255.0.255.0'] }])),
      '192.0.2.7',
      violated,
    ],
    ['a subject within', issue({ subject }, constrained([{ directory: { O: 'ACME' } }])), 'a.test', []],
    ['a subject outside', issue({ subject }, constrained([{ directory: { O: 'Other' } }])), 'a.test', violated],
    ['an empty subject', issue({ subject: {} }, constrained([{ directory: { O: 'Other' } }])), 'a.test', []],
    ['an excluded subject', issue({ subject }, constrained([], [{ directory: { O: 'Acme' } }])), 'a.test', violated],
    [
      'an email address outside',
      issue({ san: [], extensions: [otherAlternativeNames(dns('a.test'), { email: 'x@b.test' })] }, constrained([{ email: 'a.test' }])),
      'a.test',
      violated,
    ],
    [
      'a URI within',
      issue(
        { san: [], extensions: [otherAlternativeNames(dns('a.test'), { uri: 'https://x.b.test/' })] },
        constrained([{ uri: '.b.test' }]),
      ),
      'a.test',
      [],
    ],
    ['a constraint two levels above', issue({}, below({ subject: { CN: 'Odd R3' } }, constrained([dns('b.test')]))), 'a.test', violated],
  ])('%s', (_, pems, host, reasons) => {
    expect(reasonsOf(pems, host)).toEqual(reasons);
  });

  it('in excess are refused in bounded time', () => {
    const names = Array.from({ length: 4_000 }, (_, n) => `n${n}.test`);
    const many = constrained(
      [],
      Array.from({ length: 4_000 }, (_, n) => dns(`x${n}.test`)),
    );
    const startedAt = cpuMs();
    expect(reasonsOf(issue({ san: ['a.test', ...names] }, many))).toEqual(violated);
    expect(cpuMs() - startedAt).toBeLessThan(5_000);
  });
});

describe('encoding', () => {
  it.each<[string, Partial<CertificateRequest>]>([
    ['a negative serial number', { serial: bytes(0x80, 1) }],
    ['a serial number of zero', { serial: bytes(0) }],
    ['a serial number of 21 bytes', { serial: Buffer.alloc(21, 0x55) }],
    ['a serial number with a leading zero', { serial: bytes(0, 1) }],
    ['an empty serial number', { serial: bytes() }],
    ['version 4', { version: 4 }],
    ['an empty key usage', { keyUsage: [7, 0] }],
    ['an empty list of purposes', { purpose: [] }],
    ['a path length without being a CA', { pathLength: 1 }],
    ['an alternative name with NUL', { san: ['a.test', 'a.test\0.b.test'] }],
    ['an alternative name in Unicode', { san: ['a.test', 'm\u00fcnchen.test'] }],
    ['an empty alternative name', { san: ['a.test', ''] }],
    ['name constraints without being a CA', { extensions: [nameConstraints([{ dns: 'a.test' }])] }],
  ])('%s is malformed', (_, request) => {
    expect(reasonsOf(issue(request))).toEqual(['malformed']);
  });

  it('a certificate with only invalid host names is malformed', () => {
    expect(reasonsOf(issue({ san: ['.a.test', 'a..b'] }))).toEqual(['hostname_mismatch', 'malformed']);
  });

  it.each([['.corp.local'], ['a..b'], ['<script>alert(1)</script>'], ['two words']])(
    'the invalid name "%s" next to a valid one is a warning',
    (odd) => {
      const chain = judge.readChain(pemBlocks(issue({ san: ['a.test', odd] })));
      if (chain === undefined) throw new Error('The test provides no certificate.');
      const { reasons, warnings, notes } = judge.verifyChain({ chain, host: 'a.test', now: new Date() });
      expect({ reasons, warnings }).toEqual({ reasons: [], warnings: ['invalid_san'] });
      expect(notes.map(({ detail }) => detail)).toEqual([`The certificate names "${odd}", which is not a host name.`]);
    },
  );

  it('a serial number of 20 bytes with its sign is valid', () => {
    expect(reasonsOf(issue({ serial: Buffer.concat([bytes(0), Buffer.alloc(20, 0x95)]) }))).toEqual([]);
  });

  it('a key with an empty number is malformed', () => {
    const numbers = sequence(der(0x02, bytes(1)), der(0x02));
    const spki = sequence(sequence(objectIdentifier('1.2.840.113549.1.1.1'), der(5)), bitString(numbers));
    expect(reasonsOf(issue({ key: { ...keyPair(), spki } }))).toEqual(['malformed']);
  });

  it('an unreadable certificate counts anywhere in the message', () => {
    const broken = '-----BEGIN CERTIFICATE-----\nMAMCAQE=\n-----END CERTIFICATE-----\n';
    expect(reasonsOf(issue() + broken)).toEqual(['malformed']);
    expect(reasonsOf(broken + issue())).toEqual(['malformed']);
  });

  it('extensions are checked for an anchor too', () => {
    const withRoot = (request: Partial<CertificateRequest>): readonly VerdictReason[] => {
      const odd = issueCertificate({ subject: { CN: 'Odd' }, isCa: true, key: keyPair('P-256', 'odd'), ...request });
      return reasonsOf(issue({}, odd), 'a.test', createChainJudge(createTrustStore({ anchorsPem: odd.pem })));
    };
    expect(withRoot({ extensions: [unknownCritical()] })).toEqual(['constraint_violation']);
    expect(withRoot({ extensions: [extension('2.5.29.30', bytes(0x30, 0), true)] })).toEqual(['malformed']);
    expect(withRoot({ keyUsage: [1, 0x02] })).toEqual(['constraint_violation']);
  });

  it('other rules and its own signature do not matter for an anchor', () => {
    const old = issueCertificate({
      subject: { CN: 'Old' },
      isCa: true,
      version: 1,
      serial: bytes(0),
      hash: 'sha1',
      key: keyPair('RSA-2048', 'old'),
    });
    const trusting = createChainJudge(createTrustStore({ anchorsPem: old.pem }));
    expect(reasonsOf(issue({}, old), 'a.test', trusting)).toEqual([]);
  });
});

describe('signatures and keys', () => {
  it.each<[string, Partial<CertificateRequest>, Issued | undefined]>([
    ['RSASSA-PSS', { pss: true }, below({ key: keyPair('RSA-2048', 'pss') })],
    ['a key for RSASSA-PSS only', {}, below({ key: keyPair('RSA-PSS-2048', 'pss only') })],
    ['RSA with SHA-512', { hash: 'sha512' }, below({ key: keyPair('RSA-2048', 'pss') })],
    ['Ed25519', {}, below({ key: keyPair('Ed25519', 'ed') })],
    ['Ed448', {}, below({ key: keyPair('Ed448', 'ed') })],
    ['P-521 with SHA-512', { hash: 'sha512' }, below({ key: keyPair('P-521', 'big') })],
  ])('by %s are checked', (_, request, issuer) => {
    expect(reasonsOf(issue(request, issuer))).toEqual([]);
    expect(reasonsOf(issue({ ...request, brokenSignature: true }, issuer))).toEqual(['incomplete_chain']);
  });

  it('RSASSA-PSS over SHA-1 is weak', () => {
    expect(reasonsOf(issue({ pss: true, hash: 'sha1' }, below({ key: keyPair('RSA-2048', 'pss') })))).toEqual(['weak_signature']);
  });
});
