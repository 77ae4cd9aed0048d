import type { Log } from '@notafter/domain';
import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { JobDefinition } from './define-job.ts';
import { installQueues } from './install-queues.ts';
import type { JobQueue } from './queue.ts';
import { type JobHandler, settleJob } from './settle-job.ts';

export interface JobQueueOptions {
  readonly databaseUrl: string;
  readonly log: Log;
  /** Every kind of job there is, so that any process can enqueue any of them. */
  readonly jobs: readonly Pick<JobDefinition<unknown>, 'name' | 'policy'>[];
  /** This process works on jobs and looks after the queues; others only enqueue. */
  readonly runsJobs: boolean;
  /** Default `pgboss`. */
  readonly schema?: string;
  /** How often lost jobs are looked for. Default 10. */
  readonly superviseIntervalSeconds?: number;
}

export interface WorkOptions {
  /** Jobs of this kind at once in this process. Default 1. */
  readonly concurrency?: number;
  /** Jobs of one group at once, over all processes; a rare one more where two are taken in the same instant. Absent: no bound. */
  readonly groupConcurrency?: number;
  /** Takes only jobs of this priority or a lower one. Absent: all. */
  readonly maxPriority?: number;
}

/** A kind of job that this process works on. */
export interface Working {
  /** Fetches no more, signals the handlers to come to an end, and waits for them. */
  stop(): Promise<void>;
}

/** When one kind of work last showed life in this process, in milliseconds since the epoch. */
export interface JobActivity {
  readonly name: string;
  /** The queue last answered, or a handler is at work now. */
  readonly aliveAt: number;
  /** The last run began; null: none has. */
  readonly lastRanAt: number | null;
}

/** pg-boss behind the product's own words. */
export interface JobRunner {
  readonly queue: JobQueue;
  /** Installs or migrates the job tables and brings every queue to its policy. May run in many processes at once. */
  start(): Promise<void>;
  work<Payload>(job: JobDefinition<Payload>, handler: JobHandler<Payload>, options?: WorkOptions): Promise<Working>;
  /** Enqueues by a cron expression in UTC, once over all processes; an occurrence missed while all were down is made up for. */
  schedule<Payload extends object>(job: JobDefinition<Payload>, cron: string, payload: Payload): Promise<void>;
  /** Each kind of job that this process works on. */
  activity(): readonly JobActivity[];
  /** Resolves when the job tables answer. */
  ping(): Promise<void>;
  /** Waits up to 30 s for running handlers; what is left then is given back to be retried. */
  stop(): Promise<void>;
}

const STOP_TIMEOUT_MS = 30_000;
/** pg-boss asks short questions. A connection that owes an answer this long is gone, though nothing reset it. */
const QUERY_TIMEOUT_MS = 30_000;
/** Handed on to node-postgres, whose options pg-boss does not declare. */
const CONNECTION = { query_timeout: QUERY_TIMEOUT_MS, keepAlive: true, idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS } as const;
/** The NOTIFY of an enqueue wakes workers at once; this is how late a retry or a lost notification may be. */
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 } as const;

/** Connects with `start`. pg-boss brings a connection pool of its own, small beside the product's. */
export const createJobQueue = (options: JobQueueOptions): JobRunner => {
  const { log, runsJobs, schema = 'pgboss', superviseIntervalSeconds = 10 } = options;
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'notafter-jobs',
    max: runsJobs ? 4 : 2,
    ...CONNECTION,
    schema,
    supervise: runsJobs,
    schedule: runsJobs,
    useListenNotify: runsJobs,
    superviseIntervalSeconds,
    monitorIntervalSeconds: superviseIntervalSeconds,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue failed'));
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));

  const start = async (): Promise<void> => {
    await boss.start();
    await installQueues(boss, schema, options.jobs);
  };

  const queue: JobQueue = {
    enqueue: async (tx, job, payload, { singletonKey, startAfter, priority, group } = {}) => {
      await boss.send(job.name, payload, {
        db: fromDrizzle(tx, sql),
        ...(singletonKey === undefined ? {} : { singletonKey }),
        ...(startAfter === undefined ? {} : { startAfter }),
        ...(priority === undefined ? {} : { priority }),
        ...(group === undefined ? {} : { group: { id: group } }),
      });
    },
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
      await boss.work(job.name, { ...POLLING, ...bounds, perJobResults: true }, (batch) =>
        Promise.all(batch.map((claimed) => settleJob(job, handler, claimed, stopping.signal, log))),
      );
      return {
        stop: async () => {
          stopping.abort();
          await boss.offWork(job.name, { wait: true });
        },
      };
    },
    schedule: async (job, cron, payload) => {
      await boss.schedule(job.name, cron, payload, { tz: 'UTC', missed: 'once' });
    },
    activity: () => {
      const kinds = Map.groupBy(boss.getWipData(), ({ name }) => name);
      return [...kinds].map(([name, workers]) => {
        const alive = workers.map(({ count, createdOn, lastFetchedOn }) => (count > 0 ? Date.now() : (lastFetchedOn ?? createdOn)));
        const runs = workers.flatMap(({ lastJobStartedOn }) => lastJobStartedOn ?? []);
        return { name, aliveAt: Math.max(...alive), lastRanAt: runs.length > 0 ? Math.max(...runs) : null };
      });
    },
    ping: async () => {
      if (!(await boss.isInstalled())) throw new Error('The job tables are not installed.');
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_TIMEOUT_MS }),
  };
};
