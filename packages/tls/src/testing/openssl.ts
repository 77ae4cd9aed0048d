import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VerdictReason } from '@notafter/domain';
import { crlToPem } from './revocation.ts';
import type { SampleChain } from './sample-chains.ts';

/** OpenSSL's version on this machine; null if it is missing. */
export const opensslVersion = (): string | null => {
  try {
    return execFileSync('openssl', ['version'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
};

/** Our reason for each of OpenSSL's verify errors (crypto/x509/x509_txt.c). */
const reasons = new Map<number, VerdictReason>([
  [2, 'incomplete_chain'],
  [7, 'incomplete_chain'],
  [9, 'not_yet_valid'],
  [10, 'expired'],
  [18, 'self_signed'],
  [19, 'untrusted_root'],
  [20, 'incomplete_chain'],
  [21, 'incomplete_chain'],
  [23, 'revoked'],
  [24, 'constraint_violation'],
  [25, 'constraint_violation'],
  [26, 'wrong_purpose'],
  [32, 'constraint_violation'],
  [34, 'constraint_violation'],
  [37, 'constraint_violation'],
  [41, 'malformed'],
  [47, 'constraint_violation'],
  [48, 'constraint_violation'],
  [62, 'hostname_mismatch'],
  [64, 'hostname_mismatch'],
  [66, 'weak_key'],
  [67, 'weak_key'],
  [68, 'weak_signature'],
  [76, 'malformed'],
  [79, 'constraint_violation'],
]);

export interface OpensslVerdict {
  readonly valid: boolean;
  /** Skips errors without an equivalent reason. */
  readonly reasons: readonly VerdictReason[];
  readonly output: string;
}

const run = (args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) => {
    execFile('openssl', ['verify', ...args], { encoding: 'utf8', timeout: 120_000 }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : 1, output: `${stdout}${stderr}` });
    });
  });

const INVALID_CA = 79;
const WRONG_PURPOSE = 26;

/** Returns the errors of an output. OpenSSL reports an issuer that is not allowed to issue twice, the second time as wrong purpose. */
const reasonsIn = (output: string): VerdictReason[] => {
  if (output.includes('unable to load')) return ['malformed'];
  const errors = [...output.matchAll(/^error (\d+) at (\d+) depth/gm)].map(([, number, depth]) => [Number(number), depth] as const);
  const badIssuers = new Set(errors.flatMap(([number, depth]) => (number === INVALID_CA ? [depth] : [])));
  return errors.flatMap(([number, depth]) => (number === WRONG_PURPOSE && badIssuers.has(depth) ? [] : (reasons.get(number) ?? [])));
};

/**
 * Returns OpenSSL's verdict on a chain, for a TLS server of this name at security level 2 (RSA of 2,048 bits, no SHA-1). It
 * stops at some faults, so an invalid chain is verified again without its name and without strength; the results are merged.
 */
export const verifyByOpenssl = async (chain: SampleChain): Promise<OpensslVerdict> => {
  const folder = await mkdtemp(join(tmpdir(), 'notafter-verify-'));
  const file = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  try {
    const base = ['-no-CApath', '-no-CAstore', '-purpose', 'sslserver', '-partial_chain'];
    base.push('-attime', String(Math.floor(chain.at.getTime() / 1_000)));
    base.push('-CAfile', await file('anchors.pem', chain.anchorsPem));
    if (chain.otherPems.length > 0) base.push('-untrusted', await file('others.pem', chain.otherPems.join('')));
    if (chain.crls.length > 0) base.push('-crl_check_all', '-CRLfile', await file('crls.pem', chain.crls.map(crlToPem).join('')));
    const leaf = await file('leaf.pem', chain.leafPem);
    const name = [isIP(chain.host) === 0 ? '-verify_hostname' : '-verify_ip', chain.host];
    const strong = ['-auth_level', '2'];
    const first = await run([...base, ...strong, ...name, leaf]);
    if (first.code === 0) return { valid: true, reasons: [], output: first.output };
    const more = await Promise.all([run([...base, ...strong, leaf]), run([...base, leaf])]);
    const output = [first, ...more].map((each) => each.output).join('');
    return { valid: false, reasons: [...new Set(reasonsIn(output))], output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
