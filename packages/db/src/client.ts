import { hostsOf } from '@notafter/domain';
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';

/** A pool of connections with Drizzle's query builder. */
export type Database = PostgresJsDatabase & { readonly $client: Sql };

/** The argument of `db.transaction(tx => ...)`. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface DatabaseOptions {
  /** Maximum number of connections, opened on demand. */
  readonly max: number;
  /** Shown in pg_stat_activity. Default `notafter`. */
  readonly applicationName?: string;
  /** 0 disables it, for work that scans whole tables; a silent connection is then never given up. Default 30,000. */
  readonly statementTimeoutMs?: number;
  /** A connection unused for this long is closed. Default 300,000. */
  readonly idleTimeoutMs?: number;
  /** A query that waits this long for a connection is rejected. Default: no limit. */
  readonly waitTimeoutMs?: number;
  /** Accepts a server that takes no writes, such as a replica. Default: a connection to one is closed, and the next host is tried. */
  readonly readOnly?: boolean;
}

/** PostgreSQL cancels a statement itself and reports it; a connection silent for this much longer is dead, even without a reset. */
const SILENCE_MARGIN_MS = 5000;
/** Maximum delay before the next attempt to connect. */
const MAX_BACKOFF_SECONDS = 2;

const backoffSeconds = (failures: number): number => (0.5 + Math.random() / 2) * Math.min(3 ** failures / 100, MAX_BACKOFF_SECONDS);

/** The arguments of `postgres(...)`. With several hosts in the URL, each connection goes to the first one that takes writes. */
export const connectionOf = (url: string, options: DatabaseOptions) => {
  const hosts = hostsOf(url);
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const settings = {
    ...(hosts === null ? {} : { host: hosts.host, port: hosts.port }),
    // Also with one host: behind it may be a balancer, or a server that was demoted.
    ...(options.readOnly === true ? {} : { target_session_attrs: 'read-write' as const }),
    max: options.max,
    connect_timeout: 10,
    idle_timeout: (options.idleTimeoutMs ?? 300_000) / 1000,
    silence_timeout: statementTimeoutMs === 0 ? null : (statementTimeoutMs + SILENCE_MARGIN_MS) / 1000,
    backoff: backoffSeconds,
    // A query pipelined on a dead connection could not be taken back.
    ...(options.waitTimeoutMs === undefined ? {} : { wait_timeout: options.waitTimeoutMs / 1000, max_pipeline: 0 }),
    onnotice: () => undefined,
    connection: {
      application_name: options.applicationName ?? 'notafter',
      TimeZone: 'UTC',
      statement_timeout: statementTimeoutMs,
      // A transaction idle for this long is a bug, or its connection is dead; it would hold its locks forever.
      idle_in_transaction_session_timeout: 30_000,
    },
  };
  return { url: hosts?.url ?? url, settings };
};

/**
 * Opens a pool; connects with the first query. Sessions run in UTC. Drizzle changes how this client serializes dates and JSON, so
 * raw postgres.js statements need a separate client.
 */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const connection = connectionOf(url, options);
  return drizzle(postgres(connection.url, connection.settings));
}

/** Waits up to 5 s for running queries, then closes every connection. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.$client.end({ timeout: 5 });
}

/** Resolves when the database responds; rejects with the driver's error. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.$client`select 1`;
}
