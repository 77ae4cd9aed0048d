import type { Config } from '@notafter/config';
import { closeDatabase, type Database, ensureHistoryPartitions, migrateDatabase, openDatabase, pingDatabase } from '@notafter/db';
import { startEmbeddedPostgres } from '@notafter/db/embedded';
import type { Clock, Log } from '@notafter/domain';
import { explained } from './start-error.ts';

/** Connections for people's requests and jobs together; pg-boss keeps a pool of its own. */
const POOL_SIZE = 10;

export interface OpenedDatabase {
  readonly db: Database;
  /** A secret. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

interface DatabaseOptions {
  readonly log: Log;
  readonly clock: Clock;
  /** The embedded PostgreSQL ended although nobody stopped it. */
  readonly onLost: () => void;
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
export const openMigratedDatabase = async (config: Config, { log, clock, onLost }: DatabaseOptions): Promise<OpenedDatabase> => {
  const embedded =
    config.database.url === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, log, onUnexpectedExit: onLost }) : null;
  const url = embedded?.url ?? config.database.url ?? '';
  try {
    if (embedded === null) await requireAnswer(url);
    await migrateDatabase(url);
    const db = openDatabase(url, { max: POOL_SIZE });
    await ensureHistoryPartitions(db, clock.now());
    return {
      db,
      url,
      close: async () => {
        await closeDatabase(db);
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
};
