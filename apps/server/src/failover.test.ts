import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '@notafter/db';
import { type ReplicatedServers, startReplicatedServers, urlOfHosts } from '@notafter/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addUntilStopped } from './testing/add-until-stopped.ts';
import { type LocalFarm, startLocalFarm } from './testing/local-farm.ts';
import { signUpAt } from './testing/people.ts';
import { request } from './testing/request.ts';
import { type SpawnedServer, spawnServer } from './testing/spawned-server.ts';
import { until } from './testing/until.ts';

const PATIENCE_MS = 120_000;

let folder: string;
let farm: LocalFarm;
let servers: ReplicatedServers;
let rest: SpawnedServer;
let worker: SpawnedServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'notafter-failover-'));
  [farm, servers] = await Promise.all([startLocalFarm(folder), startReplicatedServers(migrateDatabase, 'synchronous')]);
  const env = {
    ...farm.env,
    DATABASE_URL: urlOfHosts([servers.primary, servers.replica]),
    SECRET_KEY: 'a key for the test of a failover, 32',
    DEFAULT_PLAN: 'Self-hosted',
    DEV_AUTO_ACTIVATE: '1',
    CHECK_INTERVAL_HOURS: '0.001',
  };
  rest = await spawnServer({ dataDir: folder, env: { ...env, ROLE: 'rest' } });
  worker = await spawnServer({ dataDir: folder, env: { ...env, ROLE: 'worker' } });
  await Promise.all([rest.ready(), worker.ready()]);
});
afterAll(async () => {
  await Promise.all([rest, worker].map((server) => server.kill('SIGTERM')));
  await servers.remove();
  await farm.close();
  await rm(folder, { recursive: true, force: true });
});

it('loses no acknowledged certificate when PostgreSQL fails over, answers 503 meanwhile, and goes on in the same processes', async () => {
  const adding = addUntilStopped(rest.url, await signUpAt(rest.url), (n) => farm.domain(`c${n}`));
  await until('certificates are added', PATIENCE_MS, () => adding.acknowledged.length >= 20);
  await servers.killPrimary();
  await until('adds are refused', PATIENCE_MS, () => adding.refused.length >= 5);
  await servers.promoteReplica();
  const before = adding.acknowledged.length;
  await until('certificates are added again', PATIENCE_MS, () => adding.acknowledged.length >= before + 20);
  await adding.stop();

  const stored = await servers.query(servers.replica, 'select id from certificates');
  const ids = new Set(stored.map(({ id }) => id));
  expect(adding.acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(new Set(adding.refused.map(({ status }) => status))).toEqual(new Set([503]));
  for (const { headers } of adding.refused) expect(headers['retry-after']).toMatch(/^[1-9]\d*$/);
  for (const server of [rest, worker]) {
    await until('the process is ready', PATIENCE_MS, async () => (await request(`${server.url}/readyz`)).status === 200);
  }
  const checks = async (): Promise<unknown> =>
    (
      await servers.query(
        servers.replica,
        "select max(last_checked_at) > clock_timestamp() - interval '15 s' as recent from check_schedule",
      )
    )[0]?.recent;
  await until('the worker checks on the new primary', PATIENCE_MS, async () => (await checks()) === true);
});
