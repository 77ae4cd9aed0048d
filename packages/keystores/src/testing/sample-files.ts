import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPemCertificates } from '@notafter/tls';
import { createAuthority, type Issued } from '@notafter/tls/testing';
import { onTestFinished } from 'vitest';
import { readContents } from '../formats/read-contents.ts';
import type { Contents } from '../reading.ts';

export const authority = createAuthority({ name: 'Keystore Test' });
export const leaf = authority.issue('www.example.test');

/** The DER of a certificate. */
export const derOf = ({ pem }: Issued): Buffer => readPemCertificates(pem)[0] ?? Buffer.alloc(0);

/** A folder that exists until the test ends. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-keystores-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Writes a file, by default into a new folder, and returns its path. */
export const writeSample = (name: string, contents: string | Uint8Array, folder = temporaryFolder()): string => {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return path;
};

/** Runs this machine's OpenSSL and returns what it writes. */
export const openssl = (...args: readonly string[]): Buffer => execFileSync('openssl', args, { stdio: ['ignore', 'pipe', 'pipe'] });

/** Reads bytes as a file with this password. */
export const contentsOfBytes = (bytes: Uint8Array | string, password: string | null = null): Promise<Contents> =>
  readContents(Buffer.from(bytes), { path: '/etc/ssl/test', readPassword: () => Promise.resolve(password) });

/** Returns contents for comparison, with each certificate by name instead of its bytes. */
export const summaryOf = ({ certificates, problem, ...others }: Contents, known: Readonly<Record<string, Issued>>): object => {
  const names = new Map(Object.entries(known).map(([name, issued]) => [derOf(issued).toString('hex'), name]));
  const nameOf = (der: Buffer): string => names.get(der.toString('hex')) ?? 'unknown';
  return {
    format: others.format,
    problem: problem?.code ?? null,
    certificates: certificates.map(({ alias, role, der, chain, hasKey }) => ({
      alias,
      role,
      der: nameOf(der),
      chain: chain.map(nameOf),
      hasKey,
    })),
  };
};
