import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workAlone } from './held-names.ts';

const run = promisify(execFile);
/** Debian has programs of root where other users don't look. */
export const ROOT_PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/**
 * A root file system that a script builds from Debian's packages: once on a machine for each version of the files beside the script, since
 * it takes a minute or two. Returns the path of the archive, which is in a folder that others may use for what they derive of it.
 */
export const builtArchive = async (folder: string, script: string, name: string): Promise<string> => {
  const texts = await Promise.all((await readdir(folder)).toSorted().map((file) => readFile(join(folder, file))));
  const called = `notafter-test-${name}-${hash('sha256', Buffer.concat(texts)).slice(0, 12)}`;
  const cache = join(tmpdir(), called);
  const archive = join(cache, 'rootfs.tar');
  // Several test files run at once, and each would write the same file.
  return workAlone(`${called}-build`, async () => {
    if (await exists(archive)) return archive;
    await mkdir(cache, { recursive: true });
    const work = await mkdtemp(join(cache, 'work-'));
    try {
      const env = { ...process.env, PATH: ROOT_PATH };
      await run('sh', [join(folder, script), archive, work], { env, maxBuffer: 64 * 1024 * 1024 });
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    return archive;
  });
};
