import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { closeDatabase, type Database, openDatabase } from '@notafter/db';
import { brandId, HOUR_MS } from '@notafter/domain';
import { freePort } from '@notafter/net/testing';
import { addFarmEndpoints } from '../farm-endpoints.ts';
import { signUpAt } from '../people.ts';
import { type SpawnedServer, spawnServer } from '../spawned-server.ts';
import { until } from '../until.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { startCpuMeter } from './cpu-meter.ts';
import { type PatroniCluster, startPatroniCluster } from './patroni-cluster.ts';
import { type RequestLoad, startRequestLoad } from './request-load.ts';

const PATIENCE_MS = 180_000;
const CALM_MS = 10_000;
const SHUTDOWN_DELAY_SECONDS = 5;
/** More checks than the adds of a few seconds bring: the schedule runs. */
const WAVE = 100;
const roles = ['web', 'rest', 'worker'] as const;
type Role = (typeof roles)[number];

export interface FailoverOptions {
  readonly kills: number;
  readonly checksPerSecond: number;
  readonly requestsPerSecond: number;
  readonly endpoints: number;
  /** TLS servers for `n<number>.bench.test`, in another process. */
  readonly farm: { readonly port: number; readonly env: Readonly<Record<string, string>> };
  readonly onProgress: (what: string) => void;
}

export interface FailoverResult {
  readonly withoutWritesMs: readonly number[];
  readonly withoutChecksMs: readonly number[];
  readonly acknowledged: number;
  readonly lost: number;
  readonly checksPerSecond: number;
  /** Seconds of CPU during the failovers, by what used it. */
  readonly cpuSeconds: ReadonlyMap<string, number>;
  readonly seconds: number;
  /** Results that were stored without a separate claim: a second one for the same due time. */
  readonly checksDoubled: number;
  readonly alerts: number;
  readonly alertsDoubled: number;
  /** While PostgreSQL failed over, and while processes restarted. */
  readonly failoverOutcomes: ReadonlyMap<string, number>;
  readonly restartOutcomes: ReadonlyMap<string, number>;
}

/** Each claim allows one result, and adding an endpoint the first. The figures are part of the row, so they are as durable as it is. */
const COUNT_CHECKS = `
  alter table check_schedule add column run_claimed boolean not null default false, add column run_stored int not null default 0,
    add column run_doubled int not null default 0;
  create function run_count_checks() returns trigger language plpgsql as $$ begin
    if new.last_checked_at is distinct from old.last_checked_at then
      new.run_stored := old.run_stored + 1;
      new.run_doubled := old.run_doubled + case when old.run_claimed or old.last_checked_at is null then 0 else 1 end;
      new.run_claimed := false;
    elsif new.next_check_at > old.next_check_at then new.run_claimed := true;
    end if;
    return new;
  end $$;
  create trigger run_count_checks before update on check_schedule for each row execute function run_count_checks()`;

const numberOf = async (db: Database, query: string): Promise<number> => {
  const [row] = await db.$client.unsafe<{ n: number }[]>(query);
  return row?.n ?? -1;
};

/** The processes of one run: a current one for each role, and the port on which its successor will listen. */
interface Fleet {
  readonly current: Map<Role, { readonly server: SpawnedServer; readonly port: number; readonly next: number }>;
  start(role: Role, port: number): Promise<SpawnedServer>;
}

const startFleet = async (folder: string, env: Readonly<Record<string, string>>): Promise<Fleet> => {
  const start = async (role: Role, port: number): Promise<SpawnedServer> => {
    const server = await spawnServer({ dataDir: folder, port, env: { ...env, ROLE: role } });
    await server.ready();
    return server;
  };
  const current: Fleet['current'] = new Map();
  for (const role of roles) {
    const [port, next] = [await freePort(), await freePort()];
    current.set(role, { server: await start(role, port), port, next });
  }
  return { current, start };
};

/** Names what a process's CPU time is counted for; null: the same as its parent. */
const groupOf = (command: string, environment: string): string | null => {
  if (command.includes('farm.ts')) return 'TLS servers';
  if (command.includes('haproxy')) return 'HAProxy';
  if (command.startsWith('etcd')) return 'etcd';
  // Patroni is its parent, and part of its paths.
  if (command.includes('/bin/postgres')) return 'PostgreSQL';
  if (command.includes('patroni')) return 'Patroni';
  return /(?:^|\0)ROLE=([a-z]+)/.exec(environment)?.[1] ?? null;
};

const storedChecks = (db: Database): Promise<number> => numberOf(db, 'select sum(run_stored)::int as n from check_schedule');

interface Gaps {
  readonly withoutWritesMs: readonly number[];
  readonly withoutChecksMs: readonly number[];
}

const killPrimaries = async (
  cluster: PatroniCluster,
  load: RequestLoad,
  db: Database,
  { kills, onProgress }: FailoverOptions,
): Promise<Gaps> => {
  const [withoutWritesMs, withoutChecksMs]: [number[], number[]] = [[], []];
  for (let kill = 1; kill <= kills; kill += 1) {
    await wait(CALM_MS);
    const at = performance.now();
    const killed = await cluster.killPrimary();
    await until('a write after the kill', PATIENCE_MS, () => load.firstWriteAfter(at) !== null);
    const gap = Math.round((load.firstWriteAfter(at) ?? 0) - at);
    withoutWritesMs.push(gap);
    const before = await storedChecks(db);
    await until('a check after the kill', PATIENCE_MS, async () => (await storedChecks(db)) > before + WAVE);
    const checksGap = Math.round(performance.now() - at);
    withoutChecksMs.push(checksGap);
    await cluster.healthy();
    onProgress(`kill ${kill}: primary ${killed}, ${gap} ms without writes, ${checksGap} ms without checks`);
  }
  return { withoutWritesMs, withoutChecksMs };
};

