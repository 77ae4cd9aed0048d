import { rm } from 'node:fs/promises';
import { makeThrowawayDir } from '@notafter/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cookieOf } from './testing/people.ts';
import { listProcesses, treeOf } from './testing/processes.ts';
import { type Answer, request } from './testing/request.ts';
import { type SpawnedServer, spawnServer } from './testing/spawned-server.ts';
import { until } from './testing/until.ts';

const account = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', password: 'a phrase for the killed' };
const PATIENCE_MS = 120_000;

let dataDir: string;
let server: SpawnedServer;
beforeAll(async () => {
  dataDir = await makeThrowawayDir();
  server = await spawnServer({ dataDir, env: { DEV_AUTO_ACTIVATE: '1' } });
  await server.ready();
});
afterAll(async () => {
  await server.kill('SIGTERM');
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns the embedded PostgreSQL below this process: the postmaster, whose children have no `-D`. */
const postmasterPid = async (): Promise<number | undefined> =>
  (await treeOf(server.pid)).find(({ command }) => /^\S*\/postgres .*-D /.test(command))?.pid;

const post = (path: string, json: object): Promise<Answer> => request(`${server.url}${path}`, { json });

it('answers 503 with Retry-After while the embedded PostgreSQL is down, then serves again in the same process', async () => {
  expect((await post('/v1/accounts/register', account)).status).toBe(200);
  const { email, password } = account;
  const cookie = cookieOf(await post('/v1/accounts/login', { email, password }));
  const paths = ['/v1/accounts/session', '/api/trpc/accounts.session', '/certificates'] as const;
  const ask = (): Promise<readonly Answer[]> =>
    Promise.all(paths.map((path) => request(`${server.url}${path}`, { headers: { cookie, accept: 'text/html, application/json' } })));
  const statuses = (answers: readonly Answer[]): readonly number[] => answers.map(({ status }) => status);
  expect(statuses(await ask())).toEqual([200, 200, 200]);

  const killed = (await postmasterPid()) ?? expect.fail('no PostgreSQL below the server');
  process.kill(killed, 'SIGKILL');
  const answers: Answer[] = [];
  await until('every surface answers again', PATIENCE_MS, async () => {
    const round = await ask();
    answers.push(...round);
    return answers.length > paths.length && round.every(({ status }) => status === 200);
  });

  const refused = answers.filter(({ status }) => status !== 200);
  expect(new Set(statuses(refused))).toEqual(new Set([503]));
  for (const { headers } of refused) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  for (const [at] of paths.entries()) expect(statuses(answers.filter((_, n) => n % paths.length === at))).toContain(503);
  expect((await request(`${server.url}/healthz`)).status).toBe(200);
  expect(await postmasterPid()).not.toBe(killed);
  expect((await listProcesses()).map(({ pid }) => pid)).toContain(server.pid);
  expect(server.output()).toContain('The embedded PostgreSQL exited unexpectedly; restarting it');
});
