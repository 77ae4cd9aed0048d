import { describe, expect, it } from 'vitest';
import { issueCertificate } from '../testing/index.ts';
import { Certificate } from '../x509/certificate.ts';
import { pemBlocks } from '../x509/pem.ts';
import { addressBytes, matchesHost } from './host.ts';

const certificateFor = (...san: string[]): Certificate =>
  new Certificate(pemBlocks(issueCertificate({ subject: { CN: 'a.test' }, san }).pem)[0] ?? Buffer.alloc(0));

describe('matches a host by alternative names only, in whole labels', () => {
  it.each([
    ['a.test', 'a.test', true],
    ['A.TEST', 'a.test', true],
    ['a.test', 'A.test.', true],
    ['a.test.', 'a.test', false],
    ['a.test.', 'a.test.', false],
    ['*.a.test.', 'www.a.test', false],
    ['*.a.test', 'www.a.test', true],
    ['*.a.test', 'WWW.A.test.', true],
    ['*.a.test', 'a.test', false],
    ['*.a.test', '.a.test', false],
    ['*.a.test', 'x.www.a.test', false],
    ['*.a.test', '*.a.test', false],
    ['*.test', 'a.test', false],
    ['*', 'a', false],
    ['w*.a.test', 'www.a.test', false],
    ['*w.a.test', 'www.a.test', false],
    ['www.*.test', 'www.a.test', false],
    ['*.*.test', 'www.a.test', false],
    ['xn--mnchen-3ya.test', 'xn--mnchen-3ya.test', true],
    ['xn--mnchen-3ya.test', 'm\u00fcnchen.test', true],
    ['*.xn--mnchen-3ya.test', 'www.M\u00dcNCHEN.test', true],
    ['m\u00fcnchen.test', 'm\u00fcnchen.test', false],
    ['a.test\0.b.test', 'a.test', false],
    [' a.test', 'a.test', false],
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['192.0.2.1', '::ffff:192.0.2.1', false],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1', true],
    ['2001:db8::1', '2001:db8:0:0:0:0:0:1', true],
    ['192.0.2.1', 'a.test', false],
    ['a.test', '', false],
  ])('%s for %s: %s', (name, host, expected) => {
    expect(matchesHost(certificateFor('b.test', name), host)).toBe(expected);
  });

  it('never matches the common name', () => {
    expect(matchesHost(certificateFor(), 'a.test')).toBe(false);
  });

  it.each([
    ['::', '00000000000000000000000000000000'],
    ['1::', '00010000000000000000000000000000'],
    ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001'],
    ['192.0.2.1', 'c0000201'],
  ])('%s is %s', (address, hex) => {
    expect(addressBytes(address)?.toString('hex')).toBe(hex);
  });
});
