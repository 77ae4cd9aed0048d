import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The key of a restore whose transaction may or may not have been committed: its ID and the key, one a line. */
const PENDING = 'secret.key.restored';

const writeDurably = async (path: string, text: string): Promise<void> => {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(dirname(path));
};

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

/** Stores the key of a restore beside the present one, before the restore is committed. */
export const writeRestoredKey = (dataDir: string, id: string, key: string): Promise<void> =>
  writeDurably(join(dataDir, PENDING), `${id}\n${key}\n`);

/**
 * Makes the key of a committed restore that of the installation, and removes the key of one that was not committed. A restore ends with
 * it, and each start of the server begins with it: the process may have died between commit and rename.
 */
export const settleRestoredKey = async (dataDir: string, isCommitted: (id: string) => Promise<boolean>): Promise<void> => {
  const pending = join(dataDir, PENDING);
  const text = await readFile(pending, 'utf8').catch(() => null);
  if (text === null) return;
  const [id = '', key = ''] = text.split('\n');
  if (key !== '' && (await isCommitted(id))) {
    const draft = `${pending}.key`;
    await writeDurably(draft, `${key}\n`);
    const present = join(dataDir, 'secret.key');
    const earlier = await readFile(present, 'utf8').catch(() => '');
    // Backups of data services made until now open with the earlier key only.
    if (earlier.trim() !== '' && earlier.trim() !== key) await rename(present, `${present}.before-restore`);
    await rename(draft, present);
  }
  await rm(pending, { force: true });
  await syncFolder(dataDir);
};
