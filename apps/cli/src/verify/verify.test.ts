import { X509Certificate } from 'node:crypto';
import { readPemCertificates } from '@notafter/tls';
import { type CertificateRequest, createAuthority, crlToPem, issueCertificate, issueCrl } from '@notafter/tls/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { schemaFaults } from '../testing/documented-schemas.ts';
import { type RunOptions, runNotafter } from '../testing/run-notafter.ts';
import { makeScratchFolder } from '../testing/scratch-folder.ts';

const scratch = makeScratchFolder();
afterAll(() => scratch.remove());

const authority = createAuthority();
const leaf = authority.issue(['a.test', '192.0.2.1'], { notBefore: new Date('2026-01-01'), notAfter: new Date('2026-06-30T12:00:00Z') });
const ca = scratch.write('ca.pem', authority.root.pem);
const chain = scratch.write('chain.pem', leaf.chainPem);
const inTime = ['--at', '2026-03-01'];

const verify = (args: readonly string[], options?: RunOptions) => runNotafter(['verify', ...args], options);

const documentOf = async (args: readonly string[], options?: RunOptions) => {
  const { code, stdout, stderr } = await verify([...args, '--json'], options);
  expect(stderr).toBe('');
  const document: unknown = JSON.parse(stdout);
  expect(schemaFaults('verify', document)).toEqual([]);
  return { code, document };
};

describe('verify', () => {
  it('exits with 0 and the path for a valid chain', async () => {
    const { code, document } = await documentOf([chain, '--ca', ca, '--host', 'a.test', ...inTime]);
    expect(code).toBe(0);
    expect(document).toMatchObject({
      verdict: 'valid',
      reasons: [],
      warnings: [],
      detail: '',
      path: [
        { subject_common_name: 'a.test', days_left: 121 },
        { subject_common_name: 'Notafter Farm R1' },
        { subject_common_name: 'Notafter Farm Root' },
      ],
    });
  });

  it.each([
    ['the last instant', ['--at', '2026-06-30T12:00:00Z'], []],
    ['the fractions of the last second', ['--at', '2026-06-30T12:00:00.999999999Z'], []],
    ['a second later', ['--at', '2026-06-30T12:00:01Z'], ['expired']],
    ['before it begins', ['--at', '2025-12-31T23:59:59Z'], ['not_yet_valid']],
    ['the fractions before it begins', ['--at', '2025-12-31T23:59:59.999Z'], ['not_yet_valid']],
    ['another name', ['--host', 'b.test', ...inTime], ['hostname_mismatch']],
    ['its address', ['--host', '192.0.2.1', ...inTime], []],
    ['another address', ['--host', '192.0.2.2', ...inTime], ['hostname_mismatch']],
    ['two faults at once', ['--host', 'b.test', '--at', '2027-01-01'], ['expired', 'hostname_mismatch']],
  ])('judges for %s', async (_, options, reasons) => {
    const { code, document } = await documentOf([chain, '--ca', ca, ...options]);
    expect(document).toMatchObject({ reasons });
    expect(code).toBe(reasons.length === 0 ? 0 : 2);
  });

  it('trusts only the certificates of --ca, each as an anchor', async () => {
    const other = scratch.write('other.pem', createAuthority({ name: 'Other' }).root.pem);
    expect(await documentOf([chain, '--ca', other, ...inTime])).toMatchObject({ code: 2, document: { reasons: ['untrusted_root'] } });
    const alone = scratch.write('alone.pem', leaf.pem);
    const intermediate = scratch.write('intermediate.pem', authority.intermediate.pem);
    expect(await documentOf([alone, '--ca', intermediate, ...inTime])).toMatchObject({ code: 0 });
  });

  it('accepts certificates in any order and warns about unneeded ones', async () => {
    const extra = issueCertificate({ subject: { CN: 'extra' }, isCa: true });
    const file = scratch.write('mixed.pem', `text before\n${leaf.pem}${extra.pem}${authority.intermediate.pem}`);
    expect(await documentOf([file, '--ca', ca, ...inTime])).toMatchObject({ code: 0, document: { warnings: ['extra_certificate'] } });
  });

  it.each<[string, string | Buffer, string, string]>([
    ['nothing', '', 'is empty', 'PEM file'],
    ['other text', 'hello', 'contains no certificate', 'PEM file'],
    ['a key', leaf.key.privatePem, 'a private key', 'keep the key on its server'],
    ['a request', '-----BEGIN CERTIFICATE REQUEST-----\nMAA=\n-----END CERTIFICATE REQUEST-----\n', 'a signing request', 'the CA issued'],
    ['a half', leaf.pem.slice(0, 200), 'a truncated certificate', 'Copy it again'],
    ['UTF-16', Buffer.from(`\ufeff${leaf.pem}`, 'utf16le'), 'UTF-16', 'UTF-8'],
    ['PKCS #7', '-----BEGIN PKCS7-----\nMAA=\n-----END PKCS7-----\n', 'a PKCS #7 bundle', 'pkcs7 -print_certs'],
    ['PKCS #7 in DER', Buffer.from('3082044006092a864886f70d010702a0820431', 'hex'), 'a PKCS #7 bundle', '-inform DER'],
    ['PKCS #12', Buffer.from('308205000201033082049a06092a864886f70d010701a0', 'hex'), 'a PKCS #12 store', 'pkcs12 -nokeys'],
  ])('reports what a file without a certificate contains: %s', async (name, contents, holds, fix) => {
    const { code, stdout } = await verify([scratch.write(`without ${name}`, contents)]);
    expect([code, stdout]).toEqual([2, expect.stringContaining(holds)]);
    expect(stdout).toContain(fix);
  });

  it('reads text around a chain, CRLF and a key before it', async () => {
    const file = scratch.write('windows.pem', `${leaf.key.privatePem}Subject: a.test\n${leaf.chainPem}the end`.replaceAll('\n', '\r\n'));
    expect((await verify([file, '--ca', ca, ...inTime])).code).toBe(0);
  });

  it('reads stdin and a single DER certificate', async () => {
    expect(await documentOf(['-', '--ca', ca, ...inTime], { stdin: leaf.chainPem })).toMatchObject({ code: 0 });
    const [der = Buffer.alloc(0)] = readPemCertificates(leaf.pem);
    expect(await documentOf([scratch.write('leaf.der', der), '--ca', ca, ...inTime])).toMatchObject({ code: 2 });
  });

  it.each([
    ['nothing', ''],
    ['garbage', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'],
    ['a certificate cut short', leaf.pem.replace(/\n[^\n]+\n-----END/, '\n-----END')],
  ])('reports malformed for a file with %s', async (_, contents) => {
    const { code, document } = await documentOf([scratch.write('bad.pem', contents), '--ca', ca]);
    expect(code).toBe(2);
    expect(document).toMatchObject({ verdict: 'invalid', reasons: expect.arrayContaining(['malformed']) });
  });
});

describe('--crl', () => {
  const serial = Buffer.from(new X509Certificate(leaf.pem).serialNumber, 'hex');
  const dates = { thisUpdate: new Date('2026-02-28'), nextUpdate: new Date('2026-03-07') };
  const withList = (list: string | Uint8Array, at = '2026-03-01') =>
    documentOf([chain, '--ca', ca, '--at', at, '--crl', scratch.write('list.crl', list)]);

  it('that lists the certificate makes it revoked', async () => {
    const list = crlToPem(issueCrl(authority.intermediate, { ...dates, revoked: [serial] }));
    expect(await withList(list)).toMatchObject({
      code: 2,
      document: { reasons: ['revoked'], detail: expect.stringContaining('Revoked on 2026-02-28') },
    });
  });

  it('in DER that does not list it leaves it valid', async () => {
    expect(await withList(issueCrl(authority.intermediate, dates))).toMatchObject({ code: 0, document: { warnings: [] } });
  });

  it('that is outdated or from another issuer is never good', async () => {
    const list = issueCrl(authority.intermediate, dates);
    expect(await withList(list, '2026-04-01')).toMatchObject({ document: { warnings: ['stale_crl'] } });
    const strange = issueCrl(createAuthority({ name: 'Other' }).intermediate, dates);
    expect(await withList(strange)).toMatchObject({ document: { warnings: ['revocation_unknown'] } });
  });

  it('that cannot be parsed is a usage error', async () => {
    const run = await verify([chain, '--crl', scratch.write('bad.crl', 'nothing')]);
    expect(run).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining("bad.crl' cannot be read") });
  });
});

