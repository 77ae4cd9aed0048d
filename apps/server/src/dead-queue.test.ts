import { rm } from 'node:fs/promises';
import { createTestDatabase, makeThrowawayDir, type TestDatabase } from '@notafter/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { untilMailed } from './testing/outbox.ts';
import { request } from './testing/request.ts';
import { type SpawnedServer, spawnServer } from './testing/spawned-server.ts';
import { until } from './testing/until.ts';

const PATIENCE_MS = 140_000;
const operator = 'operator@example.com';
const ENDS = 'the job queue ended unexpectedly; exiting, so that a supervisor can restart the process';
/** Each signal moves the process's clock ahead by the longer of the watchdog's two limits, which are minutes. */
const MOVABLE_CLOCK = `const { now } = Date; let ahead = 0; Date.now = () => now() + ahead; process.on('SIGUSR2', () => { ahead += 181_000; });`;
/** Makes every fetch fail at once, while PostgreSQL and pg-boss's other tables respond. */
const LOSE_JOBS = `do $$ declare lost text; begin
  for lost in select relname from pg_class where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p') and relname like 'job%'
  loop execute format('alter table pgboss.%I rename to %I', lost, 'lost_' || lost); end loop; end $$`;

let database: TestDatabase;
let dataDir: string;
let server: SpawnedServer;
beforeAll(async () => {
  [database, dataDir] = await Promise.all([createTestDatabase({ max: 1 }), makeThrowawayDir()]);
  const env = {
    DATABASE_URL: database.url,
    PLATFORM_ADMIN_EMAILS: operator,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(MOVABLE_CLOCK)}`,
  };
  server = await spawnServer({ dataDir, env });
  await server.ready();
});
afterAll(async () => {
  await server.kill('SIGKILL');
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const moveClock = (): void => void process.kill(server.pid, 'SIGUSR2');
const readiness = async (): Promise<number> => (await request(`${server.url}/readyz`)).status;

it('exits when its queue stays dead although PostgreSQL responds', async () => {
  moveClock();
  await until('living jobs are in time again', PATIENCE_MS, async () => (await readiness()) === 200);
  expect(server.output()).not.toContain(ENDS);

  await database.db.$client.unsafe(LOSE_JOBS);
  // Several rounds of the watchdog: the first sees late jobs, a later one sees that they are still late.
  await until('the server gives up its queue', PATIENCE_MS, () => {
    moveClock();
    return server.output().includes(ENDS);
  });
  expect(await server.exited).toBe(1);
  await untilMailed(dataDir, operator, 'Checks and alerts are late');
});
