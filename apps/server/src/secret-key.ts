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

/** Only the first of several hard links succeeds. */
const make = async (file: string): Promise<void> => {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
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
};

/**
 * Returns the installation's secret key: generated once, mode 600, durable on disk before anything is signed with it. Two processes
 * that start at once agree on one.
 */
export const loadSecretKey = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secret.key');
  const key = await explained(`DATA_DIR (${dataDir}) must be a directory that this user can read and write.`, async () => {
    await mkdir(dataDir, { recursive: true });
    const kept = await read(file);
    if (kept !== null) return kept;
    await make(file);
    return await read(file);
  });
  if (key === null || key.length < 32) {
    throw new StartError(`${file} contains no key. Restore it from a backup. Encrypted data cannot be read without it.`);
  }
  return key;
};