describe('--profile strict', () => {
  const strict = (file: string, ...options: string[]) => documentOf([file, '--ca', ca, '--profile', 'strict', ...inTime, ...options]);
  const odd = (request: Partial<CertificateRequest>) => authority.issue('a.test', { ...dates, ...request }).chainPem;
  const dates = { notBefore: new Date('2026-01-01'), notAfter: new Date('2026-06-30T12:00:00Z') };

  it('accepts a chain that keeps the rules', async () => {
    expect(await strict(chain, '--host', 'a.test')).toMatchObject({ code: 0, document: { verdict: 'valid', reasons: [] } });
  });

  it.each<[string, Partial<CertificateRequest>, string, string]>([
    ['an underscore', { san: ['a.test', 'a_b.test'] }, 'malformed', 'The certificate: A DNS name has an underscore: "a_b.test".'],
    ['no extended key usage', { purpose: null }, 'wrong_purpose', 'The certificate: The extended key usage is missing.'],
    ['a foreign common name', { subject: { CN: 'b.example.com' }, san: ['a.example.com'] }, 'malformed', 'names: "b.example.com".'],
  ])('refuses %s, which the default profile accepts', async (name, request, reason, detail) => {
    const file = scratch.write(`${name}.pem`, odd(request));
    expect(await documentOf([file, '--ca', ca, ...inTime])).toMatchObject({ code: 0, document: { reasons: [] } });
    expect(await strict(file)).toMatchObject({ code: 2, document: { reasons: [reason], detail: expect.stringContaining(detail) } });
  });

  it('limits the intermediates to --max-depth', async () => {
    expect(await strict(chain, '--max-depth', '1')).toMatchObject({ code: 0 });
    expect(await strict(chain, '--max-depth', '0')).toMatchObject({
      code: 2,
      document: { reasons: ['constraint_violation'], detail: 'The chain has 1 intermediate, more than the 0 allowed.' },
    });
  });

  it('refuses CRLs that prove nothing', async () => {
    const stranger = issueCrl(createAuthority({ name: 'Other' }).intermediate, { thisUpdate: new Date('2026-02-28') });
    expect(await strict(chain, '--crl', scratch.write('strange.crl', stranger))).toMatchObject({
      code: 2,
      document: { reasons: ['constraint_violation'], detail: expect.stringContaining('The CRLs prove nothing: ') },
    });
  });

  it('refuses a CRL without its number', async () => {
    const revoked = [Buffer.from([1])];
    const dates = { thisUpdate: new Date('2026-02-28'), nextUpdate: new Date('2026-03-07'), revoked };
    const list = (name: string, request: Parameters<typeof issueCrl>[1]) => scratch.write(name, issueCrl(authority.intermediate, request));
    expect(await strict(chain, '--crl', list('numbered.crl', dates))).toMatchObject({ code: 0 });
    expect(await strict(chain, '--crl', list('unnumbered.crl', { ...dates, number: null }))).toMatchObject({
      code: 2,
      document: { reasons: ['malformed'], detail: 'A CRL has no CRL number.' },
    });
  });

  it('judges for --purpose client', async () => {
    const client = scratch.write('client.pem', odd({ purpose: 'client' }));
    expect(await strict(client)).toMatchObject({ code: 2, document: { reasons: ['wrong_purpose'] } });
    expect(await strict(client, '--purpose', 'client')).toMatchObject({ code: 0 });
  });
});

