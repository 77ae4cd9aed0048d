import { execFile, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { clusterMajors } from '../embedded/home.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/index.ts';
import { readPostmaster } from '../embedded/postmaster.ts';
import { makeThrowawayDir } from './throwaway-server.ts';

const run = promisify(execFile);
const silent = { info: () => undefined, warn: () => undefined };
const REPLICATION = { wal_level: 'replica', max_wal_senders: '5', wal_keep_size: '64MB', max_connections: '100' };
const PATIENCE_MS = 150_000;

/** A primary and a streaming replica of it, temporary and without durability. */
export interface ReplicatedServers {
  /** Each a connection string with one host. */
  readonly primary: string;
  readonly replica: string;
  /** Runs one statement on either, as its superuser. */
  query(url: string, statement: string): Promise<readonly Record<string, unknown>[]>;
  /** Resolves when the replica has replayed what the primary has written. */
  caughtUp(): Promise<void>;
  /** kill -9 of every process of the primary: the machine is gone. */
  killPrimary(): Promise<void>;
  /** Resolves when the replica takes writes. */
  promoteReplica(): Promise<void>;
  remove(): Promise<void>;
}

/** `postgres://user:password@one:1,other:2/name` of strings with one host each. */
export const urlOfHosts = (urls: readonly string[]): string => {
  const hosts = urls.map((url) => new URL(url).host);
  return (urls[0] ?? '').replace(hosts[0] ?? '', hosts.join(','));
};

const query = async (url: string, statement: string): Promise<readonly Record<string, unknown>[]> => {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, fetch_types: false });
  try {
    return await sql.unsafe(statement);
  } finally {
    await sql.end({ timeout: 5 });
  }
};

const waitUntilTrue = async (url: string, condition: string): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const [row] = await query(url, `select ${condition} as holds`);
    if (row?.holds === true) return;
    if (performance.now() > deadline) throw new Error(`Waited in vain: ${condition}`);
  }
};

const dataDirOf = async (home: string): Promise<string> => join(home, String((await clusterMajors(home))[0]));

/** Copies the stopped primary: the npm package has no pg_basebackup. `cp -a` keeps the owner of the files. */
const copyAsReplica = async (home: string, folder: string): Promise<void> => {
  await run('cp', ['-a', home, folder]);
  const copy = join(folder, 'postgres');
  await rm(join(copy, 'port'));
  const dataDir = await dataDirOf(copy);
  await run('cp', ['-a', join(dataDir, 'PG_VERSION'), join(dataDir, 'standby.signal')]);
};

/** With `synchronous`, a commit is acknowledged when the replica has it too. */
const replicationOf = (mode: 'asynchronous' | 'synchronous'): Readonly<Record<string, string>> =>
  mode === 'asynchronous' ? {} : { synchronous_standby_names: '*', synchronous_commit: 'on' };

/** Starts both. `prepare` changes the database before the copy. */
export const startReplicatedServers = async (
  prepare: (url: string) => Promise<void>,
  mode: 'asynchronous' | 'synchronous' = 'asynchronous',
): Promise<ReplicatedServers> => {
  const [primaryDir, replicaDir] = [await makeThrowawayDir(), await makeThrowawayDir()];
  const start = (dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir, log: silent, durability: 'none', settings: { ...REPLICATION, ...settings } });
  const first = await start(primaryDir);
  await prepare(first.url);
  await first.stop();
  await copyAsReplica(first.home, replicaDir);
  const primary = await start(primaryDir, replicationOf(mode));
  const { hostname, port, username, password } = new URL(primary.url);
  const replica = await start(replicaDir, { primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}` });
  return {
    primary: primary.url,
    replica: replica.url,
    query,
    caughtUp: async () => {
      const [written] = await query(primary.url, 'select pg_current_wal_insert_lsn()::text as lsn');
      await waitUntilTrue(replica.url, `pg_last_wal_replay_lsn() >= '${String(written?.lsn)}'::pg_lsn`);
    },
    killPrimary: async () => {
      const postmaster = await readPostmaster(await dataDirOf(primary.home));
      if (postmaster === undefined) return;
      // Its backends would serve open connections until they notice that it is gone.
      process.kill(postmaster.pid, 'SIGSTOP');
      const { stdout } = spawnSync('pgrep', ['-P', String(postmaster.pid)], { encoding: 'utf8' });
      for (const pid of stdout.split('\n').filter(Boolean)) process.kill(Number(pid), 'SIGKILL');
      process.kill(postmaster.pid, 'SIGKILL');
    },
    promoteReplica: async () => {
      await query(replica.url, 'select pg_promote(wait => true)');
      await waitUntilTrue(replica.url, 'not pg_is_in_recovery()');
    },
    remove: async () => {
      await replica.stop();
      await primary.stop();
      for (const folder of [primaryDir, replicaDir]) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
