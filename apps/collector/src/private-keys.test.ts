import { createPrivateKey } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyScan } from '@notafter/keystores/testing';
import { createAuthority, keyPair } from '@notafter/tls/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CollectorFolder, makeCollectorFolder } from './testing/collector-folder.ts';
import { type StandInServer, startStandInServer } from './testing/stand-in-server.ts';

const key = keyPair('RSA-2048', 'collector');
const leaf = createAuthority().issue('files.test', { key });
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The private numbers raw, and as hexadecimal and base64 text, as PEM and as base64 of that PEM. */
const scanOf = (): KeyScan => {
  const { d = '', p = '', q = '', dp = '', dq = '', qi = '' } = createPrivateKey(key.privatePem).export({ format: 'jwk' });
  const numbers = [d, p, q, dp, dq, qi].map((number) => Buffer.from(number, 'base64url'));
  // The beginning has the modulus, which is public.
  const privatePart = (text: string): Buffer => Buffer.from(text.slice(Math.ceil(text.length * 0.35), -60));
  const texts = numbers.flatMap((number) => [number.toString('hex'), number.toString('hex').toUpperCase(), number.toString('base64')]);
  return new KeyScan([
    ...numbers,
    ...texts.map((text) => Buffer.from(text)),
    privatePart(key.privatePem),
    privatePart(base64(key.privatePem)),
  ]);
};
const scan = scanOf();

let server: StandInServer;
let folder: CollectorFolder;

beforeEach(async () => {
  server = await startStandInServer();
  folder = makeCollectorFolder();
  const user = { 'client-certificate-data': base64(leaf.chainPem), 'client-key-data': base64(key.privatePem) };
  writeFileSync(join(folder.path, 'all.pem'), key.privatePem + leaf.chainPem);
  writeFileSync(join(folder.path, 'mislabeled.pem'), leaf.pem + key.privatePem.replaceAll('PRIVATE KEY', 'CERTIFICATE'));
  writeFileSync(join(folder.path, 'kube.json'), JSON.stringify({ clusters: [], contexts: [], users: [{ name: 'admin', user }] }));
  folder.configure({ files: [{ pattern: 'all.pem' }, { pattern: 'mislabeled.pem' }, { pattern: 'kube.json' }] });
});
afterEach(async () => {
  folder.remove();
  await server.close();
});

const spool = (): Buffer => Buffer.concat(readdirSync(folder.dataDir).map((name) => readFileSync(join(folder.dataDir, name))));

describe.skipIf(process.platform !== 'linux')('a private key in a file', () => {
  it('is in no memory, spool, bundle or log of a collector that reads the file', async () => {
    await folder.run(['enroll', server.token]);
    const child = folder.start(['run']);
    let log = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        log += chunk;
      });
    await expect.poll(() => server.stored.size).toBe(2);
    const contents = JSON.stringify([...server.stored.values()]);
    expect(contents.match(/"role":"certificate"/g)).toHaveLength(3);
    expect(contents.match(/"hasKey":true/g)?.length).toBeGreaterThan(0);
    expect(scan.countInProcess(child.pid ?? 0)).toBe(0);
    child.kill('SIGKILL');
    expect(log).toContain('scan queued');
    for (const written of [contents, log]) expect(scan.count(Buffer.from(written))).toBe(0);
    expect(scan.count(spool())).toBe(0);
  });

  it('is found by the scan in these files', () => {
    expect(scan.count(readFileSync(join(folder.path, 'all.pem')))).toBeGreaterThan(100);
    expect(scan.count(readFileSync(join(folder.path, 'kube.json')))).toBeGreaterThan(100);
  });
});
