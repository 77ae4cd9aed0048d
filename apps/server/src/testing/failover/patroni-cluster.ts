import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@notafter/net/testing';
import postgres from 'postgres';
import { until } from '../until.ts';

const POSTGRES_BIN = '/usr/lib/postgresql/15/bin';
const START_MS = 120_000;
/** Seconds, as docs/scaling.md recommends them. */
const TIMES = { ttl: 20, loop_wait: 5, retry_timeout: 5 };

interface Node {
  readonly name: string;
  readonly port: number;
  readonly dataDir: string;
}

/** Two PostgreSQL under Patroni with a synchronous replica. */
export interface PatroniCluster {
  /** Both hosts in one connection string. */
  readonly url: string;
  /** Resolves to the name of the node that takes writes, once the other is its synchronous replica. */
  healthy(): Promise<string>;
  /** kill -9 of the postmaster of the present primary; Patroni keeps running. */
  killPrimary(): Promise<string>;
  stop(): Promise<void>;
}

const PASSWORD = 'only-for-this-run';
const urlOf = (port: number, database: string): string => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/${database}`;

const settingsOf = (node: Node, restPort: number, etcdPort: number) => ({
  scope: 'notafter',
  name: node.name,
  restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
  etcd3: { host: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ...TIMES,
      synchronous_mode: true,
      primary_start_timeout: 0,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_keep_size: '512MB', wal_log_hints: 'on' } },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
  },
  postgresql: {
    listen: `127.0.0.1:${node.port}`,
    connect_address: `127.0.0.1:${node.port}`,
    data_dir: node.dataDir,
    bin_dir: POSTGRES_BIN,
    pgpass: join(node.dataDir, '..', `${node.name}.pgpass`),
    authentication: {
      superuser: { username: 'postgres', password: PASSWORD },
      replication: { username: 'replicator', password: PASSWORD },
      rewind: { username: 'postgres', password: PASSWORD },
    },
    parameters: { unix_socket_directories: join(node.dataDir, '..') },
    pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
  },
});

const accountOf = async (name: string): Promise<{ readonly uid: number; readonly gid: number }> => {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((text) => text.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`The user ${name} is missing. Install postgresql-15.`);
  return { uid: Number(uid), gid: Number(gid) };
};

const ask = async (port: number, statement: string): Promise<Record<string, unknown> | undefined> => {
  const sql = postgres(urlOf(port, 'postgres'), { max: 1, connect_timeout: 2, onnotice: () => undefined, fetch_types: false });
  try {
    const rows: Record<string, unknown>[] = await sql.unsafe(statement);
    return rows[0];
  } catch {
    return undefined;
  } finally {
    await sql.end({ timeout: 1 });
  }
};

/** Starts etcd and two nodes below `folder`, as root with Debian's `patroni`, `etcd-server` and `postgresql-15`. */
export const startPatroniCluster = async (folder: string, database: string): Promise<PatroniCluster> => {
  const account = await accountOf('postgres');
  await chmod(folder, 0o755);
  const place = join(folder, 'patroni');
  await mkdir(place);
  await chown(place, account.uid, account.gid);
  const children: ChildProcess[] = [];
  const run = (program: string, args: readonly string[], user?: { readonly uid: number; readonly gid: number }): ChildProcess => {
    const child = spawn(program, args, {
      cwd: '/',
      stdio: 'ignore',
      env: { PATH: '/usr/sbin:/usr/bin:/bin', LANG: 'C.UTF-8', NODE_ENV: 'test' },
      ...user,
    });
    children.push(child);
    return child;
  };
  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [`http://127.0.0.1:${etcdPort}`, `http://127.0.0.1:${peerPort}`];
  const etcdData = join(folder, 'etcd');
  const urls = ['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peer];
  const initial = ['--initial-advertise-peer-urls', peer, '--initial-cluster', `default=${peer}`];
  run('etcd', ['--data-dir', etcdData, ...urls, ...initial]);
  await until('etcd answers', START_MS, async () => (await fetch(`${client}/health`)).ok);

  const nodes: Node[] = [];
  for (const name of ['one', 'two']) nodes.push({ name, port: await freePort(), dataDir: join(place, name) });
  for (const node of nodes) {
    const file = join(place, `${node.name}.yaml`);
    // JSON is YAML.
    await writeFile(file, JSON.stringify(settingsOf(node, await freePort(), etcdPort)), { mode: 0o644 });
    run('patroni', [file], account);
    if (node.name === 'one') {
      await until(
        'the first node takes writes',
        START_MS,
        async () => (await ask(node.port, 'select not pg_is_in_recovery() as ok'))?.ok === true,
      );
    }
  }
  const primaryOf = async (): Promise<Node | undefined> => {
    for (const node of nodes) {
      const row = await ask(
        node.port,
        `select not pg_is_in_recovery() and exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) as ok`,
      );
      if (row?.ok === true) return node;
    }
    return undefined;
  };
  const healthyNode = async (): Promise<Node> => {
    let found: Node | undefined;
    await until('a primary has a synchronous replica', START_MS, async () => {
      found = await primaryOf();
      return found !== undefined;
    });
    if (found === undefined) throw new Error('No primary was found.');
    return found;
  };
  const first = await healthyNode();
  await ask(first.port, `create database ${database}`);
  return {
    url: urlOf(first.port, database).replace(`127.0.0.1:${first.port}`, nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')),
    healthy: async () => (await healthyNode()).name,
    killPrimary: async () => {
      const node = await healthyNode();
      process.kill(Number((await readFile(join(node.dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]), 'SIGKILL');
      return node.name;
    },
    stop: async () => {
      for (const child of children.reverse()) {
        if (child.exitCode !== null) continue;
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
    },
  };
};
