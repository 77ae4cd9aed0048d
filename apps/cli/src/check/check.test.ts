import { lookup } from 'node:dns/promises';
import { createAuthority, issueCertificate, keyPair, startMisconfiguredServer, startTlsFarm } from '@notafter/tls/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFaults } from '../testing/documented-schemas.ts';
import { patient, type RunOptions, runNotafter } from '../testing/run-notafter.ts';
import { makeScratchFolder } from '../testing/scratch-folder.ts';
import { startStartTlsServer } from '../testing/starttls-server.ts';

const HOUR_MS = 3_600_000;
const inDays = (days: number): Date => new Date(Date.now() + days * 24 * HOUR_MS + HOUR_MS);

const scratch = makeScratchFolder();
const authority = createAuthority();
const stranger = createAuthority({ name: 'Stranger' });
const lone = authority.issue('lone.test');
const lapsed = issueCertificate({ subject: { CN: 'Lapsed R1' }, isCa: true, notAfter: inDays(-9) }, authority.root);
const farm = await startTlsFarm({
  authority,
  certificates: {
    'valid.test': authority.issue(['valid.test', 'www.valid.test'], { notAfter: inDays(80) }),
    'warning.test': authority.issue('warning.test', { notAfter: inDays(12) }),
    'critical.test': authority.issue('critical.test', { notAfter: inDays(3) }),
    'expired.test': authority.issue('expired.test', { notAfter: inDays(-4) }),
    'early.test': authority.issue('early.test', { notBefore: inDays(2) }),
    'wrong.test': authority.issue(['other.test', 'more.test']),
    'self.test': issueCertificate({ subject: { CN: 'self.test' }, san: ['self.test'], key: keyPair('RSA-2048'), notAfter: inDays(50) }),
    'lone.test': { ...lone, chainPem: lone.pem },
    'stranger.test': stranger.issue('stranger.test'),
    'weak.test': authority.issue('weak.test', { key: keyPair('RSA-1024') }),
    'lapsed.test': issueCertificate({ subject: { CN: 'lapsed.test' }, san: ['lapsed.test'], notAfter: inDays(89) }, lapsed),
    'hostile.test': authority.issue(['hostile.test\u001b[31m\u0007\r\n']),
  },
});
const ssh = await startMisconfiguredServer('ssh');
const silent = await startMisconfiguredServer('silent');
const ca = scratch.write('ca.pem', farm.ca);
const strangerCa = scratch.write('stranger.pem', stranger.root.pem);

afterAll(async () => {
  scratch.remove();
  await Promise.all([farm.close(), ssh.close(), silent.close()]);
});

const at = (name: string): string => `${name}.test:${farm.port}`;
const local = ['--connect', '127.0.0.1', '--ca', ca, ...patient];
const check = (args: readonly string[], options?: RunOptions) => runNotafter(['check', ...args], options);

const documentsOf = (stdout: string): unknown[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('each state has an exit code, verdict and reasons', () => {
  const states = [
    ['valid', 0, 'valid', []],
    ['warning', 1, 'valid', []],
    ['critical', 2, 'valid', []],
    ['expired', 2, 'invalid', ['expired']],
    ['early', 2, 'invalid', ['not_yet_valid']],
    ['wrong', 2, 'invalid', ['hostname_mismatch']],
    ['self', 2, 'invalid', ['self_signed']],
    ['lone', 2, 'invalid', ['incomplete_chain']],
    ['weak', 2, 'invalid', ['weak_key']],
  ] as const;

  it.each(states)('%s', async (name, code, verdict, reasons) => {
    const run = await check([at(name), ...local, '--json']);
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code, stderr: '' });
    const [document] = documentsOf(run.stdout);
    expect(schemaFaults('check', document)).toEqual([]);
    expect(document).toMatchObject({
      target: { host: `${name}.test`, port: farm.port, servername: `${name}.test`, address: '127.0.0.1' },
      verdict,
      reasons,
      tls: { protocol: 'TLSv1.3' },
    });
  });

  it.each([
    ['nobody listening', () => '127.0.0.1:1', 'refused'],
    ['another protocol', () => `127.0.0.1:${ssh.port}`, 'not_tls'],
    ['no answer', () => `127.0.0.1:${silent.port}`, 'timeout'],
    ['no such name', () => 'no-such-name.invalid', 'dns'],
  ])('unreachable by %s', async (_, target, reason) => {
    const run = await check([target(), '--json', ...(reason === 'timeout' ? ['-t', '1'] : patient)]);
    expect(run.code).toBe(2);
    const [document] = documentsOf(run.stdout);
    expect(schemaFaults('check', document)).toEqual([]);
    const nothing = { days_left: null, certificate: null, chain: [], tls: null, score: null, grade: null };
    expect(document).toMatchObject({ verdict: 'unreachable', reasons: [reason], ...nothing });
  });

  it('the worst of several sets the exit code, with one document each in the given order', async () => {
    const run = await check([at('expired'), at('valid'), at('warning'), ...local, '--json']);
    expect(run.code).toBe(2);
    const documents = documentsOf(run.stdout);
    expect(documents).toMatchObject([{ days_left: -4 }, { days_left: 80 }, { days_left: 12 }]);
    expect((await check([at('valid'), at('warning'), ...local])).code).toBe(1);
  });

  it('crosses a threshold at exactly that many days left', async () => {
    const codeWith = async (...options: string[]) => (await check([at('warning'), ...local, ...options])).code;
    expect(await codeWith('--warn', '11')).toBe(0);
    expect(await codeWith('--warn', '12')).toBe(1);
    expect(await codeWith('--crit', '11')).toBe(1);
    expect(await codeWith('--crit', '12')).toBe(2);
  });
});

