import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { processesOf } from '../testing/launched.ts';
import { stopKeepingPort } from '../testing/stop-keeping-port.ts';
import { makeThrowawayDir } from '../testing/throwaway-server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './index.ts';

const log = { info: () => undefined, warn: () => undefined };
let dataDir: string;
let home: string;
let server: EmbeddedPostgres | undefined;

beforeAll(async () => {
  dataDir = await makeThrowawayDir();
  home = join(dataDir, 'postgres');
  const { url, stop } = await start();
  const sql = postgres(url, { max: 1 });
  await sql`create table kept as select 'yes' as kept`;
  await sql.end();
  await stop();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  expect(await processesOf(dataDir)).toEqual([]);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(): Promise<EmbeddedPostgres> {
  server = await startEmbeddedPostgres({ dataDir, log, durability: 'none' });
  return server;
}

async function clusterDir(): Promise<string> {
  return join(home, (await readdir(home)).find((name) => /^\d+$/.test(name)) ?? '');
}

async function keptRow(): Promise<unknown> {
  const { url } = await start();
  const sql = postgres(url, { max: 1 });
  const rows = await sql`select kept from kept`;
  await sql.end();
  return rows[0];
}

describe('the next start repairs', () => {
  test('a missing password file', async () => {
    await rm(join(home, 'password'));
    expect(await keptRow()).toEqual({ kept: 'yes' });
  });

  test('a damaged password file', async () => {
    await writeFile(join(home, 'password'), '');
    expect(await keptRow()).toEqual({ kept: 'yes' });
  });

  test.each([
    ['empty', ''],
    ['garbage', '\0\0\0'],
    ['of a process that exited', '4194304:1'],
    ['of a pid that was reused', `${process.pid}:1`],
  ])('a start lock that is %s', async (_, content) => {
    await writeFile(join(home, 'start.lock'), content);
    expect(await keptRow()).toEqual({ kept: 'yes' });
    expect(await readdir(home)).not.toContain('start.lock');
  });

  test('an incomplete initdb', async () => {
    const unfinished = join(home, 'init.00000000-0000-7000-8000-000000000000');
    await mkdir(join(unfinished, 'data', 'base'), { recursive: true });
    await writeFile(join(unfinished, 'data', 'PG_VERSION'), '18\n');
    expect(await keptRow()).toEqual({ kept: 'yes' });
    expect(await readdir(home)).not.toContain('init.00000000-0000-7000-8000-000000000000');
  });

  test.each([
    ['is empty', () => ''],
    ['names a process that exited', (data: string) => pidFile(4_194_304, data)],
    ['names a pid that another program reused', (data: string) => pidFile(process.pid, data)],
  ])('a postmaster.pid that %s', async (_, content) => {
    const data = await clusterDir();
    await writeFile(join(data, 'postmaster.pid'), content(data));
    expect(await keptRow()).toEqual({ kept: 'yes' });
  });

  test('a data directory restored without its database', async () => {
    const first = await start();
    const admin = postgres(first.url.replace(/notafter$/, 'postgres'), { max: 1 });
    await admin`drop database notafter`;
    await admin.end();
    await stopKeepingPort(first);
    expect((await start()).url).toBe(first.url);
  });
});

test('data of an unavailable major version is refused and not changed', async () => {
  const data = await clusterDir();
  await rename(data, join(home, '9'));
  await expect(start()).rejects.toMatchObject({ code: 'other_major_version', message: expect.stringContaining('PostgreSQL 9') });
  expect(await readdir(home)).toContain('9');
});

function pidFile(pid: number, data: string): string {
  return [pid, data, 1_700_000_000, 5432, '', '127.0.0.1', '  1234567   99999', 'ready   ', ''].join('\n');
}
