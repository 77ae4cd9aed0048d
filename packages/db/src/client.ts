import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres, { type Sql } from 'postgres';

/** A pool of connections with Drizzle's query builder. */
export type Database = PostgresJsDatabase & { readonly $client: Sql };

/** What `db.transaction(tx => ...)` hands out. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface DatabaseOptions {
  /** Connections at most. They are opened when needed. */
  readonly max: number;
  /** Shown in pg_stat_activity. Default `notafter`. */
  readonly applicationName?: string;
  /** 0 switches it off, for work that scans whole tables. Default 30,000. */
  readonly statementTimeoutMs?: number;
}

/**
 * Opens a pool; connects with the first query. Sessions run in UTC. Drizzle changes how this client serialises dates
 * and JSON, so raw postgres.js statements belong on a client of their own.
 */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const client = postgres(url, {
    max: options.max,
    connect_timeout: 10,
    idle_timeout: 300,
    onnotice: () => undefined,
    connection: {
      application_name: options.applicationName ?? 'notafter',
      TimeZone: 'UTC',
      statement_timeout: statementTimeoutMs,
      // A transaction that waits on us this long is a bug; it would hold its locks and hold back vacuum for ever.
      idle_in_transaction_session_timeout: 60_000,
    },
  });
  return drizzle(client);
}

/** Waits up to 5 s for running queries, then closes every connection. */
export async function closeDatabase(db: Database): Promise<void> {
  await db.$client.end({ timeout: 5 });
}

/** Resolves when the database answers; rejects with the driver's error. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.$client`select 1`;
}
