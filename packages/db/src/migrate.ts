import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import { closeDatabase, type Database, openDatabase } from './client.ts';

const OLDEST_SERVER_VERSION = 150_000;
/** The generated files of this version. */
export const migrationsFolder = join(fileURLToPath(new URL('..', import.meta.url)), 'migrations');

/** Any number, as long as every version of Notafter uses the same: "notafter" in ASCII. */
export const MIGRATION_LOCK = '7957707931953652850';

/**
 * Migrates the schema to this version in one transaction. Several processes can call it at once: one migrates, the others wait
 * and find nothing to do. Rejects if the server is older than PostgreSQL 15.
 */
export async function migrateDatabase(url: string): Promise<void> {
  // One connection, because the lock belongs to a session; no time limit, because a large table takes time.
  const db = openDatabase(url, { max: 1, applicationName: 'notafter-migrate', statementTimeoutMs: 0 });
  try {
    await requireSupportedServer(db);
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK}::bigint)`);
    await migrate(db, { migrationsFolder });
  } finally {
    await closeDatabase(db);
  }
}

/** Returns whether the schema has every migration of this version, for readiness. */
export async function isMigrated(db: Database): Promise<boolean> {
  const expected = readMigrationFiles({ migrationsFolder }).map((migration) => migration.hash);
  const [table] = await db.execute<{ exists: boolean }>(sql`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
  if (!table?.exists) return false;
  const applied = await db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`);
  const hashes = new Set(applied.map((row) => row.hash));
  return expected.every((hash) => hashes.has(hash));
}

async function requireSupportedServer(db: Database): Promise<void> {
  const [row] = await db.execute<{ version: number; name: string }>(
    sql`select current_setting('server_version_num')::int as version, current_setting('server_version') as name`,
  );
  if (row && row.version < OLDEST_SERVER_VERSION) {
    throw new Error(`DATABASE_URL points to PostgreSQL ${row.name}; Notafter needs PostgreSQL 15 or newer.`);
  }
}
