import { type EngineAccess, ProviderError, type TableContents } from '@notafter/domain';
import { portOf } from '../engine-client.ts';
import { PostgresWire } from './postgres-wire.ts';

/** Of all tables together. Those that are left then have no figures. */
const BUDGET_MS = 60_000;
/** More would fill the record of a backup. */
const TABLES_MAX = 5000;

/** The text of a row depends on these. */
const settings = [
  "timezone = 'UTC'",
  "datestyle = 'ISO, YMD'",
  "intervalstyle = 'postgres'",
  'extra_float_digits = 1',
  "bytea_output = 'hex'",
  "search_path = ''",
  'max_parallel_workers_per_gather = 0',
];

const DATABASES = 'SELECT datname FROM pg_database WHERE datallowconn AND NOT datistemplate ORDER BY 1';

/** Tables that a backup has rows of and that this user can read: no temporary ones, and none without WAL. */
const TABLES = `SELECT format('%I.%I', n.nspname, c.relname)
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'm') AND c.relpersistence = 'p' AND c.relispopulated
  AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
  AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
ORDER BY 1 LIMIT ${TABLES_MAX}`;

/** Row count, and the sum of the rows' hashes, which does not depend on their order. */
const figuresOf = (table: string): string =>
  `SELECT count(*) || ' ' || (coalesce(sum(pg_catalog.hashtextextended(t::pg_catalog.text, 0)::pg_catalog.numeric), 0) % 18446744073709551616) FROM ONLY ${table} t`;

/** 57014: it took too long. 42501: row security, or a function in it. 42P01: dropped meanwhile. */
const isSkipped = (error: unknown): boolean => error instanceof ProviderError && error.code !== null && /^(57014|42)/.test(error.code);

const readDatabase = async (wire: PostgresWire, database: string, endsAt: number): Promise<TableContents[]> => {
  for (const setting of settings) await wire.run(`SET ${setting}`);
  await wire.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const contents: TableContents[] = [];
  for (const [table] of await wire.rows(TABLES)) {
    if (table == null) continue;
    const leftMs = Math.floor(endsAt - performance.now());
    const unread: TableContents = { database, table, rows: null, hash: null };
    if (leftMs < 1) {
      contents.push(unread);
      continue;
    }
    await wire.run('SAVEPOINT one');
    try {
      await wire.run(`SET LOCAL statement_timeout = ${leftMs}`);
      const [rows = '', hash = ''] = ((await wire.run(figuresOf(table))) ?? '').split(' ');
      contents.push({ database, table, rows: Number(rows), hash });
    } catch (error) {
      if (!isSkipped(error)) throw error;
      contents.push(unread);
    }
    await wire.run('ROLLBACK TO SAVEPOINT one');
  }
  await wire.run('ROLLBACK');
  return contents;
};

/** Counts and hashes the rows of every table, in the moment of its database. */
export const readTableContents = async (access: EngineAccess, signal: AbortSignal): Promise<TableContents[]> => {
  const endsAt = performance.now() + BUDGET_MS;
  const open = (database: string) => PostgresWire.open({ ...access, port: portOf(access, 'native'), database }, signal);
  const first = await open('postgres');
  const databases = await first.rows(DATABASES).finally(() => first.close());
  const contents: TableContents[] = [];
  for (const [database] of databases) {
    if (database == null) continue;
    const wire = await open(database);
    try {
      contents.push(...(await readDatabase(wire, database, endsAt)));
    } finally {
      wire.close();
    }
  }
  return contents;
};
