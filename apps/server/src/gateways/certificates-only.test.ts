import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificatesOnly, textOfFile } from '@notafter/domain';
import { createAuthority } from '@notafter/tls/testing';
import { describe, expect, it } from 'vitest';

const authority = createAuthority({ name: 'Left Out Test' });
const leaf = authority.issue('www.example.test');
const chain = leaf.pem + authority.intermediate.pem;
const { privatePem } = leaf.key;

/** Runs this machine's OpenSSL on a text; `FILE` among the arguments is a file with it, in place of its standard input. */
const openssl = (input: string, ...args: readonly string[]): Buffer => {
  const fromFile = args.includes('FILE');
  const folder = mkdtempSync(join(tmpdir(), 'notafter-left-out-'));
  const file = join(folder, 'input');
  writeFileSync(file, input);
  try {
    return execFileSync(
      'openssl',
      args.map((each) => (each === 'FILE' ? file : each)),
      // Nobody reads the standard input then: writing to it fails once the process has ended.
      fromFile ? { stdio: ['ignore', 'pipe', 'ignore'] } : { input, stdio: ['pipe', 'pipe', 'ignore'] },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
};
const rsaPem = () => openssl('', 'genrsa', '2048').toString();
const pkcs7 = (form: 'PEM' | 'DER') => openssl(leaf.pem, 'crl2pkcs7', '-nocrl', '-certfile', 'FILE', '-outform', form);
const keys: readonly (readonly [string, () => Buffer])[] = [
  ['PKCS #8', () => openssl(privatePem, 'pkey', '-outform', 'DER')],
  ['encrypted PKCS #8', () => openssl(privatePem, 'pkcs8', '-topk8', '-passout', 'pass:x', '-outform', 'DER')],
  ['SEC 1', () => openssl(privatePem, 'ec', '-outform', 'DER')],
  ['PKCS #1', () => openssl(rsaPem(), 'rsa', '-traditional', '-outform', 'DER')],
  ['PKCS #12', () => openssl(leaf.pem + privatePem, 'pkcs12', '-export', '-in', 'FILE', '-passout', 'pass:x')],
];

describe('certificatesOnly', () => {
  it('keeps certificates in PEM, DER and PKCS #7', () => {
    expect(certificatesOnly(`Subject: CN=www\n${chain}`)).toEqual({ text: expect.stringContaining(leaf.pem.trim()), leftOutKey: false });
    for (const bytes of [openssl(leaf.pem, 'x509', '-outform', 'DER'), pkcs7('DER'), pkcs7('PEM'), Buffer.from(leaf.pem)])
      expect(certificatesOnly(textOfFile(bytes))).toEqual({ text: expect.stringMatching(/.{100}/s), leftOutKey: false });
  });

  it('leaves a private key out of a text, and says so', () => {
    const mixed = certificatesOnly(privatePem + chain);
    expect(mixed.leftOutKey).toBe(true);
    expect(mixed.text).not.toContain('PRIVATE KEY');
    expect(mixed.text.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    const body = privatePem.replaceAll(/-----[^-]+-----/g, '').trim();
    const mislabeled = certificatesOnly(`${chain}-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`);
    expect(mislabeled.leftOutKey).toBe(true);
    expect(mislabeled.text).not.toContain(body.slice(0, 40));
  });

  it.each(keys)('keeps nothing of a file with a key: %s', (_, make) => {
    const bytes = make();
    expect(certificatesOnly(textOfFile(bytes))).toEqual({ text: '', leftOutKey: true });
    expect(certificatesOnly(bytes.toString('base64'))).toEqual({ text: '', leftOutKey: true });
  });

  it('keeps nothing of anything else', () => {
    for (const text of ['', 'hello, world', 'aGVsbG8=', '-----BEGIN CERTIFICATE-----\nMIIB'])
      expect(certificatesOnly(text)).toEqual({ text: '', leftOutKey: false });
  });
});
