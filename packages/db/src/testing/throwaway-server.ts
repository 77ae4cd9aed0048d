import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from '../embedded/index.ts';
import { isAlive } from '../embedded/processes.ts';

const PREFIX = 'notafter-test-';
const silent = { info: () => undefined, warn: () => undefined };

/** A directory that the database user can enter too. Its name contains our pid: a later run removes the one of a killed run. */
export async function makeThrowawayDir(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(/^notafter-test-(\d+)-/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 5 });
  }
  const dir = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  await chmod(dir, 0o755);
  return dir;
}

/** A PostgreSQL without durability: fast, and deleted by `remove()`. */
export async function startThrowawayServer(
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<{ url: string; remove: () => Promise<void> }> {
  const dataDir = await makeThrowawayDir();
  const server = await startEmbeddedPostgres({ dataDir, log: silent, durability: 'none', ...options });
  return {
    url: server.url,
    remove: async () => {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
