import { randomBytes } from 'node:crypto';
import postgres, { type Sql } from 'postgres';

/** The server and the template from which a test file creates databases. */
export interface TestCluster {
  /** A role that can create databases. */
  readonly adminUrl: string;
  /** The database with every migration applied, closed to connections. */
  readonly template: string;
  /** Prefix of the name of every database of this run, so that the end of the run can drop the remaining ones. */
  readonly prefix: string;
}

export function newTestCluster(adminUrl: string): TestCluster {
  const prefix = `notafter_test_${randomBytes(4).toString('hex')}`;
  return { adminUrl, template: `${prefix}_template`, prefix };
}

export function urlOfDatabase(cluster: TestCluster, database: string): string {
  const url = new URL(cluster.adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs statements in the server's own database, each with a separate connection. */
export async function asAdmin<T>(cluster: TestCluster, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = postgres(cluster.adminUrl, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Lets `prepare` change the template. It must have closed its connections when it resolves. */
export async function changeTemplate(cluster: TestCluster, prepare: (url: string) => Promise<void>): Promise<void> {
  await setConnectable(cluster, true);
  await prepare(urlOfDatabase(cluster, cluster.template));
  // A connection to the template makes every copy fail; while it is closed, none can be left open by mistake.
  await setConnectable(cluster, false);
}

async function setConnectable(cluster: TestCluster, allowed: boolean): Promise<void> {
  await asAdmin(cluster, (sql) => sql.unsafe(`alter database "${cluster.template}" with allow_connections ${allowed}`));
}

/** Drops every database of this run, even if in use. */
export async function dropTestDatabases(cluster: TestCluster): Promise<void> {
  await asAdmin(cluster, async (sql) => {
    const rows = await sql<{ datname: string }[]>`select datname from pg_database where starts_with(datname, ${cluster.prefix})`;
    for (const { datname } of rows) await sql.unsafe(`drop database if exists "${datname}" with (force)`);
  });
}
