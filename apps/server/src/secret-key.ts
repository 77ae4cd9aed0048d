import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { explained, StartError } from './start-error.ts';

const read = async (file: string): Promise<string | null> => {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};

/**
 * The installation's secret key: made once, mode 600, whole on disk before anything is signed with it. Two processes
 * that start at once agree on one, because only the first hard link succeeds.
 */
export const loadSecretKey = async (dataDir: string): Promise<string> => {
  await explained(`DATA_DIR (${dataDir}) must be a directory that this user may write.`, () => mkdir(dataDir, { recursive: true }));
  const file = join(dataDir, 'secret.key');
  const kept = await read(file);
  if (kept !== null && kept.length >= 32) return kept;
  if (kept !== null) throw new StartError(`${file} holds no key. Restore it from a backup; without it nothing encrypted can be read.`);
  const draft = `${file}.${process.pid}`;
  const handle = await open(draft, 'w', 0o600);
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(draft);
  }
  const made = await read(file);
  if (made === null) throw new Error(`${file} could not be read back.`);
  return made;
};
