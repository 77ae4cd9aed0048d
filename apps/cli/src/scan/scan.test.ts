import { readPemCertificates } from '@notafter/tls';
import {
  keyPair,
  startMisconfiguredServer,
  startOpensslServer,
  startScriptedTls,
  startTlsFarm,
  type TlsScript,
} from '@notafter/tls/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { schemaFaults } from '../testing/documented-schemas.ts';
import { runNotafter } from '../testing/run-notafter.ts';
import { makeScratchFolder } from '../testing/scratch-folder.ts';
import { startStartTlsServer } from '../testing/starttls-server.ts';

const farm = await startTlsFarm({ minVersion: 'TLSv1.2' });
const ssh = await startMisconfiguredServer('ssh');
const scratch = makeScratchFolder();
const rsa = farm.authority.issue(['localhost'], { key: keyPair('RSA-2048', 'scanned') });
afterAll(() => Promise.all([farm.close(), ssh.close(), scratch.remove()]));

/** A quarter of the time is spent on the farm, which does not speak HTTP. */
const scan = (...args: string[]) => runNotafter(['scan', ...args, '-t', '25']);

const documentOf = (stdout: string): unknown => {
  const document: unknown = JSON.parse(stdout);
  expect(schemaFaults('scan', document)).toEqual([]);
  return document;
};

describe('scan', () => {
  it('reports everything a server offers, with its certificate and score', async () => {
    const { code, stdout, stderr } = await scan(`localhost:${farm.port}`, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(documentOf(stdout)).toMatchObject({
      target: { host: 'localhost', port: farm.port, servername: 'localhost' },
      verdict: 'invalid',
      reasons: ['untrusted_root'],
      certificate: { san: ['localhost'] },
      score: 0,
      grade: 'T',
      offers: {
        protocols: [
          { version: 'TLSv1.2', cipher_suites: expect.arrayContaining(['TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256']) },
          { version: 'TLSv1.3', cipher_suites: expect.arrayContaining(['TLS_AES_128_GCM_SHA256']) },
        ],
        rating: { caps: [{ id: 'untrusted_root', grade: 'T' }] },
        unfinished: [],
      },
    });
  });

  it('prints text with the limits of the grade and how to improve it', async () => {
    const whole = farm.certificateOf('localhost');
    farm.swap('localhost', { ...whole, chainPem: whole.pem });
    const { code, stdout } = await scan(`localhost:${farm.port}`);
    farm.swap('localhost', whole);
    expect(code).toBe(0);
    expect(stdout).toContain('  score         96, grade B\n                30 of 30 protocol, 30 of 30 key exchange, 36 of 40 cipher\n');
    expect(stdout).toContain('  limited by    ▲ B   The server does not send all of its chain.');
    expect(stdout).toContain('  to improve    1. Send the intermediate certificates');
    expect(stdout).toMatch(/ {2}TLS 1\.3 {7}TLS_AES_/);
    expect(stdout).not.toContain('\u001b');
  });

  it('honors --connect, --servername and --ca', async () => {
    const ca = scratch.write('ca.pem', farm.ca);
    const { code, stdout } = await scan(
      `nowhere.test:${farm.port}`,
      ...['--connect', '127.0.0.1', '--servername', 'inner.test', '--ca', ca, '--json'],
    );
    expect(code).toBe(0);
    expect(documentOf(stdout)).toMatchObject({
      target: { host: 'nowhere.test', servername: 'inner.test', address: '127.0.0.1' },
      verdict: 'valid',
      certificate: { san: ['inner.test'] },
      offers: { protocols: [{ version: 'TLSv1.2' }, { version: 'TLSv1.3' }], unfinished: [] },
    });
    const refused = await scan(`nowhere.test:${farm.port}`, '--ca', scratch.write('empty.pem', ''));
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("Try 'notafter scan --help'")]);
  });

  it("--starttls starts in plain text, on the protocol's default port", async () => {
    const database = await startStartTlsServer(farm.authority.issue('localhost'));
    const { code, stdout } = await scan(`localhost:${database.port}`, '--starttls', 'postgres', '--json');
    expect(code).toBe(0);
    expect(documentOf(stdout)).toMatchObject({
      certificate: { san: ['localhost'] },
      offers: { protocols: [{ version: 'TLSv1.2' }, { version: 'TLSv1.3' }], hsts: { status: 'not_http' }, alpn: null, unfinished: [] },
    });
    await database.close();
    expect((await scan('127.0.0.1', '--starttls', 'ldap')).stdout).toContain('127.0.0.1:389');
    expect(await scan('127.0.0.1', '--starttls', 'gopher')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('--starttls expects one of'),
    });
  });

  it('exits with 2 if the server does not speak TLS', async () => {
    const refused = await scan('127.0.0.1:1', '--json');
    expect(refused.code).toBe(2);
    expect(documentOf(refused.stdout)).toMatchObject({ verdict: 'unreachable', reasons: ['refused'], score: null, offers: null });
    const other = await scan(`127.0.0.1:${ssh.port}`);
    expect(other).toMatchObject({ code: 2, stdout: expect.stringContaining('it answered as SSH') });
  });
});

