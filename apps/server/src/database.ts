import type { Config } from '@notafter/config';
import { closeDatabase, type Database, ensureHistoryPartitions, migrateDatabase, openDatabase, pingDatabase } from '@notafter/db';
import { keepEmbeddedPostgres } from '@notafter/db/embedded';
import type { Clock, Log } from '@notafter/domain';
import { explained } from './start-error.ts';

/** Opened when needed. With pg-boss's own, a process that does everything takes 25 at most of the 100 that PostgreSQL has by default. */
const CONNECTIONS = { requests: 10, jobs: 10 };
/** Unused connections that a firewall forgot are gone before a job meets one after the other, each for the whole silence limit. */
const JOBS_IDLE_MS = 15_000;
/** A request that waits this long for a connection is answered 503. */
const REQUEST_WAIT_MS = 5000;

export interface OpenedDatabase {
  /** For people's requests. */
  readonly db: Database;
  /** Connections of their own: hundreds of deliveries and checks that wait for one keep no page waiting. */
  readonly forJobs: Database;
  /** A secret. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface DatabaseOptions {
  readonly log: Log;
  readonly clock: Clock;
}

/** A wrong address or password of an existing PostgreSQL is the operator's to mend; what fails later is ours. */
const requireAnswer = (url: string): Promise<void> =>
  explained('The PostgreSQL of DATABASE_URL does not answer; check its address, user and password.', async () => {
    const db = openDatabase(url, { max: 1 });
    try {
      await pingDatabase(db);
    } finally {
      await closeDatabase(db);
    }
  });

/** The database of `DATABASE_URL`, or the embedded PostgreSQL, with every migration applied. */
export const openMigratedDatabase = async (config: Config, { log, clock }: DatabaseOptions): Promise<OpenedDatabase> => {
  const embedded = config.database.url === null ? await keepEmbeddedPostgres({ dataDir: config.dataDir, log }) : null;
  const url = embedded?.url ?? config.database.url ?? '';
  try {
    if (embedded === null) await requireAnswer(url);
    await migrateDatabase(url);
    const db = openDatabase(url, { max: CONNECTIONS.requests, waitTimeoutMs: REQUEST_WAIT_MS });
    const forJobs = openDatabase(url, { max: CONNECTIONS.jobs, applicationName: 'notafter-worker', idleTimeoutMs: JOBS_IDLE_MS });
    await ensureHistoryPartitions(db, clock.now());
    return {
      db,
      forJobs,
      url,
      close: async () => {
        await Promise.all([closeDatabase(db), closeDatabase(forJobs)]);
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
};
