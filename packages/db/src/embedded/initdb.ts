import { randomUUID } from 'node:crypto';
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import type { Home } from './home.ts';
import { keepStarted } from './keeper.ts';
import { DATABASE_USER } from './password.ts';
import type { Durability } from './settings.ts';

/**
 * Creates the cluster in a temporary directory and moves it into place when complete: a start that dies leaves only that
 * directory, which the next start removes. Resolves to initdb's exit status.
 */
export async function initializeCluster(options: {
  home: Home;
  binaries: Binaries;
  dataDir: string;
  password: string;
  durability: Durability;
  output: number;
}): Promise<number | null> {
  const { home, binaries } = options;
  const work = join(home.path, `init.${randomUUID()}`);
  const passwordFile = join(work, 'password');
  try {
    await mkdir(work, { mode: 0o700 });
    await writeFile(passwordFile, options.password, { flag: 'wx', mode: 0o600 });
    await chown(passwordFile, home.account.uid, home.account.gid);
    await chown(work, home.account.uid, home.account.gid);
    const keeper = await keepStarted({ ...home, home: home.path, role: 'initdb', output: options.output }, [
      binaries.initdb,
      `--pgdata=${join(work, 'data')}`,
      `--username=${DATABASE_USER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      // Explicit, because without LANG the cluster would be SQL_ASCII.
      '--encoding=UTF8',
      '--no-locale',
      ...(binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []),
      ...(options.durability === 'none' ? ['--no-sync', '--wal-segsize=1'] : []),
    ]);
    const { code } = await keeper.exited;
    if (code === 0) await rename(join(work, 'data'), options.dataDir);
    return code;
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Removes files of starts that died. Requires the start lock. */
export async function removeUnfinished(home: string): Promise<void> {
  const names = await readdir(home);
  const unfinished = names.filter((name) => /^(init|password|port)\.[0-9a-f-]{36}$|^runtime-.+\.[0-9a-f-]{36}$/.test(name));
  for (const name of unfinished) await rm(join(home, name), { recursive: true, force: true, maxRetries: 5 });
}