describe('a server that no present-day client can connect to', () => {
  const scanScript = async (suites: TlsScript['suites'], ...args: string[]) => {
    const server = await startScriptedTls({ suites, chain: readPemCertificates(rsa.chainPem) });
    const ca = scratch.write('farm.pem', farm.ca);
    const result = await scan(`localhost:${server.port}`, '--connect', '127.0.0.1', '--ca', ca, ...args);
    await server.close();
    return result;
  };

  it.each([
    ['NULL', { 'TLSv1.2': [0x003b] }, 'F', ['weak_cipher', 'no_forward_secrecy']],
    ['RC4', { 'TLSv1.2': [0x0005] }, 'C', ['weak_cipher', 'no_forward_secrecy']],
    ['3DES', { 'TLSv1.2': [0x000a] }, 'C', ['weak_cipher', 'no_forward_secrecy']],
    ['SSL 3', { SSLv3: [0x0035] }, 'F', ['old_protocol', 'no_forward_secrecy']],
  ] as const)(
    'with %s only: is graded with the certificate it sends, gets warnings and exits with 1',
    async (_, suites, grade, warnings) => {
      const { code, stdout } = await scanScript(suites, '--json');
      expect(code).toBe(1);
      expect(documentOf(stdout)).toMatchObject({
        verdict: 'valid',
        certificate: { san: ['localhost'] },
        grade,
        score_is_partial: false,
        warnings,
        revocation: { status: 'not_checked', detail: expect.stringContaining('did not prove') },
      });
    },
  );

  it('is described in the text output', async () => {
    const { stdout } = await scanScript({ 'TLSv1.2': [0x003b, 0x0005] });
    expect(stdout).toContain('The server accepts weak cipher suites: TLS_RSA_WITH_NULL_SHA256 and TLS_RSA_WITH_RC4_128_SHA.');
    expect(stdout).toContain('grade F\n');
  });
});

it('scan warns about everything a server accepts, not only what a handshake negotiates', async () => {
  const server = await startOpensslServer(rsa, ['-cipher', 'ECDHE-RSA-AES128-GCM-SHA256:NULL-SHA256:@SECLEVEL=0', '-tls1_2']);
  const ca = scratch.write('farm.pem', farm.ca);
  const { code, stdout } = await scan(`localhost:${server.port}`, '--connect', '127.0.0.1', '--ca', ca, '--json');
  await server.close();
  expect(code).toBe(1);
  expect(documentOf(stdout)).toMatchObject({
    tls: { cipher: 'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256' },
    grade: 'F',
    warnings: ['weak_cipher'],
  });
});
