import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FuzzTarget } from '@notafter/tls/testing';
import { stringify } from 'yaml';
import { problemCodes } from '../reading.ts';
import { javaKeystores } from './java-keystores.ts';
import { authority, contentsOfBytes, derOf, leaf, openssl, writeSample } from './sample-files.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Written to one file each, by this machine's OpenSSL. */
const opensslSamples = (folder: string): Readonly<Record<'pkcs7' | 'pkcs12', readonly Buffer[]>> => {
  const key = writeSample('key.pem', leaf.key.privatePem, folder);
  const chain = writeSample('chain.pem', leaf.chainPem, folder);
  const pkcs12 = (...options: readonly string[]): Buffer =>
    openssl('pkcs12', '-export', '-inkey', key, '-in', chain, '-passout', 'pass:changeit', '-iter', '1', ...options);
  return {
    pkcs7: [
      openssl('crl2pkcs7', '-nocrl', '-certfile', chain, '-outform', 'DER'),
      openssl('cms', '-sign', '-stream', '-outform', 'DER', '-signer', chain, '-inkey', key, '-in', chain),
    ],
    // Changes rarely get past a MAC.
    pkcs12: [[], ['-certpbe', 'NONE', '-keypbe', 'NONE'], ['-legacy']].flatMap((form) => [pkcs12(...form), pkcs12(...form, '-nomac')]),
  };
};

const kubeconfig = (): string =>
  stringify({
    contexts: [],
    clusters: [{ name: 'c', cluster: { server: 'https://cluster', 'certificate-authority-data': base64(authority.root.pem) } }],
    users: [{ name: 'u', user: { 'client-certificate-data': base64(leaf.pem), 'client-key-data': base64(leaf.key.privatePem) } }],
  });

/** Of the iterations that one keystore may cost, 3 s of CPU, on a slow machine. */
const MAX_DERIVATION_MS = 10_000;

/** Every format of `readContents`: changed files are read or have a problem with a code. */
export const keystoreTargets = (): FuzzTarget[] => {
  const folder = mkdtempSync(join(tmpdir(), 'notafter-fuzz-'));
  try {
    const seeds = {
      pem: [Buffer.from(leaf.key.privatePem + leaf.chainPem)],
      der: [derOf(leaf)],
      ...opensslSamples(folder),
      jks: [javaKeystores.jks, javaKeystores.jceks].map((text) => Buffer.from(text, 'base64')),
      kubeconfig: [Buffer.from(kubeconfig())],
    };
    return Object.entries(seeds).map(([format, samples]) => ({
      name: `file-${format}`,
      seeds: samples,
      ...(format === 'pkcs12' ? { slowMs: MAX_DERIVATION_MS } : {}),
      async take(bytes) {
        const { certificates, problem } = await contentsOfBytes(bytes, javaKeystores.password);
        if (problem !== null && !problemCodes.includes(problem.code)) throw new Error(`it has the problem ${problem.code}`);
        return certificates.length > 0;
      },
    }));
  } finally {
    rmSync(folder, { recursive: true });
  }
};
