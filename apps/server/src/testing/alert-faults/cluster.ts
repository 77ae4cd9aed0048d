import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@notafter/db/embedded';

const silent = { info: () => undefined, warn: () => undefined };

/** A PostgreSQL that has the same address after each restart. */
export interface FaultCluster {
  readonly url: string;
  /** By a fast shutdown, or like a crash; resolves with the duration when it accepts connections again. */
  restart(kind: 'restart' | 'crash'): Promise<number>;
  stop(): Promise<void>;
}

const postmasterPid = async (home: string): Promise<number> => {
  for (const name of await readdir(home)) {
    if (!/^\d+$/.test(name)) continue;
    return Number((await readFile(join(home, name, 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
  }
  throw new Error(`No cluster in ${home}.`);
};

export const startCluster = async (dataDir: string): Promise<FaultCluster> => {
  // Every commit is in the write-ahead log before it is acknowledged, which survives a crash of PostgreSQL; only a power failure would undo it.
  const start = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, log: silent, settings: { fsync: 'off' } });
  let server = await start();
  const { url } = server;
  return {
    url,
    restart: async (kind) => {
      const startedAt = performance.now();
      // The immediate shutdown: no checkpoint, sessions terminated, recovery at the next start.
      if (kind === 'crash') process.kill(await postmasterPid(server.home), 'SIGQUIT');
      await server.stop();
      server = await start();
      if (server.url !== url) throw new Error('PostgreSQL came back at another address.');
      return Math.round(performance.now() - startedAt);
    },
    stop: () => server.stop(),
  };
};
