import type { Config } from '@notafter/config';
import { closeDatabase, type Database, ensureMonthPartitions, migrateDatabase, openDatabase, pingDatabase } from '@notafter/db';
import { keepEmbeddedPostgres } from '@notafter/db/embedded';
import type { Clock, Log } from '@notafter/domain';
import { explained } from './start-error.ts';

/** Opened on demand. With pg-boss's own, an all-in-one process uses at most 25 of PostgreSQL's default 100. */
const CONNECTIONS = { requests: 10, jobs: 10 };
/** Closes idle connections before a firewall forgets them, so that jobs do not wait for the silence limit of one after the other. */
const JOBS_IDLE_MS = 15_000;
/** A request that waits this long for a connection gets 503. */
const REQUEST_WAIT_MS = 5000;
/** Sooner than that, a read leaves a replica for the primary. */
const REPLICA_WAIT_MS = 1000;

export interface OpenedDatabase {
  /** For requests. */
  readonly db: Database;
  /** Separate connections, so that hundreds of waiting deliveries and checks do not delay pages. */
  readonly forJobs: Database;
  /** The replica of `DATABASE_READ_URL`. */
  readonly replica: Database | null;
  /** A secret. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface DatabaseOptions {
  readonly log: Log;
  readonly clock: Clock;
}

/** A wrong address or password of an external PostgreSQL is the operator's to fix; later failures are ours. */
const requireAnswer = (url: string): Promise<void> =>
  explained('The PostgreSQL of DATABASE_URL is not responding. Check its address, user and password.', async () => {
    const db = openDatabase(url, { max: 1 });
    try {
      await pingDatabase(db);
    } finally {
      await closeDatabase(db);
    }
  });

/** Opens the database of `DATABASE_URL`, or the embedded PostgreSQL, with every migration applied. */
export const openMigratedDatabase = async (config: Config, { log, clock }: DatabaseOptions): Promise<OpenedDatabase> => {
  const embedded = config.database.url === null ? await keepEmbeddedPostgres({ dataDir: config.dataDir, log }) : null;
  const url = embedded?.url ?? config.database.url ?? '';
  try {
    if (embedded === null) await requireAnswer(url);
    await migrateDatabase(url);
    const db = openDatabase(url, { max: CONNECTIONS.requests, waitTimeoutMs: REQUEST_WAIT_MS });
    const forJobs = openDatabase(url, { max: CONNECTIONS.jobs, applicationName: 'notafter-worker', idleTimeoutMs: JOBS_IDLE_MS });
    const replica =
      config.database.readUrl === null
        ? null
        : openDatabase(config.database.readUrl, { max: CONNECTIONS.requests, waitTimeoutMs: REPLICA_WAIT_MS, readOnly: true });
    await ensureMonthPartitions(db, clock.now());
    return {
      db,
      forJobs,
      replica,
      url,
      close: async () => {
        await Promise.all([db, forJobs, ...(replica === null ? [] : [replica])].map(closeDatabase));
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
};