describe('findings', () => {
  it('are in the document of every profile and change no verdict', async () => {
    const file = scratch.write('odd.pem', authority.issue(['a.test', 'a_b.test'], { notBefore: new Date('2026-01-01') }).chainPem);
    expect(await documentOf([file, '--ca', ca, ...inTime])).toMatchObject({
      code: 0,
      document: {
        verdict: 'valid',
        findings: expect.arrayContaining([
          {
            rule: 'dns_underscore',
            severity: 'error',
            section: 'RFC 5280 4.2.1.6',
            text: 'A DNS name has an underscore: "a_b.test".',
            certificate: 0,
            subject: 'CN=a.test',
          },
        ]),
      },
    });
  });

  it('are listed by --lint', async () => {
    const file = scratch.write('listed.pem', authority.issue(['a.test', 'a_b.test'], { notBefore: new Date('2026-01-01') }).chainPem);
    const { code, stdout } = await verify([file, '--ca', ca, '--lint', ...inTime]);
    expect(code).toBe(0);
    expect(stdout).toContain('  lint  1  error    dns_underscore');
    expect((await verify([file, '--ca', ca, ...inTime])).stdout).not.toContain('lint');
  });
});

describe('a usage error', () => {
  it.each([
    ['a missing chain file', [scratch.path('none.pem')], 'The chain file'],
    ['a directory', [scratch.path('.')], 'it is a directory'],
    ['a missing --ca file', [chain, '--ca', scratch.path('none.pem')], 'The --ca file'],
    ['a missing --crl file', [chain, '--crl', scratch.path('none.crl')], 'The --crl file'],
  ])('for %s', async (_, args, text) => {
    const run = await verify(args);
    expect(run).toMatchObject({ code: 3, stdout: '' });
    expect(run.stderr).toContain(text);
  });
});

describe('text output', () => {
  const text = async (...args: string[]) =>
    `\n${(await verify([chain, '--ca', ca, ...args])).stdout}`.replace(/20[345]\d-\d\d-\d\d +[\d,]+ days/g, 'YYYY-MM-DD  N,NNN days');

  it('shows a valid chain', async () => {
    expect(await text('--host', 'a.test', ...inTime)).toMatchInlineSnapshot(`
      "
        121 days  ● valid    for a.test  at 2026-03-01 00:00 UTC

        path  1  a.test              2026-06-30    121 days
              2  Notafter Farm R1    YYYY-MM-DD  N,NNN days
              3  Notafter Farm Root  YYYY-MM-DD  N,NNN days  trust anchor
      "
    `);
  });

  it('shows each reason with its fix', async () => {
    expect(await text('--host', 'b.test', '--at', '2026-07-04')).toMatchInlineSnapshot(`
      "
         -4 days  ✖ invalid  for b.test  at 2026-07-04 00:00 UTC

        ✖ expired            The certificate expired 4 days ago, on 2026-06-30 12:00 UTC.
                             Fix: Renew the certificate, install it and reload the server.
        ✖ hostname_mismatch  The certificate is for a.test and 192.0.2.1, not for b.test.
                             Fix: Serve a certificate that lists this name.

        path  1  a.test              2026-06-30     -4 days
              2  Notafter Farm R1    YYYY-MM-DD  N,NNN days
              3  Notafter Farm Root  YYYY-MM-DD  N,NNN days  trust anchor
      "
    `);
  });
});
