import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadSecretKey } from './secret-key.ts';
import { StartError } from './start-error.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'secret-key-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

it('is created once for concurrent starts, readable by its user only', async () => {
  const keys = await Promise.all([loadSecretKey(dataDir), loadSecretKey(join(dataDir, '.')), loadSecretKey(dataDir)]);
  expect(new Set([...keys, await loadSecretKey(dataDir)]).size).toBe(1);
  expect(await readdir(dataDir)).toEqual(['secret.key']);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
});

it('says that a file without a key has to be restored, and does not overwrite it', async () => {
  await writeFile(join(dataDir, 'secret.key'), 'short\n');
  await expect(loadSecretKey(dataDir)).rejects.toThrow(/secret\.key contains no key\. Restore it from a backup/);
});

it.each([
  ['a file', () => join(dataDir, 'taken')],
  // A folder in which nobody can create a file, not even root.
  ['not writable', () => '/proc/self'],
])('names DATA_DIR if it is %s', async (_, place) => {
  await writeFile(join(dataDir, 'taken'), '');
  const refusal = loadSecretKey(place());
  await expect(refusal).rejects.toThrow(StartError);
  await expect(refusal).rejects.toThrow(/^DATA_DIR \(.*\) must be a directory that this user can read and write\. /);
});
