import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { processesOf } from '../testing/launched.ts';
import { stopKeepingPort } from '../testing/stop-keeping-port.ts';
import { makeThrowawayDir } from '../testing/throwaway-server.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, keepEmbeddedPostgres, startEmbeddedPostgres } from './index.ts';
import { readPostmaster } from './postmaster.ts';

const log = { info: () => undefined, warn: () => undefined };
let dataDir: string;
let running: EmbeddedPostgres[] = [];

beforeAll(async () => {
  dataDir = await makeThrowawayDir();
});
afterEach(async () => {
  for (const server of running) await server.stop();
  running = [];
  expect(await processesOf(dataDir)).toEqual([]);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log, durability: 'none', ...options });
  running.push(server);
  return server;
}

async function query(url: string, statement: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return (await sql.unsafe(statement))[0];
  } finally {
    await sql.end();
  }
}

describe('startEmbeddedPostgres', () => {
  test('starts a UTF-8 database with a password on loopback, and keeps data and port across a restart', async () => {
    const first = await start({ durability: 'full' });
    expect(new URL(first.url).hostname).toBe('127.0.0.1');
    expect(await query(first.url, `select lower('ÄÉ') as lower, current_setting('fsync') as fsync`)).toEqual({ lower: 'äé', fsync: 'on' });
    expect(await query(first.url, 'select count(*) > 0 as counts from pg_stat_statements')).toEqual({ counts: true });
    await query(first.url, `create table kept as select 'yes' as kept`);
    const wrong = new URL(first.url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    await stopKeepingPort(first);
    await first.stop();
    expect(await processesOf(dataDir)).toEqual([]);

    const second = await start({ durability: 'full' });
    expect(second).toMatchObject({ url: first.url, adopted: false });
    expect(await query(second.url, 'select kept from kept')).toEqual({ kept: 'yes' });
  });

  test('stores the password in a file with mode 600, and not in the command line or the log', async () => {
    const server = await start();
    const { password } = new URL(server.url);
    expect((await stat(join(server.home, 'password'))).mode & 0o777).toBe(0o600);
    expect((await processesOf(dataDir)).join(' ')).not.toContain(password);
    expect(await readFile(join(server.home, 'postgres.log'), 'utf8')).not.toContain(password);
  });

  test('a second start shares a running server and does not stop it', async () => {
    const owner = await start();
    const guest = await start();
    expect(guest).toMatchObject({ url: owner.url, adopted: true });
    await guest.stop();
    expect(await query(owner.url, 'select 1 as one')).toEqual({ one: 1 });
  });

  test('reports when the server exits by itself', async () => {
    let reportExit: () => void = () => undefined;
    const exited = new Promise<void>((resolve) => {
      reportExit = resolve;
    });
    const server = await start({ onUnexpectedExit: () => reportExit() });
    const major = (await readdir(server.home)).find((name) => /^\d+$/.test(name)) ?? '';
    const postmaster = await readPostmaster(join(server.home, major));
    process.kill(postmaster?.pid ?? 0, 'SIGINT');
    await exited;
  });

  test.each(['SIGKILL', 'SIGINT'] as const)('is restarted on the same port after %s, with every committed row', async (signal) => {
    const server = await keepEmbeddedPostgres({ dataDir, log, durability: 'full' });
    running.push(server);
    await query(server.url, 'create table if not exists committed (id int)');
    await query(server.url, 'insert into committed values (1)');
    const major = (await readdir(server.home)).find((name) => /^\d+$/.test(name)) ?? '';
    const killed = (await readPostmaster(join(server.home, major)))?.pid ?? 0;
    process.kill(killed, signal);
    await expect.poll(() => query(server.url, 'select count(*) > 0 as kept from committed').catch(() => null)).toEqual({ kept: true });
    await expect.poll(async () => (await readPostmaster(join(server.home, major)))?.pid).not.toBe(killed);
  });

  test('a configured port that is in use is an error that names it', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => {
        const address = other.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    await expect(start({ port })).rejects.toMatchObject({ code: 'port_in_use', message: expect.stringContaining(String(port)) });
    other.close();
  });

  test('replaces the port of the last start if another program uses it', async () => {
    const first = await start();
    await stopKeepingPort(first);
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(Number(new URL(first.url).port), '127.0.0.1', resolve);
    });
    const second = await start();
    expect(new URL(second.url).port).not.toBe(new URL(first.url).port);
    expect(await query(second.url, 'select 1 as one')).toEqual({ one: 1 });
    other.close();
  });
});
