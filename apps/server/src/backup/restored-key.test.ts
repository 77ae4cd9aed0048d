import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { settleRestoredKey, writeRestoredKey } from './restored-key.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'restored-key-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const read = (name: string): Promise<string> => readFile(join(dataDir, name), 'utf8');

it('takes the place of the present key once its restore is committed, also after a crash right after the commit', async () => {
  await writeFile(join(dataDir, 'secret.key'), 'earlier\n');
  await writeRestoredKey(dataDir, 'one', 'restored');
  expect(await read('secret.key')).toBe('earlier\n');
  await settleRestoredKey(dataDir, async (id) => id === 'one');
  expect(await read('secret.key')).toBe('restored\n');
  expect(await read('secret.key.before-restore')).toBe('earlier\n');
  expect((await readdir(dataDir)).sort()).toEqual(['secret.key', 'secret.key.before-restore']);
});

it('is removed if its restore was not committed', async () => {
  await writeFile(join(dataDir, 'secret.key'), 'earlier\n');
  await writeRestoredKey(dataDir, 'two', 'restored');
  await settleRestoredKey(dataDir, async (id) => id === 'one');
  expect(await read('secret.key')).toBe('earlier\n');
  expect(await readdir(dataDir)).toEqual(['secret.key']);
});

it('waits while the database does not say which', async () => {
  await writeRestoredKey(dataDir, 'one', 'restored');
  await expect(settleRestoredKey(dataDir, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  await settleRestoredKey(dataDir, async () => true);
  expect(await readdir(dataDir)).toEqual(['secret.key']);
});
