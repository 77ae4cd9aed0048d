import { rm } from 'node:fs/promises';
import { readConfig } from '@notafter/config';
import { transparencyLogs } from '@notafter/db';
import { makeThrowawayDir } from '@notafter/db/testing';
import { enqueueDueTransparency, type SystemContext } from '@notafter/features';
import { createJobQueue } from '@notafter/jobs';
import { type LocalLog, startRfc6962Log, startStaticLog } from '@notafter/transparency/testing';
import { allJobs } from '@notafter/worker';
import { createLogger } from '../../logger.ts';
import { Closers, openSystem } from '../../system.ts';
import { startCluster } from '../alert-faults/cluster.ts';
import { type SpawnedServer, spawnServer } from '../spawned-server.ts';
import { until } from '../until.ts';
import { listen, startLogList } from './log-list.ts';

const GIVE_UP_MS = 60_000;
const now = (): Date => new Date();

/** Local logs that a worker in another process follows, with its database. */
export interface WatchWorld {
  /** Of this process, which works on no job. */
  readonly system: SystemContext;
  readonly staticLogs: readonly LocalLog[];
  readonly rfc6962Logs: readonly LocalLog[];
  /** Starts a worker; resolves when it is ready. */
  startWorker(): Promise<SpawnedServer>;
  /** Where an organization's webhook may send alerts. */
  readonly receiverUrl: string;
  /** Makes every log due and enqueues it, as the worker's timer does. */
  makeDue(): Promise<void>;
  /** While no worker lives: resolves when the jobs of the killed one are given up, for which the time without a sign of life is moved. */
  giveUpJobs(): Promise<void>;
  close(): Promise<void>;
}

/** Starts as many logs of each kind, signs a list of them, and opens an empty database. Leaves no process and no file. */
export const startWatchWorld = async (logsOfEachKind: number): Promise<WatchWorld> => {
  const closers = new Closers();
  try {
    const dir = await makeThrowawayDir();
    closers.add(() => rm(dir, { recursive: true, force: true, maxRetries: 10 }));
    const many = <Log extends LocalLog>(start: (options: { readonly now: () => Date }) => Promise<Log>): Promise<Log[]> =>
      Promise.all(Array.from({ length: logsOfEachKind }, () => start({ now })));
    const [staticLogs, rfc6962Logs] = await Promise.all([many(startStaticLog), many(startRfc6962Log)]);
    const logs: readonly LocalLog[] = [...staticLogs, ...rfc6962Logs];
    for (const log of logs) closers.add(() => log.close());
    const list = await startLogList(logs, dir);
    closers.add(() => list.close());
    const receiver = await listen((_request, response) => response.end());
    closers.add(() => receiver.close());
    const cluster = await startCluster(dir);
    closers.add(() => cluster.stop());
    const env = {
      ...list.env,
      DATABASE_URL: cluster.url,
      SECRET_KEY: 'a key for the faults of transparency, 32',
      PUBLIC_URL: 'https://notafter.example',
      DEFAULT_PLAN: 'Self-hosted',
      EXTERNAL_IMAGES: 'off',
      TARGET_ALLOW: '127.0.0.0/8',
      CRTSH_URL: '',
      CERTSPOTTER_URL: '',
      CT_GIGABYTES_PER_DAY: '1000',
      LOG_LEVEL: 'warn',
    };
    const { system } = await openSystem({
      config: readConfig({ ...env, PORT: '0' }, dir),
      log: createLogger('silent'),
      runsJobs: false,
      closers,
    });
    // Looks for jobs without a sign of life more often than a worker does.
    const supervisor = createJobQueue({
      databaseUrl: cluster.url,
      log: createLogger('silent'),
      jobs: allJobs.map(({ definition }) => definition),
      runsJobs: true,
      superviseIntervalSeconds: 1,
    });
    await supervisor.start();
    closers.add(() => supervisor.stop());
    const workers: SpawnedServer[] = [];
    closers.add(async () => void (await Promise.all(workers.map((worker) => worker.kill('SIGKILL')))));
    return {
      system,
      staticLogs,
      rfc6962Logs,
      startWorker: async () => {
        const worker = await spawnServer({ dataDir: dir, env: { ...env, ROLE: 'worker' } });
        workers.push(worker);
        await worker.ready();
        return worker;
      },
      receiverUrl: receiver.url,
      makeDue: async () => {
        await system.db.update(transparencyLogs).set({ nextAt: now() });
        await enqueueDueTransparency(system);
      },
      giveUpJobs: async () => {
        const { $client: sql } = system.db;
        await sql`
          update pgboss.job set heartbeat_on = heartbeat_on - heartbeat_seconds * interval '1 second'
          where state = 'active' and heartbeat_on is not null`;
        await until('the jobs of the killed worker are given up', GIVE_UP_MS, async () => {
          const [row] = await sql<{ n: number }[]>`
            select count(*)::int as n from pgboss.job where state = 'active' and heartbeat_on is not null`;
          return row?.n === 0;
        });
      },
      close: () => closers.closeAll(),
    };
  } catch (error) {
    await closers.closeAll();
    throw error;
  }
};
