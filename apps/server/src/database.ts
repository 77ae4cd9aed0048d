import type { Config } from '@notafter/config';
import { closeDatabase, type Database, ensureHistoryPartitions, migrateDatabase, openDatabase } from '@notafter/db';
import { startEmbeddedPostgres } from '@notafter/db/embedded';
import type { Clock, Log } from '@notafter/domain';

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

/** The database of `DATABASE_URL`, or the embedded PostgreSQL, with every migration applied. */
export const openMigratedDatabase = async (config: Config, { log, clock, onLost }: DatabaseOptions): Promise<OpenedDatabase> => {
  const embedded =
    config.database.url === null ? await startEmbeddedPostgres({ dataDir: config.dataDir, log, onUnexpectedExit: onLost }) : null;
  const url = embedded?.url ?? config.database.url ?? '';
  try {
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
