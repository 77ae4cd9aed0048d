import { openPlainClient } from '@notafter/db';
import type { Log } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { JobDefinition } from './define-job.ts';
import { DEAD_LETTERS, type InstalledQueues, installQueues } from './install-queues.ts';
import type { JobQueue } from './queue.ts';
import { type JobHandler, settleJob } from './settle-job.ts';

export interface JobQueueOptions {
  readonly databaseUrl: string;
  readonly log: Log;
  /** Every kind of job, so that any process can enqueue it. */
  readonly jobs: readonly Pick<JobDefinition<unknown>, 'name' | 'policy'>[];
  /** Whether this process works on jobs and maintains the queues; other processes only enqueue. */
  readonly runsJobs: boolean;
  /** Default `pgboss`. */
  readonly schema?: string;
  /** Seconds between searches for lost jobs. Default 10. */
  readonly superviseIntervalSeconds?: number;
}

export interface WorkOptions {
  /** Jobs of this kind at once in this process. Default 1. */
  readonly concurrency?: number;
  /** Jobs of one group at once over all processes; rarely one more, if two are fetched at the same time. Absent: no limit. */
  readonly groupConcurrency?: number;
  /** Fetches only jobs of this priority or lower. Absent: all. */
  readonly maxPriority?: number;
}

/** A kind of job that this process works on. */
export interface Working {
  /** Stops fetching, signals the handlers to finish, and waits for them. */
  stop(): Promise<void>;
}

/** When one kind of job was last alive in this process, in milliseconds since the epoch. */
export interface JobActivity {
  readonly name: string;
  /** The queue last answered, or a handler is running now. */
  readonly aliveAt: number;
  /** When the last run started; null if none has. */
  readonly lastRanAt: number | null;
}

/** pg-boss behind the product's own interface. */
export interface JobRunner {
  readonly queue: JobQueue;
  /** Installs or migrates the job tables and applies the policy of every queue. Many processes can run this at once. */
  start(): Promise<void>;
  work<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>, options?: WorkOptions): Promise<Working>;
  /** Enqueues by a cron expression in UTC, once over all processes; runs a missed occurrence later if all were down. */
  schedule<Payload extends object>(job: JobDefinition<Payload>, cron: string, payload: Payload): Promise<void>;
  /** The last activity of each kind of job that this process works on. */
  activity(): readonly JobActivity[];
  /** Resolves when the job tables respond. */
  ping(): Promise<void>;
  /** Waits up to 30 s for running handlers, then releases the remaining jobs for retry. */
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MS = 30_000;
/** A statement of pg-boss that waits this long for a connection is rejected, never run, and tried again at the next poll. */
const WAIT_MS = 30_000;
/** The NOTIFY of an enqueue wakes workers at once; this bounds the delay of a retry or a lost notification. */
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 } as const;

/** Connects with `start`. pg-boss has separate connections, through the same driver: it alone knows hosts, failover and silent connections. */
export const createJobQueue = (options: JobQueueOptions): JobRunner => {
  const { log, runsJobs, schema = 'pgboss', superviseIntervalSeconds = 10 } = options;
  const client = openPlainClient(options.databaseUrl, { max: runsJobs ? 3 : 1, applicationName: 'notafter-jobs', waitTimeoutMs: WAIT_MS });
  const boss = new PgBoss({
    db: { executeSql: async (text, values = []) => ({ rows: [...(await client.run(text, values))] }), listen: client.listen },
    schema,
    supervise: runsJobs,
    schedule: runsJobs,
    useListenNotify: runsJobs,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue failed'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));

  let queues: InstalledQueues | null = null;
  const installed = (): InstalledQueues => {
    if (queues === null) throw new Error('Call start() first.');
    return queues;
  };
  const start = async (): Promise<void> => {
    await boss.start();
    queues = await installQueues(boss, options.jobs);
  };

  const queue: JobQueue = {
    enqueue: async (tx, job, payload, { singletonKey, startAfter, priority, group } = {}) => {
      await boss.send(installed().queueOf(job.name), payload, {
        db: fromDrizzle(tx, sql),
        ...(singletonKey === undefined ? {} : { singletonKey }),
        ...(startAfter === undefined ? {} : { startAfter }),
        ...(priority === undefined ? {} : { priority }),
        ...(group === undefined ? {} : { group: { id: group } }),
      });
    },
    depths: async () => {
      const queues = await boss.getQueues();
      const kinds = Map.groupBy(queues, ({ name }) => installed().jobOf(name));
      return [...kinds].map(([name, all]) => ({
        name,
        ready: all.reduce((sum, { readyCount }) => sum + readyCount, 0),
        active: all.reduce((sum, { activeCount }) => sum + activeCount, 0),
      }));
    },
    retryFailed: (tx) => boss.redrive(DEAD_LETTERS, { db: fromDrizzle(tx, sql) }),
  };

  return {
    queue,
    start,
    work: async (job, handler, { concurrency = 1, groupConcurrency, maxPriority } = {}) => {
      const stopping = new AbortController();
      const bounds = {
        localConcurrency: concurrency,
        ...(groupConcurrency === undefined ? {} : { groupConcurrency }),
        ...(maxPriority === undefined ? {} : { maxPriority }),
      };
      const names = installed().allQueuesOf(job.name);
      for (const name of names) {
        await boss.work(name, { ...POLLING, ...bounds, perJobResults: true }, (batch) =>
          Promise.all(batch.map((claimed) => settleJob(job, handler, claimed, stopping.signal, log))),
        );
      }
      return {
        stop: async () => {
          stopping.abort();
          await Promise.all(names.map((name) => boss.offWork(name, { wait: true })));
        },
      };
    },
    schedule: async (job, cron, payload) => {
      await boss.schedule(installed().queueOf(job.name), cron, payload, { tz: 'UTC', missed: 'once' });
    },
    activity: () => {
      const kinds = Map.groupBy(boss.getWipData(), ({ name }) => installed().jobOf(name));
      return [...kinds].map(([name, workers]) => {
        const alive = workers.map(({ count, createdOn, lastFetchedOn }) => (count > 0 ? Date.now() : (lastFetchedOn ?? createdOn)));
        const runs = workers.flatMap(({ lastJobStartedOn }) => lastJobStartedOn ?? []);
        return { name, aliveAt: Math.max(...alive), lastRanAt: runs.length > 0 ? Math.max(...runs) : null };
      });
    },
    ping: async () => {
      if (!(await boss.isInstalled())) throw new Error('The job tables are not installed.');
    },
    stop: async () => {
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS });
      await client.close();
    },
  };
};
