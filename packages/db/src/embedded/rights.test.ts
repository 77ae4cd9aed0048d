import { chmod, chown, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Launched, launch, processesOf } from '../testing/launched.ts';
import { makeThrowawayDir } from '../testing/throwaway-server.ts';
import { isRoot } from './account.ts';

const NOBODY = { uid: 65_534, gid: 65_534 };
let base: string;
let dataDir: string;
let started: Launched[];

beforeEach(async () => {
  base = await makeThrowawayDir();
  dataDir = join(base, 'data');
  await mkdir(dataDir);
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((process) => process.end()));
  await expect.poll(() => processesOf(base)).toEqual([]);
  await rm(base, { recursive: true, force: true });
});

function launchHere(options: Parameters<typeof launch>[1] = {}): Launched {
  const process = launch(dataDir, { fallbackRoot: join(base, 'lib'), ...options });
  started.push(process);
  return process;
}

// Only root can become another user; for an ordinary user, the other test files of this folder are enough.
describe.runIf(isRoot())('as root', () => {
  test('the server runs as an unprivileged user that owns only the cluster', async () => {
    const { home = '' } = await launchHere().answer;
    expect(home).toBe(join(dataDir, 'postgres'));
    const owners = await Promise.all(
      (await readdir(home)).map(async (name) => [/^\d+$/.test(name), (await stat(join(home, name))).uid > 0]),
    );
    expect(owners).toContainEqual([true, true]);
    expect(owners).not.toContainEqual([true, false]);
    expect(owners).not.toContainEqual([false, true]);
  });

  test('a DATA_DIR that this user cannot access moves the files to the fallback permanently, and an error explains a moved DATA_DIR', async () => {
    await chmod(dataDir, 0o700);
    const first = launchHere();
    const { home = '' } = await first.answer;
    expect(home).toMatch(new RegExp(`^${base}/lib/[0-9a-f]{16}$`));
    await first.end();
    await chmod(dataDir, 0o755);
    const second = launchHere();
    expect(await second.answer).toMatchObject({ home });
    await second.end();

    await rename(dataDir, join(base, 'moved'));
    dataDir = join(base, 'moved');
    expect(await launchHere().answer).toMatchObject({ code: 'data_moved', message: expect.stringContaining(`mv ${home}`) });
  });
});

describe.runIf(isRoot())('as an ordinary user', () => {
  test('the server runs as that user, also when root starts it later', async () => {
    await chown(dataDir, NOBODY.uid, NOBODY.gid);
    const first = launchHere(NOBODY);
    const { url, home = '' } = await first.answer;
    const uids = await Promise.all((await readdir(home)).map(async (name) => (await stat(join(home, name))).uid));
    expect(new Set(uids)).toEqual(new Set([NOBODY.uid]));
    await first.end();
    expect(await launchHere().answer).toMatchObject({ url, home });
  });

  test('a DATA_DIR of another user is an error that names it', async () => {
    expect(await launchHere(NOBODY).answer).toMatchObject({ code: 'permission_denied', message: expect.stringContaining(dataDir) });
  });

  test('a user ID without a passwd entry is an error that shows the entry to add', async () => {
    await chown(dataDir, 54_321, 0);
    expect(await launchHere({ uid: 54_321, gid: 0 }).answer).toMatchObject({
      code: 'no_passwd_entry',
      message: expect.stringContaining('notafter:x:54321:'),
    });
  });
});
