import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { programEnvironment } from './keeper.ts';

export const DATABASE_USER = 'notafter';

/** Returns the password of this home's cluster, generated at the first call; replaces a missing or damaged file. */
export async function readOrMakePassword(home: string): Promise<string> {
  const path = join(home, 'password');
  const present = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (/^[\w-]{43}$/.test(present)) return present;
  const password = randomBytes(32).toString('base64url');
  const fresh = `${path}.${randomUUID()}`;
  await writeFile(fresh, `${password}\n`, { flag: 'wx', mode: 0o600 });
  await rename(fresh, path);
  return password;
}

/** Sets the password in the stopped cluster, if the file and the cluster disagree. */
export async function resetPassword(options: {
  binaries: Binaries;
  account: Account;
  home: string;
  dataDir: string;
  password: string;
  output: number;
}): Promise<void> {
  // Single-user mode ends when its input does, so it cannot outlive us.
  const child = spawn(options.binaries.postgres, ['--single', '-D', options.dataDir, 'postgres'], {
    ...options.account.spawnAs,
    cwd: options.home,
    env: programEnvironment(),
    stdio: ['pipe', options.output, options.output],
  });
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(`ALTER ROLE "${DATABASE_USER}" PASSWORD '${options.password}';\n`);
  await once(child, 'exit');
}