const restartAll = async ({ current, start }: Fleet, balancer: Balancer, onProgress: (what: string) => void): Promise<void> => {
  for (const role of roles) {
    const old = current.get(role);
    if (old === undefined) continue;
    const server = await start(role, old.next);
    if (role !== 'worker') await balancer.sees(old.next);
    current.set(role, { server, port: old.next, next: old.port });
    const code = await old.server.kill('SIGTERM');
    onProgress(`restarted ${role}; the old process exited with ${code}`);
  }
};

const seed = async (db: Database, { farm, endpoints, checksPerSecond }: FailoverOptions): Promise<void> => {
  const [org] = await db.$client<{ id: string }[]>`select id::text as id from organizations`;
  const rule = { checkIntervalHours: (endpoints / checksPerSecond) * (1000 / HOUR_MS) };
  const hostOf = (index: number): string => `n${index}.bench.test`;
  const orgId = brandId<'organization'>(org?.id ?? '');
  await addFarmEndpoints(db, { tls: farm }, { orgId, count: endpoints, now: new Date(), rule, phases: 'as ids come', hostOf });
  await db.$client.unsafe(COUNT_CHECKS);
  await db.$client.unsafe('analyze');
};

const judge = async (db: Database, acknowledged: readonly string[]) => {
  const ids = `{${acknowledged.join(',')}}`;
  return {
    lost: await numberOf(
      db,
      `select count(*)::int as n from unnest('${ids}'::uuid[]) as a(id) where not exists (select from certificates where certificates.id = a.id)`,
    ),
    checksDoubled: await numberOf(db, 'select sum(run_doubled)::int as n from check_schedule'),
    alerts: await numberOf(db, 'select count(*)::int as n from alerts'),
    alertsDoubled: await numberOf(
      db,
      `select count(*)::int as n from (select from alerts group by certificate_id, rule, threshold, occasion having count(*) > 1) as twice`,
    ),
  };
};

/** Kills the primary of a synchronous cluster repeatedly under load, then restarts every process under load, and counts what went wrong. */
export const runFailover = async (options: FailoverOptions): Promise<FailoverResult> => {
  const { farm, endpoints, checksPerSecond, requestsPerSecond, onProgress } = options;
  const folder = await mkdtemp(join(tmpdir(), 'notafter-failover-'));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    const cluster = await startPatroniCluster(folder, 'notafter');
    closers.push(cluster.stop);
    const env = {
      ...farm.env,
      DATABASE_URL: cluster.url,
      SECRET_KEY: 'a key for a run of failovers, 32 letters',
      DEFAULT_PLAN: 'Self-hosted',
      DEV_AUTO_ACTIVATE: '1',
      LOG_LEVEL: 'warn',
      SHUTDOWN_DELAY_SECONDS: String(SHUTDOWN_DELAY_SECONDS),
      CHECK_INTERVAL_HOURS: (endpoints / checksPerSecond / 3600).toFixed(6),
    };
    const fleet = await startFleet(folder, env);
    closers.push(() => Promise.all([...fleet.current.values()].map(({ server }) => server.kill('SIGTERM'))));
    const portsOf = (role: Role): readonly number[] => {
      const one = fleet.current.get(role);
      return one === undefined ? [] : [one.port, one.next];
    };
    const balancer = await startBalancer(folder, { rest: portsOf('rest'), web: portsOf('web') }, onProgress);
    closers.push(balancer.stop);
    for (const role of ['rest', 'web'] as const) await balancer.sees(fleet.current.get(role)?.port ?? 0);
    const cookie = await signUpAt(balancer.url);
    const db = openDatabase(cluster.url, { max: 2, applicationName: 'failover-run' });
    closers.push(() => closeDatabase(db));
    await seed(db, options);
    await until('scheduled checks run', PATIENCE_MS, async () => (await storedChecks(db)) > WAVE);
    onProgress('everything runs');

    const load = (from: number): RequestLoad =>
      startRequestLoad({
        url: balancer.url,
        cookie,
        perSecond: requestsPerSecond,
        domainOf: (n) => `a${from + n}.bench.test:${farm.port}`,
      });
    const meter = startCpuMeter(groupOf);
    closers.push(async () => meter.stop());
    const [startedAt, storedBefore] = [performance.now(), await storedChecks(db)];
    const during = load(0);
    const gaps = await killPrimaries(cluster, during, db, options);
    const stored = (await storedChecks(db)) - storedBefore;
    const seconds = (performance.now() - startedAt) / 1000;
    meter.stop();
    await wait(CALM_MS);
    await during.stop();

    const restarting = load(10_000_000);
    await wait(CALM_MS / 2);
    await restartAll(fleet, balancer, onProgress);
    await wait(CALM_MS / 2);
    await restarting.stop();
    const acknowledged = [...during.acknowledged, ...restarting.acknowledged];
    return {
      ...gaps,
      acknowledged: acknowledged.length,
      checksPerSecond: stored / seconds,
      cpuSeconds: meter.seconds,
      seconds,
      ...(await judge(db, acknowledged)),
      failoverOutcomes: during.outcomes,
      restartOutcomes: restarting.outcomes,
    };
  } finally {
    for (const close of closers.reverse()) await close();
  }
};
