import { glob, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MAX_FILES } from '../limits.ts';
import { FileFault } from '../reading.ts';
import { inTime } from './open-file.ts';

export interface FoundFiles {
  readonly paths: readonly string[];
  /** Whether a person named this file. What a directory or glob brings up may as well be something else. */
  readonly isNamed: boolean;
}

/** A pattern such as `/**` must not search a whole disk. */
const GLOB_TIMEOUT_MS = 20_000;

const tooMany = (): FileFault =>
  new FileFault('too_many', `The pattern matches more than ${MAX_FILES} files. Use a narrower one, or several.`);

const matches = async (pattern: string): Promise<string[]> => {
  const paths: string[] = [];
  const until = performance.now() + GLOB_TIMEOUT_MS;
  for await (const entry of glob(pattern, { withFileTypes: true })) {
    if (performance.now() > until) throw new FileFault('too_many', 'The pattern searches too many directories. Use a narrower one.');
    if (entry.isFile() || entry.isSymbolicLink()) paths.push(join(entry.parentPath, entry.name));
    if (paths.length > MAX_FILES) throw tooMany();
  }
  return paths.sort();
};

/** Returns the files that a pattern means: a file itself, those of a directory (not below), or the matches of a glob. Throws FileFault. */
export const findFiles = async (pattern: string): Promise<FoundFiles> => {
  const path = resolve(pattern);
  try {
    const stats = await inTime(stat(path));
    if (!stats.isDirectory()) return { paths: [path], isNamed: true };
    const entries = await inTime(readdir(path, { withFileTypes: true }));
    const files = entries.filter((entry) => entry.isFile() || entry.isSymbolicLink());
    if (files.length > MAX_FILES) throw tooMany();
    return { paths: files.map(({ name }) => join(path, name)).sort(), isNamed: false };
  } catch (error) {
    // A file whose name looks like a glob is itself; only a missing one is a glob.
    if (!(error instanceof FileFault) || error.code !== 'not_found' || !/[*?[{]/.test(pattern)) throw error;
    return { paths: await inTime(matches(path)), isNamed: false };
  }
};
