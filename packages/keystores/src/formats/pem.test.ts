import { createAuthority, issueCertificate } from '@notafter/tls/testing';
import { describe, expect, it } from 'vitest';
import { authority, contentsOfBytes, derOf, leaf, openssl, summaryOf, writeSample } from '../testing/sample-files.ts';

const { root, intermediate } = authority;
const known = { root, intermediate, leaf };
const summary = async (text: string | Uint8Array): Promise<object> => summaryOf(await contentsOfBytes(text), known);
const served = { alias: null, role: 'certificate', der: 'leaf', chain: ['intermediate', 'root'], hasKey: false } as const;

describe('PEM files', () => {
  it('reads a server certificate with its chain, issuer first, in any order of blocks', async () => {
    const expected = { format: 'pem', problem: null, certificates: [served] };
    expect(await summary(leaf.pem + intermediate.pem + root.pem)).toEqual(expected);
    expect(await summary(root.pem + intermediate.pem + leaf.pem)).toEqual(expected);
  });

  it('reads past text, CRLF, headers, duplicates and blocks of other kinds', async () => {
    const text = `Subject: CN=www\n${leaf.pem}${leaf.pem}-----BEGIN DH PARAMETERS-----\naGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=\n-----END DH PARAMETERS-----\n`;
    const withHeader = intermediate.pem.replace('-----\n', '-----\nX-Comment: issued\n by hand\n\n');
    expect(await summary((text + withHeader + root.pem).replaceAll('\n', '\r\n'))).toEqual({
      format: 'pem',
      problem: null,
      certificates: [served],
    });
  });

  it('skips the key and says that it is there', async () => {
    const certificates = [{ ...served, chain: ['intermediate'], hasKey: true }];
    expect(await summary(leaf.key.privatePem + leaf.chainPem)).toEqual({ format: 'pem', problem: null, certificates });
    const sec1 = openssl('ec', '-in', writeSample('key.pem', leaf.key.privatePem)).toString();
    expect(await summary(leaf.chainPem + sec1)).toEqual({ format: 'pem', problem: null, certificates });
    const encrypted = openssl('pkcs8', '-topk8', '-passout', 'pass:x', '-in', writeSample('key.pem', leaf.key.privatePem)).toString();
    expect(await summary(leaf.chainPem + encrypted)).toEqual({ format: 'pem', problem: null, certificates });
  });

  it('finds no certificate in a file with only a key', async () => {
    expect(await summary(leaf.key.privatePem)).toEqual({ format: 'pem', problem: 'no_certificate', certificates: [] });
  });

  it('lists each authority of a bundle', async () => {
    const other = createAuthority({ name: 'Other' }).root;
    expect(summaryOf(await contentsOfBytes(root.pem + other.pem), { root, other })).toMatchObject({
      certificates: [
        { role: 'authority', der: 'root', chain: [] },
        { role: 'authority', der: 'other', chain: [] },
      ],
    });
  });

  it('takes a self-signed CA certificate with host names for a server certificate', async () => {
    const selfSigned = issueCertificate({ subject: { CN: 'box' }, san: ['box.test'], isCa: true });
    expect(summaryOf(await contentsOfBytes(selfSigned.pem), { selfSigned })).toMatchObject({
      certificates: [{ role: 'certificate', der: 'selfSigned' }],
    });
  });

  it('reads trusted certificates without the data that OpenSSL appends', async () => {
    const trusted = openssl('x509', '-trustout', '-addtrust', 'serverAuth', '-in', writeSample('root.pem', root.pem)).toString();
    expect(trusted).toContain('BEGIN TRUSTED CERTIFICATE');
    expect(await summary(trusted)).toMatchObject({ problem: null, certificates: [{ role: 'authority', der: 'root' }] });
  });

  it('reads what is readable and counts the rest', async () => {
    const cut = intermediate.pem.slice(0, 200);
    const contents = await contentsOfBytes(cut + leaf.pem + root.pem.replace('MII', '!II'));
    expect(contents.problem).toEqual({ code: 'broken', message: '2 certificates are unreadable.' });
    expect(summaryOf(contents, known)).toMatchObject({ certificates: [{ der: 'leaf', chain: [] }] });
    const keyAsCertificate = leaf.key.privatePem.replaceAll('PRIVATE KEY', 'CERTIFICATE');
    expect(await contentsOfBytes(keyAsCertificate)).toMatchObject({ certificates: [], problem: { code: 'broken' } });
  });

  it('reads at most 500 certificates of a file', async () => {
    const many = Array.from({ length: 501 }, (_, index) => authority.issue(`host-${index}.test`).pem).join('');
    const { certificates, problem } = await contentsOfBytes(many);
    expect([certificates.length, problem?.code]).toEqual([500, 'too_many']);
  });

  it('reads 10 MiB of open blocks in linear time', async () => {
    const open = '-----BEGIN CERTIFICATE-----\n';
    const started = process.cpuUsage();
    const { problem } = await contentsOfBytes(open.repeat(Math.floor((10 * 1024 * 1024) / open.length)));
    expect(problem?.code).toBe('broken');
    expect(process.cpuUsage(started).user).toBeLessThan(5_000_000);
  });
});

describe('PKCS #7 files', () => {
  const p7 = (form: 'PEM' | 'DER'): Buffer =>
    openssl('crl2pkcs7', '-nocrl', '-certfile', writeSample('all.pem', root.pem + intermediate.pem + leaf.pem), '-outform', form);

  it('reads their certificates from PEM and DER', async () => {
    expect(await summary(p7('PEM'))).toEqual({ format: 'pem', problem: null, certificates: [served] });
    expect(await summary(p7('DER'))).toEqual({ format: 'der', problem: null, certificates: [served] });
  });

  it('reads indefinite lengths, as streaming writers use them', async () => {
    const folder = [writeSample('leaf.pem', leaf.pem), writeSample('key.pem', leaf.key.privatePem), writeSample('text', 'hello')] as const;
    const signed = openssl('cms', '-sign', '-stream', '-outform', 'DER', '-signer', folder[0], '-inkey', folder[1], '-in', folder[2]);
    expect([...signed.subarray(0, 2)]).toEqual([0x30, 0x80]);
    expect(await summary(signed)).toMatchObject({ format: 'der', problem: null, certificates: [{ der: 'leaf' }] });
  });
});

describe('DER files', () => {
  it('reads one certificate', async () => {
    expect(await summary(derOf(leaf))).toEqual({ format: 'der', problem: null, certificates: [{ ...served, chain: [] }] });
  });

  it('names a damaged file, and one of another format', async () => {
    expect(await summary(derOf(leaf).subarray(0, 300))).toMatchObject({ problem: 'broken', certificates: [] });
    expect(await summary('{"hello": "world"}')).toEqual({ format: null, problem: 'unknown_format', certificates: [] });
    for (const text of ['', '0', '01\n', '0123456789 '.repeat(99)])
      expect(await summary(text)).toMatchObject({ problem: 'unknown_format' });
  });
});
