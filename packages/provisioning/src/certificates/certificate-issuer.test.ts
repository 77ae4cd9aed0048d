import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KeyAndCertificate } from '@notafter/domain';
import { createChainJudge, createTrustStore, readPemCertificates } from '@notafter/tls';
import { createLinter, createStrictRules } from '@notafter/tls/lint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificateIssuer } from './certificate-issuer.ts';

const run = promisify(execFile);
const issuer = createCertificateIssuer();
const names = ['db.services.example', '127.0.0.1', '2001:db8::7'];
const validity = { notBefore: new Date('2026-03-01T12:00:00.900Z'), notAfter: new Date('2026-05-30T12:00:00.900Z') };

let folder: string;
let authority: KeyAndCertificate;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-issuer-'));
  authority = await issuer.createAuthority('Notafter, "data" services = 7\\', {
    notBefore: new Date('2026-01-01T00:00:00Z'),
    // Past 2049, dates are written in another form.
    notAfter: new Date('2055-12-31T23:59:59Z'),
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const strictJudge = () => createChainJudge(createTrustStore({ anchorsPem: authority.certificate }), { furtherRules: createStrictRules() });

/** The reasons of the strict profile against the certificate at an instant. */
const refusals = (certificate: string, host: string, now: Date): readonly string[] => {
  const judge = strictJudge();
  const chain = judge.readChain(readPemCertificates(certificate));
  if (chain === undefined) throw new Error('No certificate.');
  return judge.verifyChain({ chain, host, now }).reasons;
};

const openssl = async (certificate: string, ...options: string[]): Promise<string> => {
  await writeFile(join(folder, 'ca.pem'), authority.certificate);
  await writeFile(join(folder, 'leaf.pem'), certificate);
  const { stdout } = await run('openssl', [
    ...['verify', '-x509_strict', '-check_ss_sig', '-purpose', 'sslserver', '-CAfile', join(folder, 'ca.pem')],
    ...[...options, join(folder, 'leaf.pem')],
  ]);
  return stdout;
};

describe('a certificate of the installation', () => {
  it.each(names)('is accepted for %s by OpenSSL and by the strict profile', async (name) => {
    const { certificate } = await issuer.issue(authority, { names, ...validity });
    const at = String(Date.parse('2026-04-01T00:00:00Z') / 1000);
    const check = name.includes('example') ? '-verify_hostname' : '-verify_ip';
    expect(await openssl(certificate, '-attime', at, check, name)).toContain('OK');
    expect(refusals(certificate, name, new Date('2026-04-01T00:00:00Z'))).toEqual([]);
    expect(refusals(certificate, 'other.example', new Date('2026-04-01T00:00:00Z'))).toEqual(['hostname_mismatch']);
  });

  it('breaks no rule of the linter, and neither does its CA', async () => {
    const { certificate } = await issuer.issue(authority, { names, ...validity });
    const linter = createLinter(createTrustStore({ extraCaPem: authority.certificate }));
    expect(linter.lint([certificate, authority.certificate])).toEqual([]);
    expect(new X509Certificate(authority.certificate).subject).toBe('CN=Notafter\\, \\"data\\" services = 7\\\\');
  });

  it('is valid from the second it begins to the second it ends', async () => {
    const { certificate } = await issuer.issue(authority, { names, ...validity });
    const at = (text: string) => refusals(certificate, '127.0.0.1', new Date(text));
    expect(at('2026-03-01T11:59:59Z')).toEqual(['not_yet_valid']);
    expect(at('2026-03-01T12:00:00Z')).toEqual([]);
    expect(at('2026-05-30T12:00:00Z')).toEqual([]);
    expect(at('2026-05-30T12:00:01Z')).toEqual(['expired']);
  });

  it('has a key and a serial number that no other has', async () => {
    const issued = await Promise.all(Array.from({ length: 20 }, () => issuer.issue(authority, { names, ...validity })));
    const read = issued.map(({ certificate }) => new X509Certificate(certificate));
    expect(new Set(read.map(({ serialNumber }) => serialNumber)).size).toBe(20);
    expect(new Set(read.map(({ publicKey }) => publicKey.export({ type: 'spki', format: 'pem' }))).size).toBe(20);
    for (const { serialNumber } of read) expect(serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  it('has no common name if the first name is too long for one', async () => {
    const long = `${'a'.repeat(60)}.services.example`;
    const { certificate } = await issuer.issue(authority, { names: [long], ...validity });
    expect(new X509Certificate(certificate).subject).toBeUndefined();
    expect(refusals(certificate, long, new Date('2026-04-01T00:00:00Z'))).toEqual([]);
  });

  it.each([
    [{ names: [] }, 'needs a name'],
    [{ notAfter: validity.notBefore }, 'must end after it begins'],
    [{ notAfter: new Date('2056-01-01T00:00:00Z') }, 'must not outlive its CA'],
  ])('is not issued for %j', async (change, message) => {
    await expect(issuer.issue(authority, { names, ...validity, ...change })).rejects.toThrow(message);
  });
});
