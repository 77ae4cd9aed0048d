import postgres from 'postgres';
import { connectionOf } from '../client.ts';
import { appliedMigrations, type Connection, ownMigrations, type StoredTable, storedTables } from './schema-facts.ts';

/** Rows of tables that are not ours, such as those of the job queue, as one column of JSON. */
export interface ForeignRows {
  /** Distinct from the names of our tables. */
  readonly name: string;
  /** The table that they are in; without it there are none. */
  readonly table: string;
  /** A query of one `jsonb` column. */
  readonly select: string;
  /** Stores the rows of the temporary table `name`, column `row`, in place of all present ones. */
  load(sql: Connection): Promise<void>;
}

/** A database at one instant, while it is in use. */
export interface DatabaseSnapshot {
  /** Hashes of the applied migrations, the oldest first. */
  readonly migrations: readonly string[];
  /** Such as `18.4`. */
  readonly serverVersion: string;
  readonly tables: readonly StoredTable[];
  /** The rows of every table, then the foreign ones, in COPY's text format. */
  rows(): AsyncGenerator<{ readonly table: string; readonly bytes: Buffer }>;
}

/** Quotes a name. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const columnsOf = ({ columns }: StoredTable): string => columns.map(quoted).join(', ');

/** Opens the one connection of a backup or a restore. Without limits of time: a large table takes long. A replica is enough to read. */
export const openConnection = (url: string, applicationName: string, readOnly = false): postgres.Sql => {
  const connection = connectionOf(url, { max: 1, applicationName, statementTimeoutMs: 0, readOnly });
  const unlimited = { ...connection.settings.connection, idle_in_transaction_session_timeout: 0 };
  return postgres(connection.url, { ...connection.settings, idle_timeout: 0, connection: unlimited });
};

/**
 * Reads a database in one transaction, so that all rows are of the same instant; the server keeps running. Rejects if it is not one of
 * Notafter, or of a newer version than this one.
 */
export async function readSnapshot<Result>(
  url: string,
  foreign: readonly ForeignRows[],
  work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
  const client = openConnection(url, 'notafter-backup', true);
  try {
    const outcome = await client.begin('isolation level repeatable read read only', async (sql) => {
      const migrations = await appliedMigrations(sql);
      if (migrations.length === 0) throw new Error('The database has no tables of Notafter. Start the server once, or check DATABASE_URL.');
      const known = new Set(ownMigrations().map(({ hash }) => hash));
      if (!migrations.every((hash) => known.has(hash))) {
        throw new Error('The database was written by a newer version of Notafter. Back it up with that version.');
      }
      const [server] = await sql<{ version: string }[]>`select split_part(current_setting('server_version'), ' ', 1) as version`;
      const tables = await storedTables(sql);
      async function* rows() {
        for (const table of tables) {
          const copy = `copy (select ${columnsOf(table)} from public.${quoted(table.name)}) to stdout`;
          for await (const bytes of await sql.unsafe(copy).readable()) yield { table: table.name, bytes };
        }
        for (const { name, table, select } of foreign) {
          const [found] = await sql<{ exists: boolean }[]>`select to_regclass(${table}) is not null as exists`;
          if (found?.exists !== true) continue;
          for await (const bytes of await sql.unsafe(`copy (${select}) to stdout`).readable()) yield { table: name, bytes };
        }
      }
      return { result: await work({ migrations, serverVersion: server?.version ?? '', tables, rows }) };
    });
    return outcome.result;
  } finally {
    await client.end({ timeout: 0 });
  }
}