describe('the document', () => {
  it('has the certificate and the chain as sent', async () => {
    const [document] = documentsOf((await check([at('valid'), ...local, '--json'])).stdout);
    expect(document).toMatchObject({
      detail: '',
      days_left: 80,
      certificate: {
        subject: 'CN=valid.test',
        issuer_organization: 'Notafter Farm',
        san: ['valid.test', 'www.valid.test'],
        key_type: 'EC',
        curve: 'P-256',
      },
      chain: [{ subject_common_name: 'valid.test' }, { subject_common_name: 'Notafter Farm R1', is_ca: true }],
      tls: { key_bits: 256 },
      grade: 'A',
    });
  });

  it('reports an expired issuer as expired and nothing else', async () => {
    const [document] = documentsOf((await check([at('lapsed'), ...local, '--json'])).stdout);
    expect(document).toMatchObject({
      days_left: 89,
      reasons: ['expired'],
      detail: expect.stringMatching(/^The intermediate "Lapsed R1" expired/),
    });
  });

  it('has warnings', async () => {
    const old = await startTlsFarm({ authority, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
    const [document] = documentsOf((await check([`a.test:${old.port}`, ...local, '--json'])).stdout);
    await old.close();
    expect(document).toMatchObject({ verdict: 'valid', warnings: ['old_protocol'] });
  });
});

describe('connection options', () => {
  it('--servername sets the requested and verified name', async () => {
    const [document] = documentsOf(
      (await check([`127.0.0.1:${farm.port}`, '--servername', 'valid.test', '--ca', ca, ...patient, '--json'])).stdout,
    );
    expect(document).toMatchObject({ verdict: 'valid', target: { host: '127.0.0.1', servername: 'valid.test', address: '127.0.0.1' } });
  });

  it('--all-addresses checks every address separately', async () => {
    const addresses = (await lookup('localhost', { all: true })).map(({ address }) => address);
    const documents = documentsOf((await check([`localhost:${farm.port}`, '--all-addresses', ...patient, '--json'])).stdout);
    expect(documents.map((document) => Reflect.get(Object(Reflect.get(Object(document), 'target')), 'address')).toSorted()).toEqual(
      [...new Set(addresses)].toSorted(),
    );
  });

  it('--ca replaces all trust anchors', async () => {
    const reasonsWith = async (name: string, file: string) => {
      const [document] = documentsOf((await check([at(name), '--connect', '127.0.0.1', '--ca', file, ...patient, '--json'])).stdout);
      return Reflect.get(Object(document), 'reasons');
    };
    expect(await reasonsWith('stranger', strangerCa)).toEqual([]);
    expect(await reasonsWith('stranger', ca)).toEqual(['untrusted_root']);
    expect(await reasonsWith('valid', strangerCa)).toEqual(['untrusted_root']);
    // An intermediate is an anchor like any other.
    expect(await reasonsWith('valid', scratch.write('r1.pem', authority.intermediate.pem))).toEqual([]);
  });

  it('--starttls starts in plain text', async () => {
    const database = await startStartTlsServer(authority.issue('db.test'));
    const run = await check([`db.test:${database.port}`, ...local, '--starttls', 'postgres', '--json']);
    await database.close();
    expect(documentsOf(run.stdout)).toMatchObject([{ verdict: 'valid', reasons: [] }]);
    expect(run.code).toBe(0);
  });

  it.each([
    ['that does not exist', () => scratch.path('none.pem'), 'no such file or directory'],
    ['without certificates', () => scratch.write('empty.pem', 'nothing'), 'contains no PEM certificate'],
    ['with an invalid certificate', () => scratch.write('broken.pem', farm.ca.replace(/\nMI/, '\nAA')), 'cannot be used'],
  ])('a --ca file %s is a usage error', async (_, file, text) => {
    const run = await check([at('valid'), '--ca', file()]);
    expect(run).toMatchObject({ code: 3, stdout: '' });
    expect(run.stderr).toContain(text);
  });
});

describe('a list on stdin', () => {
  let run: Awaited<ReturnType<typeof check>>;
  const names = Array.from({ length: 1_000 }, (_, index) => `host-${index}`);
  beforeAll(async () => {
    const list = `# ours\n${names.map((name) => `  ${at(name)} # comment`).join('\r\n')}\n\nnot a host\nhttps://example.com/`;
    run = await check([...local, '--json'], { stdin: list });
  });

  it('of a thousand is checked in order', () => {
    const hosts = documentsOf(run.stdout).map((document) => Reflect.get(Object(Reflect.get(Object(document), 'target')), 'host'));
    expect(hosts).toEqual(names.map((name) => `${name}.test`));
  });

  it('reports invalid lines on stderr, continues, and exits with a usage error', () => {
    expect(run.stderr).toContain("'not a host': Enter only the domain");
    expect(run.stderr).toContain("'https://example.com/': Enter domain without http:// or https://");
    expect(run.stderr.trimEnd().split('\n')).toHaveLength(2);
    expect(run.code).toBe(3);
  });

  it('draws no progress bar if stderr is not a terminal', () => {
    expect(run.stderr).not.toContain('\r');
  });

  it('that is empty is a usage error', async () => {
    expect(await check([], { stdin: '# nothing\n\n' })).toMatchObject({ code: 3, stdout: '' });
  });
});

it('strips terminal control sequences from certificate names', async () => {
  const { stdout } = await check([at('hostile'), ...local]);
  for (const command of ['\u001b', '\u0007', '\r']) expect(stdout).not.toContain(command);
  expect(stdout).toContain('hostname_mismatch');
});
