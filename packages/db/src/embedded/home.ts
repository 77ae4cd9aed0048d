import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, isRoot, ownAccount, ownerOf, unprivilegedAccount } from './account.ts';
import { explainFileError, problems } from './errors.ts';
import type { EmbeddedLog } from './log.ts';

const run = promisify(execFile);

/** The location and the owner of PostgreSQL's files. */
export interface Home {
  /** Contains `<major>/` (the cluster), `password`, `port`, `postgres.log` and the start lock. */
  readonly path: string;
  readonly account: Account;
}

/** One kind of files in DATA_DIR that belong to the unprivileged user. */
export interface HomeKind {
  /** Its name in DATA_DIR. */
  readonly folder: string;
  /** Distinguishes its directory in `fallbackRoot`. */
  readonly suffix: string;
  hasData(path: string): Promise<boolean>;
}

const clusterHome: HomeKind = { folder: 'postgres', suffix: '', hasData: async (path) => (await clusterMajors(path)).length > 0 };

/**
 * Finds or creates the directory for PostgreSQL's files: `DATA_DIR/postgres`, or `<fallbackRoot>/<hash>` if we are root and
 * PostgreSQL's user cannot access it (usually a DATA_DIR below /root). As root, the directory itself belongs to root, so that
 * the database user cannot plant a link in a file that root writes.
 */
export async function resolveHome(
  dataDir: string,
  fallbackRoot: string,
  log: EmbeddedLog,
  { folder, suffix, hasData } = clusterHome,
): Promise<Home> {
  const preferred = join(dataDir, folder);
  try {
    await mkdir(dataDir, { recursive: true });
    const note = join(dataDir, `${folder}.location`);
    const fallback = join(fallbackRoot, `${hashOf(await realpath(dataDir))}${suffix}`);
    const noted = (await readFile(note, 'utf8').catch(() => '')).trim();
    if (noted !== '' && !(await hasData(preferred)) && (await hasData(noted))) {
      if (noted !== fallback) throw problems.dataMoved(noted, fallback);
      const account = await accountFor(fallback);
      announce(log, dataDir, fallback, account);
      return { path: fallback, account };
    }

    const account = await accountFor(preferred);
    await makeHome(preferred);
    if (await canReach(preferred, account)) return { path: preferred, account };

    await mkdir(fallbackRoot, { recursive: true, mode: 0o755 });
    await makeHome(fallback);
    if (!(await canReach(fallback, account))) throw problems.permissionDenied(fallback, account.name);
    await writeFile(note, `${fallback}\n`);
    announce(log, dataDir, fallback, account);
    return { path: fallback, account };
  } catch (error) {
    throw explainFileError(error, preferred, ownAccount().name);
  }
}

/** Major versions that have a finished cluster in this home, ascending. */
export async function clusterMajors(home: string): Promise<number[]> {
  const names = await readdir(home).catch(() => []);
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

function announce(log: EmbeddedLog, dataDir: string, files: string, account: Account): void {
  log.info({ dataDir, postgresFiles: files }, `PostgreSQL's files are in ${files} because ${account.name} cannot access DATA_DIR`);
}

async function accountFor(home: string): Promise<Account> {
  if (!isRoot()) return ownAccount();
  const newest = (await clusterMajors(home)).at(-1);
  const owner = newest === undefined ? undefined : await ownerOf(join(home, String(newest)));
  return owner ?? (await unprivilegedAccount());
}

async function makeHome(path: string): Promise<void> {
  await mkdir(path, { recursive: true });
  // 0711: as root, the database user must pass through to its own directory, but must not list it.
  await chmod(path, isRoot() ? 0o711 : 0o700);
}

async function canReach(path: string, account: Account): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', path], { ...account.spawnAs, cwd: '/' }).then(
    () => true,
    () => false,
  );
}

function hashOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}
