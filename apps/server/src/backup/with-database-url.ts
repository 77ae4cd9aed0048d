import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@notafter/config';
import { startEmbeddedPostgres } from '@notafter/db/embedded';
import type { Logger } from 'pino';
import { StartError } from '../start-error.ts';

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Runs `work` with the URL of the database: that of `DATABASE_URL`, or the embedded one, which is started unless it runs. */
export const withDatabaseUrl = async <Result>(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  { log, makes }: { readonly log: Logger /** Whether an embedded database is created if there is none. */; readonly makes: boolean },
  work: (url: string) => Promise<Result>,
): Promise<Result> => {
  if (database.url !== null) return work(database.url);
  const isThere = (await exists(join(dataDir, 'postgres'))) || (await exists(join(dataDir, 'postgres.location')));
  if (!makes && !isThere) throw new StartError(`DATA_DIR (${dataDir}) has no database. Set DATA_DIR or DATABASE_URL as the server has it.`);
  const embedded = await startEmbeddedPostgres({ dataDir, log });
  try {
    return await work(embedded.url);
  } finally {
    await embedded.stop();
  }
};
