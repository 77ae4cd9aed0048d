import { describe, expect, it } from 'vitest';
import { authority, derOf, leaf, openssl, writeSample } from './testing/sample-files.ts';
import { unpackCertificates } from './unpack.ts';

const { root, intermediate } = authority;
const base64 = (bytes: Buffer): string => bytes.toString('base64');
const bodiesOf = (pem: string | null): string[] =>
  [...(pem ?? '').matchAll(/-----BEGIN CERTIFICATE-----([^-]*)/g)].map(([, body = '']) => body.replaceAll(/\s/g, ''));

describe('unpackCertificates', () => {
  it('returns a DER certificate as PEM that OpenSSL reads', () => {
    const pem = unpackCertificates(base64(derOf(leaf)));
    expect(openssl('x509', '-noout', '-serial', '-in', writeSample('a.pem', pem ?? '')).toString()).toMatch(/^serial=/);
    expect(bodiesOf(pem)[0]).toBe(base64(derOf(leaf)));
  });

  it('returns the certificates of a PKCS #7 file in its order, also with line breaks in the base64', () => {
    const all = writeSample('all.pem', leaf.pem + intermediate.pem + root.pem);
    const file = openssl('crl2pkcs7', '-nocrl', '-certfile', all, '-outform', 'DER');
    const text = base64(file).replaceAll(/.{76}/g, '$&\r\n');
    expect(bodiesOf(unpackCertificates(text))).toEqual([leaf, intermediate, root].map((each) => base64(derOf(each))));
  });

  it('returns null for anything else: a key, a keystore, damaged bytes, text', () => {
    const key = writeSample('key.pem', leaf.key.privatePem);
    const certificate = writeSample('leaf.pem', leaf.pem);
    const der = derOf(leaf);
    for (const bytes of [
      openssl('pkey', '-in', key, '-outform', 'DER'),
      openssl('pkcs12', '-export', '-in', certificate, '-inkey', key, '-passout', 'pass:x'),
      der.subarray(0, der.length - 9),
      Buffer.from('hello'),
      Buffer.alloc(0),
      Buffer.alloc(300_000, 0x30),
    ])
      expect(unpackCertificates(base64(bytes))).toBeNull();
    expect(unpackCertificates('not base64!')).toBeNull();
  });
});
