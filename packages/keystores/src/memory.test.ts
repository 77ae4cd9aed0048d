import { type ChildProcess, spawn } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { keyPair } from '@notafter/tls/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KeyScan } from './testing/key-scan.ts';
import { authority, openssl, temporaryFolder, writeSample } from './testing/sample-files.ts';

const key = keyPair('RSA-2048', 'memory');
const leaf = authority.issue('memory.test', { key });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The private numbers, and the text from after the modulus on, which is public. */
const scanOf = (): KeyScan => {
  const { d = '', p = '', q = '', dp = '', dq = '', qi = '' } = createPrivateKey(key.privatePem).export({ format: 'jwk' });
  const numbers = [d, p, q, dp, dq, qi].map((number) => Buffer.from(number, 'base64url'));
  const privatePart = (text: string): Buffer => Buffer.from(text.slice(Math.ceil(text.length * 0.35), -60));
  return new KeyScan([...numbers, privatePart(key.privatePem), privatePart(base64(key.privatePem))]);
};
const scan = scanOf();

/** Files of each format that contain the key without encryption, or that the password opens. */
const writeFiles = (folder: string): string[] => {
  const pem = writeSample('all.pem', key.privatePem + leaf.chainPem, folder);
  const labeled = writeSample('labeled.pem', leaf.pem + key.privatePem.replaceAll('PRIVATE KEY', 'CERTIFICATE'), folder);
  const der = writeSample('key.der', createPrivateKey(key.privatePem).export({ type: 'pkcs8', format: 'der' }), folder);
  const keystore = (name: string, ...options: readonly string[]): string =>
    writeSample(name, openssl('pkcs12', '-export', '-in', pem, '-passout', 'pass:open sesame', ...options), folder);
  const keystores = [
    keystore('modern.p12'),
    keystore('legacy.p12', '-legacy'),
    keystore('plain.p12', '-certpbe', 'NONE', '-keypbe', 'NONE'),
  ];
  const user = { 'client-certificate-data': base64(leaf.chainPem), 'client-key-data': base64(key.privatePem) };
  const config = { clusters: [], contexts: [], users: [{ name: 'admin', user }] };
  return [pem, labeled, der, ...keystores, writeSample('config', JSON.stringify(config, null, 1), folder)];
};

/** Lists one TLS Secret with the key. */
const startCluster = async (folder: string): Promise<string> => {
  const served = authority.issue('127.0.0.1');
  const secret = {
    metadata: { namespace: 'web', name: 'tls' },
    data: { 'tls.crt': base64(leaf.chainPem), 'tls.key': base64(key.privatePem) },
  };
  const server = createServer({ cert: served.chainPem, key: served.key.privatePem }, (_, response) => {
    response.end(JSON.stringify({ metadata: {}, items: [secret] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const cluster = { server: `https://127.0.0.1:${port}`, 'certificate-authority-data': base64(authority.root.pem) };
  const context = { cluster: 'c', user: 'u' };
  const users = [{ name: 'u', user: { token: 'a token' } }];
  const config = { 'current-context': 'x', contexts: [{ name: 'x', context }], clusters: [{ name: 'c', cluster }], users };
  return writeSample('cluster', JSON.stringify(config), folder);
};

interface Ready {
  readonly child: ChildProcess;
  readonly output: Buffer;
}

/** Runs a process until it says that it is ready. It is killed when the test ends. */
const runUntilReady = async (args: readonly string[], input = ''): Promise<Ready> => {
  const env = { ...process.env, STORE_PASSWORD: 'open sesame' };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/reading-process.ts'), ...args], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end(input);
  const chunks: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise<void>((resolve, reject) => {
    child.once('close', () => reject(new Error(`The process ended: ${Buffer.concat(chunks).toString()}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (Buffer.concat(chunks).includes('ready\n')) resolve();
    });
  });
  return { child, output: Buffer.concat(chunks) };
};

const password = { variable: 'STORE_PASSWORD' };

describe.skipIf(process.platform !== 'linux')('a private key in a file', () => {
  it('is found by the scan in a process that reads the files itself', async () => {
    const files = writeFiles(temporaryFolder()).map((pattern) => ({ pattern }));
    const { child } = await runUntilReady(['itself', JSON.stringify({ files, kubernetes: [] })]);
    expect(scan.countInProcess(child.pid ?? 0)).toBeGreaterThan(1_000);
  });

  it('is never in the memory, the heap snapshot or the output of the process that calls readFiles', async () => {
    const folder = temporaryFolder();
    const files = writeFiles(folder).map((pattern) => ({ pattern, password }));
    const kubernetes = [{ kubeconfig: await startCluster(folder), namespaces: 'all' }];
    const snapshot = join(folder, 'snapshot');
    const { child, output } = await runUntilReady(['caller', JSON.stringify({ files, kubernetes }), snapshot]);
    expect(output.toString().match(/"role":"certificate"/g)).toHaveLength(7);
    expect(scan.count(output)).toBe(0);
    expect(scan.count(readFileSync(snapshot))).toBe(0);
    expect(scan.countInProcess(child.pid ?? 0)).toBe(0);
  });

  it('is overwritten in the reader as soon as a file is read, and left out of its output and core dumps', async () => {
    const files = writeFiles(temporaryFolder()).map((pattern) => ({ pattern, password }));
    const { child, output } = await runUntilReady(['reader'], JSON.stringify({ files, kubernetes: [], skip: [] }));
    expect(output.toString().match(/"role":"certificate"/g)).toHaveLength(6);
    expect(scan.count(output)).toBe(0);
    expect(scan.countInProcess(child.pid ?? 0)).toBe(0);
    expect(readFileSync(`/proc/${child.pid}/coredump_filter`, 'utf8').trim()).toMatch(/^0+$/);
  });
});
