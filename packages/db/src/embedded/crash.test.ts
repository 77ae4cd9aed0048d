import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Launched, launch, processesOf } from '../testing/launched.ts';
import { makeThrowawayDir } from '../testing/throwaway-server.ts';
import { listProcesses } from './processes.ts';

let dataDir: string;
let started: Launched[] = [];

beforeAll(async () => {
  dataDir = await makeThrowawayDir();
});
afterEach(async () => {
  await Promise.all(started.map((process) => process.end()));
  started = [];
  await expect.poll(() => processesOf(dataDir)).toEqual([]);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function launchHere(): Launched {
  const process = launch(dataDir);
  started.push(process);
  return process;
}

describe('kill -9', () => {
  const signs = [
    ['takes the lock', /^start\.lock$/],
    ['creates the password', /^password$/],
    ['runs initdb', /^init\./],
    ['has moved the cluster into place', /^\d+$/],
    ['has chosen a port', /^port$/],
  ] as const;
  test.each(signs.map(([what], step) => [what, step] as const))('of a first start that %s is repaired by the next', async (_, step) => {
    // If the previous kill came late, the start got further, and initdb never runs again.
    const isThere = (name: string): boolean => signs.slice(step).some(([, sign]) => sign.test(name));
    const doomed = launchHere();
    const names = () => readdir(join(dataDir, 'postgres')).catch(() => []);
    await expect.poll(async () => (await names()).some(isThere), { interval: 1 }).toBe(true);
    await doomed.kill();
  });

  // A fast shutdown writes all dirty pages, and takes as long as the disk does.
  test('leaves no process and keeps every committed row', async () => {
    const first = launchHere();
    const { url = '' } = await first.answer;
    const sql = postgres(url, { max: 1 });
    await sql`create table kept (id int)`;
    await sql`insert into kept values (1)`;
    await first.kill();
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
    await sql.end();

    const second = await launchHere().answer;
    expect(second).toMatchObject({ url, adopted: false });
    const again = postgres(second.url ?? '', { max: 1 });
    expect(await again`select id from kept`).toEqual([{ id: 1 }]);
    await again.end();
  });

  test('a start right after it waits for the old server to exit', async () => {
    const first = launchHere();
    const { url } = await first.answer;
    await first.kill();
    expect(await launchHere().answer).toMatchObject({ url, adopted: false });
  });

  test('of the keeper shells too leaves a server that the next start adopts, and that ends with it', async () => {
    const first = launchHere();
    const { url } = await first.answer;
    // Otherwise it would see its shells end before it ends itself, and restart the server.
    first.freeze();
    for (const { pid, command } of await listProcesses()) {
      if (command.includes('notafter-keeper server') && command.includes(dataDir)) process.kill(pid, 'SIGKILL');
    }
    await first.kill();
    await expect.poll(() => processesOf(dataDir)).toHaveLength(1);

    const second = launchHere();
    expect(await second.answer).toMatchObject({ url, adopted: true });
    const guest = launchHere();
    expect(await guest.answer).toMatchObject({ url, adopted: true });
    await guest.end();
    expect((await processesOf(dataDir)).length).toBeGreaterThan(0);
    await second.kill();
    await expect.poll(() => processesOf(dataDir)).toEqual([]);
  });

  test('of the postmaster: a start waits for its last backends', async () => {
    const first = launchHere();
    const { url } = await first.answer;
    const postmaster = (await listProcesses()).find(({ command }) => command.includes(`-D ${dataDir}`) && !command.includes('keeper'));
    process.kill(postmaster?.pid ?? 0, 'SIGKILL');
    expect(await launchHere().answer).toMatchObject({ url, adopted: false });
  });
});

test('three cold starts at once share one server', async () => {
  await rm(dataDir, { recursive: true });
  const answers = await Promise.all([launchHere().answer, launchHere().answer, launchHere().answer]);
  expect(answers.map(({ adopted }) => adopted).sort()).toEqual([false, true, true]);
  expect(new Set(answers.map(({ url }) => url)).size).toBe(1);
});
